import { ApiError, NetworkError } from '@rubrica/contract'
import { findText } from './language.ts'
import { useText } from './use-text.ts'

/** The facts of an error that a sentence may need, as texts and numbers. */
function factsOf(error: ApiError): Record<string, string | number> {
  const entries = Object.entries(error.details).filter(
    (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
  )
  return Object.fromEntries(entries)
}

/** Where its sentence may stand: with what every screen says, or with a part of the portal. */
const GROUPS = ['errors', 'keyFileErrors', 'sendingErrors', 'profileErrors', 'elsewhereErrors', 'runErrors']

/**
 * Turns an error into a sentence for the person: the catalogue's text `errors.<CODE>`, or that of a part of the portal
 * whose texts come with its screens, with the facts of the error filled in, else the server's own words with its status,
 * else "try again".
 */
export function useErrorText(): (error: unknown) => string {
  const t = useText()
  return (error) => {
    if (error instanceof NetworkError) return t('errors.NETWORK')
    if (!(error instanceof ApiError)) return t('errors.UNEXPECTED')
    for (const group of GROUPS) {
      const text = findText(`${group}.${error.code}`, factsOf(error))
      if (text !== undefined) return text
    }
    return t('errors.withStatus', { status: error.status, text: error.message })
  }
}
