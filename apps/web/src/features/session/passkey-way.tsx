import { useMutation } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { factorApi } from '../../shared/factor/factor-api.ts'
import { knowsPasskeys } from '../../shared/factor/knows-passkeys.ts'
import { showPasskey } from '../../shared/factor/passkeys.ts'
import { useFactorErrorText } from '../../shared/factor/use-factor-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { afterLogin, type NextStep } from '../../shared/session/entry/after-login.ts'
import { useNextStep } from '../../shared/session/entry/use-next-step.ts'
import { Button } from '../../shared/ui/button.tsx'
import { Notice } from '../../shared/ui/status/notice.tsx'
import { forgetFailedEntry } from './failed-entry.ts'
import { EnvironmentInvalid, requireEnvironment } from './require-environment.ts'

/** @throws {ApiError} {NetworkError} {PasskeyFailed} {EnvironmentInvalid} */
async function logInWithPasskey(): Promise<NextStep> {
  forgetFailedEntry()
  requireEnvironment()
  const Assertion = await showPasskey(await factorApi.askPasskey({}))
  const { access_token: token } = await factorApi.passkeyLogin({ body: { Assertion } })
  return afterLogin({ token, accessMethod: 'USER_PASS' })
}

/** The way in by a passkey alone, where this page can use passkeys of the server. */
export function PasskeyWay() {
  const t = useText()
  const errorText = useFactorErrorText()
  const entering = useMutation({ mutationFn: logInWithPasskey, onSuccess: useNextStep() })
  const { error } = entering
  if (!knowsPasskeys()) return null
  return (
    <>
      {error && (
        <Notice tone="bad">
          {error instanceof EnvironmentInvalid ? t('login.invalidEnvironment') : errorText(error)}
        </Notice>
      )}
      <Button size="large" icon={KeyRound} busy={entering.isPending} onClick={() => entering.mutate()}>
        {t('factors.enter')}
      </Button>
    </>
  )
}
