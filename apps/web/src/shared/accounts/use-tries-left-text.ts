import { ApiError } from '@rubrica/contract'
import { useText } from '../i18n/use-text.ts'
import { isOfTheCode } from './provider-errors.ts'

/** How many PINs or codes may still be tried, as a sentence; empty when the error does not say so, or none is left. */
export function useTriesLeftText(): (error: unknown) => string {
  const t = useText()
  return (error) => {
    const left = error instanceof ApiError ? error.details.TriesLeft : undefined
    if (typeof left !== 'number' || left <= 0) return ''
    return t(isOfTheCode(error) ? 'signing.codeTriesLeft' : 'signing.triesLeft', { count: left })
  }
}
