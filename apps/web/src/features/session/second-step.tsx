import { useMutation } from '@tanstack/react-query'
import { KeyRound, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { basesNow } from '../../shared/api/environment.ts'
import { portalConfig } from '../../shared/api/portal-config.ts'
import {
  factorCallsAs,
  type AddedFactor,
  type FactorCalls,
  type FactorChallenge,
} from '../../shared/factor/factor-calls.ts'
import { knowsPasskeys } from '../../shared/factor/knows-passkeys.ts'
import { RecoveryCodes } from '../../shared/factor/recovery-codes.tsx'
import { SetupPasskey } from '../../shared/factor/setup-passkey.tsx'
import { SetupTotp } from '../../shared/factor/setup-totp.tsx'
import { ChallengeState, ShowFactor, useFactorChallenge } from '../../shared/factor/show-factor.tsx'
import { useText } from '../../shared/i18n/use-text.ts'
import { useNextStep } from '../../shared/session/entry/use-next-step.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { enter } from './log-in.ts'
import styles from './login-panel.module.css'
import { BackLink, Head } from './panel-parts.tsx'
import { useLoginErrorText } from './use-login-error-text.ts'
import type { HalfLogin } from './user-access-form.tsx'

/** Browsers keep no cookie of another origin, by which they would be known. */
const keepsCookies = () => new URL(basesNow(portalConfig()).identity, location.href).origin === location.origin

interface SecondStepProps {
  half: HalfLogin
  onBack: () => void
}

/** What a log-in asks after the password: a second factor, or that one is set up. */
export function SecondStep({ half, onBack }: SecondStepProps) {
  return (
    <div className={styles.panel}>
      <Step {...half} />
      <BackLink onBack={onBack} />
    </div>
  )
}

function Step({ halfWay, password }: HalfLogin) {
  const t = useText()
  const errorText = useLoginErrorText()
  const [calls] = useState(() => factorCallsAs(halfWay))
  const challenge = useFactorChallenge(calls)
  const entering = useMutation({
    mutationFn: (token: string) => enter(token, password),
    onSuccess: useNextStep(),
  })
  const onDone = (token: string) => entering.mutate(token)
  if (entering.error) return <Notice tone="bad">{errorText(entering.error)}</Notice>
  if (!challenge.data) return <ChallengeState error={challenge.error} onRetry={() => void challenge.refetch()} />
  if (challenge.data.MustEnrol) return <Enrolment calls={calls} challenge={challenge.data} onDone={onDone} />
  return (
    <>
      <Head title={t('factors.shownTitle')} text={t('factors.shownText')} />
      <ShowFactor
        mayRemember={keepsCookies()}
        calls={calls}
        challenge={challenge.data}
        onUsedUp={() => void challenge.refetch()}
        onShown={onDone}
      />
    </>
  )
}

interface EnrolmentProps {
  calls: FactorCalls
  challenge: FactorChallenge
  /** Called with the token of a session. */
  onDone: (token: string) => void
}

/** Sets up the first factor of somebody who has to have one, and shows what stands in for it. */
function Enrolment({ calls, challenge, onDone }: EnrolmentProps) {
  const t = useText()
  const [way, setWay] = useState<'app' | 'passkey'>()
  const [added, setAdded] = useState<AddedFactor>()
  if (added) {
    return (
      <>
        <Head title={t('factors.codesTitle')} text={t('factors.codesText')} />
        <RecoveryCodes codes={added.RecoveryCodes ?? []} />
        <Button autoFocus kind="primary" size="large" onClick={() => onDone(added.Token.access_token)}>
          {t('factors.codesKept')}
        </Button>
      </>
    )
  }
  const Setup = way === 'passkey' ? SetupPasskey : SetupTotp
  return (
    <>
      <Head title={t('factors.enrolTitle')} text={t('factors.enrolText')} />
      {way ? (
        <Setup calls={calls} onAdded={setAdded} />
      ) : (
        <div className={styles.ways}>
          {challenge.MayAddPasskey && knowsPasskeys() && (
            <Button
              kind="primary"
              size="large"
              icon={KeyRound}
              className={styles.wide}
              onClick={() => setWay('passkey')}
            >
              {t('factors.addPasskey')}
            </Button>
          )}
          <Button size="large" icon={Smartphone} className={styles.wide} onClick={() => setWay('app')}>
            {t('factors.addApp')}
          </Button>
        </div>
      )}
    </>
  )
}
