import { ApiError } from '@rubrica/contract'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'
import { AddressInvalid } from '../../shared/session/page-address.ts'
import { EnvironmentInvalid } from './require-environment.ts'

/** The sentence for what keeps somebody from the provider that they chose: the server's own, where it gives one. */
export function useWayErrorText(): (error: Error) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (error instanceof EnvironmentInvalid) return t('login.invalidEnvironment')
    return error instanceof AddressInvalid ? t('login.invalidUrl') : errorText(error)
  }
}

/** The sentence for a failed login: 401 has its own, everything else says to try again, with the reason. */
export function useLoginErrorText(): (error: Error) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (error instanceof EnvironmentInvalid) return t('login.invalidEnvironment')
    if (error instanceof ApiError && error.status === 401) return t('login.invalid')
    return t('login.tryAgain', { reason: errorText(error) })
  }
}
