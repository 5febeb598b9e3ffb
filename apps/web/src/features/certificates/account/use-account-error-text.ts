import { ApiError } from '@rubrica/contract'
import { isLoginRefused } from '../../../shared/accounts/provider-errors.ts'
import { useErrorText } from '../../../shared/i18n/use-error-text.ts'
import { useText } from '../../../shared/i18n/use-text.ts'

/** Errors that sound otherwise here than while signing. */
const OWN_WORDS = [
  'PROVIDER_UNREACHABLE',
  'PROVIDER_TIMEOUT',
  'PROVIDER_FAILED',
  'PROVIDER_NOT_CONFIGURED',
  'PROVIDER_NOT_AUTHORISED',
  'CODE_REQUIRED',
] as const

/** The sentence for an error about an account at a provider: what happened and what to do. */
export function useAccountErrorText(provider: string): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => {
    if (isLoginRefused(error)) return t('login.invalid')
    const own = error instanceof ApiError && OWN_WORDS.find((code) => code === error.code)
    return own ? t(`certificates.account.errors.${own}`, { provider }) : errorText(error)
  }
}
