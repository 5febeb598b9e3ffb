import { KeyRound, RefreshCw, ShieldCheck, Unlink } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Button } from '../../../shared/ui/button.tsx'
import { EmptyState } from '../../../shared/ui/lists/empty-state.tsx'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { LinkableManifest } from './account-calls.ts'
import styles from '../certificates-bar.module.css'
import { UnauthoriseDialog } from './unauthorise-dialog.tsx'
import type { OwnAccount } from './use-account.ts'
import { useAccountErrorText } from './use-account-error-text.ts'

interface AccountBarProps {
  manifest: LinkableManifest
  account: OwnAccount
  isAuthorised: boolean
  /** It has no certificates. */
  isEmpty: boolean
  /** The certificates. */
  children: ReactNode
}

/** Whose account it is and what can be done with it, over its certificates. */
export function AccountBar({ manifest, account, isAuthorised, isEmpty, children }: AccountBarProps) {
  const t = useText()
  const accountErrorText = useAccountErrorText(manifest.label)
  const [isLeaving, setLeaving] = useState(false)
  const { label: provider, link } = manifest
  const { synchronisation } = account
  const synchronise = () =>
    synchronisation.mutate(undefined, { onSuccess: () => showToast('success', t('certificates.taskCompleted')) })
  return (
    <>
      <div className={styles.bar}>
        <div className={styles.whose}>
          {isAuthorised && (
            <>
              <strong>
                <ShieldCheck size={18} aria-hidden />
                <AccountName {...{ account, provider }} />
              </strong>
              <p className="muted">{t('certificates.account.keysText', { provider })}</p>
            </>
          )}
        </div>
        <div className={styles.barActions}>
          {link.synchronises && isAuthorised && (
            <Button icon={RefreshCw} busy={synchronisation.isPending} onClick={synchronise}>
              {t('certificates.account.synchronise')}
            </Button>
          )}
          <Button kind="danger-quiet" icon={Unlink} onClick={() => setLeaving(true)}>
            {t('certificates.account.unauthorise')}
          </Button>
        </div>
        <p className="sr-only" role="status">
          {synchronisation.isPending && t('certificates.account.asking', { provider })}
        </p>
      </div>
      {synchronisation.error && (
        <div className={styles.barNotice}>
          <Notice tone="bad">{accountErrorText(synchronisation.error)}</Notice>
        </div>
      )}
      {children}
      {isEmpty && isAuthorised && (
        <EmptyState
          icon={KeyRound}
          title={t('certificates.account.noneTitle', { provider })}
          text={t(link.synchronises ? 'certificates.account.noneSynchronise' : 'certificates.account.noneAgain')}
        />
      )}
      <UnauthoriseDialog {...{ provider, account }} open={isLeaving} onClose={() => setLeaving(false)} />
    </>
  )
}

function AccountName({ account, provider }: { account: OwnAccount; provider: string }) {
  const t = useText()
  const name = account.query.data?.account
  return name === undefined
    ? t('certificates.account.authorised', { provider })
    : t('certificates.account.authorisedAs', { account: name })
}
