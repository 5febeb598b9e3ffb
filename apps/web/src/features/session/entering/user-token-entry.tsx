import { ApiError, NetworkError } from '@rubrica/contract'
import { useText } from '../../../shared/i18n/use-text.ts'
import type { UserTokenEntry as Entry } from '../../../shared/session/entry/entry-address.ts'
import { EnvironmentInvalid } from '../require-environment.ts'
import { useLoginErrorText } from '../use-login-error-text.ts'
import { Entering } from './entering.tsx'
import { enterWithUserToken } from './enter-with-user-token.ts'

const isReported = (error: Error) =>
  error instanceof ApiError || error instanceof NetworkError || error instanceof EnvironmentInvalid

/** Comes in with the token that stood in the address. */
export function UserTokenEntry({ entry, onGiveUp }: { entry: Entry; onGiveUp: () => void }) {
  const t = useText()
  const loginErrorText = useLoginErrorText()
  return (
    <Entering
      enter={() => enterWithUserToken(entry)}
      explain={(error) => ({ ours: [isReported(error) ? loginErrorText(error) : t('login.invalid')] })}
      onGiveUp={onGiveUp}
    />
  )
}
