import type { ProviderManifest } from '@rubrica/providers/manifests'
import { KeyRound, Upload } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/empty-state.tsx'
import { useFocusRescue } from '../../shared/ui/use-focus-rescue.ts'
import { CertificateTable } from './certificate-table.tsx'
import styles from './certificates.module.css'
import { DeleteDialog } from './delete-dialog.tsx'
import type { Certificate } from '../../shared/api/certificates.ts'
import { UploadDialog } from './upload-dialog.tsx'

interface ProviderTabProps {
  manifest: ProviderManifest
  /** All certificates of the person; undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
}

/** What one provider's tab holds; drawn from its manifest alone. */
export function ProviderTab({ manifest, certificates }: ProviderTabProps) {
  const t = useText()
  const [uploading, setUploading] = useState(false)
  const [doomed, setDoomed] = useState<Certificate | null>(null)
  const own = certificates?.filter(({ CertType }) => CertType === manifest.certType)
  useFocusRescue(own?.length)
  const canUpload = manifest.actions.includes('upload')
  const uploadButton = (
    <Button kind="primary" icon={Upload} onClick={() => setUploading(true)}>
      {t('certificates.upload.open')}
    </Button>
  )
  return (
    <>
      {own?.length === 0 ? (
        <EmptyState icon={KeyRound} title={t('certificates.emptyTitle')} text={t('certificates.emptyText')}>
          {canUpload && uploadButton}
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <p className="muted">{t('certificates.vaultText')}</p>
            {canUpload && uploadButton}
          </div>
          <CertificateTable
            label={t('certificates.tableLabel', { type: manifest.label })}
            certificates={own}
            showsSubject={manifest.showsSubject}
            onDelete={manifest.actions.includes('delete') ? setDoomed : undefined}
          />
        </>
      )}
      {canUpload && <UploadDialog certType={manifest.certType} open={uploading} onClose={() => setUploading(false)} />}
      <DeleteDialog certificate={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}
