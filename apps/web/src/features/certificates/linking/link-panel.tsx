import { isSessionExpiry } from '../../../shared/api/is-session-expiry.ts'
import { useFailureText, useReportFailure } from '../../../shared/failures/use-report-failure.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { Notice } from '../../../shared/ui/status/notice.tsx'
import { useFocusRescueOnLeave } from '../../../shared/ui/focus/use-focus-rescue-on-leave.ts'
import { showToast } from '../../../shared/ui/overlays/toast-store.ts'
import type { LinkableManifest } from '../account/account-calls.ts'
import styles from './linking.module.css'
import type { OwnAccount } from '../account/use-account.ts'
import { useAccountErrorText } from '../account/use-account-error-text.ts'
import { CredentialsForm } from './credentials-form.tsx'
import { AuthenticatorForm, ChallengeForm } from './factor-forms.tsx'
import { LinkSteps } from './link-steps.tsx'
import { useLinking } from './use-linking.ts'

interface LinkPanelProps {
  manifest: LinkableManifest
  account: OwnAccount
  /** An authorisation that was there no longer works. */
  again: boolean
}

/** How an account is authorised: its form, and the steps that may follow. */
export function LinkPanel({ manifest, account, again }: LinkPanelProps) {
  const t = useText()
  const provider = manifest.label
  const accountErrorText = useAccountErrorText(provider)
  const reportFailure = useReportFailure(accountErrorText)
  const failureText = useFailureText(accountErrorText)
  const isShownInToast = manifest.way === 'errand'
  const logsInThere = account.query.data?.logsInThere === true
  const linking = useLinking(account.calls, {
    onLinked: async () => {
      await account.setAuthorised()
      showToast('success', t('certificates.taskCompleted'))
    },
    onRefused: (error) => {
      if (!isShownInToast) reportFailure(error)
      else if (!isSessionExpiry(error)) showToast('error', failureText(error))
    },
  })
  const { step } = linking
  // Once the account is authorised, the button that did it is gone.
  useFocusRescueOnLeave()
  return (
    <section className={styles.linking}>
      <div className={styles.linkHead}>
        <h2>{t(again ? 'certificates.account.againTitle' : 'certificates.account.title', { provider })}</h2>
        {again ? (
          <Notice tone="warn">{t('certificates.account.againText', { provider })}</Notice>
        ) : (
          <p className="muted">
            {t(logsInThere ? 'certificates.account.thereText' : 'certificates.account.text', { provider })}
          </p>
        )}
      </div>
      {manifest.link.secondFactor && <LinkSteps at={step.at} />}
      {step.at === 'authenticators' && <AuthenticatorForm {...{ step, provider, linking }} />}
      {step.at === 'challenge' && <ChallengeForm {...{ step, provider, linking }} />}
      {!('authenticators' in step) && <CredentialsForm {...{ manifest, linking, isShownInToast, logsInThere }} />}
    </section>
  )
}
