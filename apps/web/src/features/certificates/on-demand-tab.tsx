import type { ProviderManifest } from '@rubrica/providers/manifests'
import { KeyRound } from 'lucide-react'
import type { Certificate } from '../../shared/api/certificates.ts'
import { IdentityFacts } from '../../shared/consent/identity-facts.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { EmptyState } from '../../shared/ui/lists/empty-state.tsx'
import { CertificateTable } from './certificate-table.tsx'
import styles from './certificates.module.css'

interface OnDemandTabProps {
  manifest: ProviderManifest
  /** Those of earlier signatures; undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
}

/**
 * Whom a certificate will be made for at each signature, and the certificates of earlier ones: nothing to authorise.
 */
export function OnDemandTab({ manifest, certificates }: OnDemandTabProps) {
  const t = useText()
  const { label: provider } = manifest
  return (
    <>
      <div className={styles.onDemand}>
        <p className="muted">{t('certificates.onDemand.text', { provider })}</p>
        <IdentityFacts />
      </div>
      {certificates?.length === 0 ? (
        <EmptyState
          icon={KeyRound}
          title={t('certificates.onDemand.emptyTitle', { provider })}
          text={t('certificates.onDemand.emptyText', { provider })}
        />
      ) : (
        <CertificateTable
          label={t('certificates.tableLabel', { type: provider })}
          manifest={manifest}
          certificates={certificates}
        />
      )}
    </>
  )
}
