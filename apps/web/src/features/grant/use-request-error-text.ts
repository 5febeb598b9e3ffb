import { ApiError } from '@rubrica/contract'
import { useErrorText } from '../../shared/i18n/use-error-text.ts'
import { useText } from '../../shared/i18n/use-text.ts'

const TEXTS = {
  AUTHORISATION_CLIENT_UNKNOWN: 'authcerts.clientUnknown',
  AUTHORISATION_REDIRECT_UNKNOWN: 'authcerts.redirectUnknown',
  AUTHORISATION_REQUEST_INVALID: 'authcerts.invalid',
  VALIDATION_FAILED: 'authcerts.invalid',
  AUTHORISATION_EXPIRED: 'authcerts.over',
  INVALID_CREDENTIALS: 'login.invalid',
} as const

const isKnown = (code: string): code is keyof typeof TEXTS => code in TEXTS

/** Whether the server has said no to the request itself: asked again, it says the same. */
export function isRequestRefused(error: unknown): boolean {
  return error instanceof ApiError && error.status === 400
}

/** Whether the request was answered before, or has waited too long. */
export function isRequestOver(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'AUTHORISATION_EXPIRED'
}

/** The sentence for an error on the way from a request to its answer: what is wrong and what to do. */
export function useRequestErrorText(): (error: unknown) => string {
  const t = useText()
  const errorText = useErrorText()
  return (error) => (error instanceof ApiError && isKnown(error.code) ? t(TEXTS[error.code]) : errorText(error))
}
