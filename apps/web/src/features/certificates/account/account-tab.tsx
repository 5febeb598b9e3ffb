import { CircleAlert } from 'lucide-react'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { Certificate } from '../../../shared/api/certificates.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { AccountBar } from './account-bar.tsx'
import type { LinkableManifest } from './account-calls.ts'
import { CertificateTable } from '../certificate-table.tsx'
import { LinkPanel } from '../linking/link-panel.tsx'
import { useAccount } from './use-account.ts'
import { useAccountErrorText } from './use-account-error-text.ts'

interface AccountTabProps {
  manifest: LinkableManifest
  /** Those of this provider; undefined while they are on their way. */
  certificates: readonly Certificate[] | undefined
}

/** The certificates of an account at a provider once it is authorised, and before that what authorises it. */
export function AccountTab({ manifest, certificates }: AccountTabProps) {
  const t = useText()
  const account = useAccount(manifest)
  const accountErrorText = useAccountErrorText(manifest.label)
  const { data, error, isLoading, refetch } = account.query
  const table = (
    <CertificateTable
      label={t('certificates.tableLabel', { type: manifest.label })}
      manifest={manifest}
      certificates={certificates}
    />
  )
  if (isLoading || !certificates) return table
  if (error) {
    return (
      <EmptyState icon={CircleAlert} title={t('certificates.account.statusFailed')} text={accountErrorText(error)}>
        <Button onClick={() => void refetch()}>{t('common.tryAgain')}</Button>
      </EmptyState>
    )
  }
  const hasSome = certificates.length > 0
  // Without a status call, and when it says nothing, a listed certificate shows it.
  const isAuthorised = data?.isAuthorised ?? hasSome
  const again = !isAuthorised && hasSome
  return (
    <>
      {!isAuthorised && <LinkPanel {...{ manifest, account, again }} />}
      {(isAuthorised || again) && (
        <AccountBar {...{ manifest, account, isAuthorised }} isEmpty={!hasSome}>
          {hasSome && table}
        </AccountBar>
      )}
    </>
  )
}
