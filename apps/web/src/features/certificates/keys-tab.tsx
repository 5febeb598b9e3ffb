import type { ProviderManifest } from '@rubrica/providers/manifests'
import { BadgePlus, KeyRound, Upload } from 'lucide-react'
import { useState } from 'react'
import type { Certificate } from '../../shared/api/certificates.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { Button } from '../../shared/ui/button.tsx'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { CertificateTable } from './certificate-table.tsx'
import styles from './certificates-bar.module.css'
import { ChangePinDialog } from './upload/change-pin-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { IssueDialog } from './upload/issue-dialog.tsx'
import { UploadDialog } from './upload/upload-dialog.tsx'

interface KeysTabProps {
  manifest: ProviderManifest
  /** Those of this type; undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
}

type Opened = 'upload' | 'issue' | null

/** Keys that the server keeps itself: they are added, put under another PIN, and deleted here. */
export function KeysTab({ manifest, certificates }: KeysTabProps) {
  const t = useText()
  const [opened, setOpened] = useState<Opened>(null)
  const [doomed, setDoomed] = useState<Certificate | null>(null)
  const [changing, setChanging] = useState<Certificate | null>(null)
  const { certType, actions } = manifest
  const adding = <AddButtons actions={actions} onOpen={setOpened} />
  const close = () => setOpened(null)
  return (
    <>
      {certificates?.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title={t('certificates.emptyTitle')}
          text={t(actions.includes('upload') ? 'certificates.emptyText' : 'certificates.emptyIssueText')}
        >
          {adding}
        </EmptyState>
      ) : (
        <>
          <div className={styles.bar}>
            <p className="muted">{t('certificates.vaultText')}</p>
            {adding}
          </div>
          <CertificateTable
            label={t('certificates.tableLabel', { type: manifest.label })}
            manifest={manifest}
            certificates={certificates}
            onDelete={actions.includes('delete') ? setDoomed : undefined}
            onChangePin={actions.includes('change-pin') ? setChanging : undefined}
          />
        </>
      )}
      <UploadDialog
        certType={certType}
        offersCode={manifest.signing.SMS !== undefined}
        open={opened === 'upload'}
        onClose={close}
      />
      <IssueDialog certType={certType} open={opened === 'issue'} onClose={close} />
      <ChangePinDialog certificate={changing} onClose={() => setChanging(null)} />
      <DeleteDialog certificate={doomed} onClose={() => setDoomed(null)} />
    </>
  )
}

interface AddButtonsProps {
  actions: ProviderManifest['actions']
  onOpen: (what: Opened) => void
}

function AddButtons({ actions, onOpen }: AddButtonsProps) {
  const t = useText()
  return (
    <>
      {actions.includes('upload') && (
        <Button kind="primary" icon={Upload} onClick={() => onOpen('upload')}>
          {t('certificates.upload.open')}
        </Button>
      )}
      {actions.includes('issue') && (
        <Button kind="primary" icon={BadgePlus} onClick={() => onOpen('issue')}>
          {t('certificates.issue.open')}
        </Button>
      )}
    </>
  )
}
