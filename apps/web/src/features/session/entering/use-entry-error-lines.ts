import { ApiError } from '@rubrica/contract'
import { findText } from '../../../shared/i18n/language.ts'
import type { TextKey } from '../../../shared/i18n/text-keys.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { EnvironmentInvalid } from '../require-environment.ts'
import { EntryRefused } from './entry-refused.ts'

/** What is said about a failure. */
export interface EntryErrorLines {
  /** The portal's own sentences, a line each. */
  readonly ours: readonly string[]
  /** What stood in the address: somebody else's words, or the address itself. */
  readonly theirs?: string
}

/** A refusal of the server: unknown person, used or invalid code, somebody who may not come in, anything else. */
const SENTENCES: ReadonlyMap<number | undefined, readonly TextKey[]> = new Map([
  // A code is bound to the browser that asked for it.
  [400, ['entry.invalidCode', 'entry.sameBrowser']],
  [401, ['entry.unknownUser', 'entry.otherAccount']],
  [403, ['entry.requestFailed']],
])

/** How the server calls what it answers with these, where it has only an address to say it in. */
const STATUS_OF: ReadonlyMap<string, number> = new Map([
  ['LOGIN_CODE_INVALID', 400],
  ['LOGIN_USER_UNKNOWN', 401],
])

/** What is said about an answer that lets nobody in (spec §8). */
export function useEntryErrorLines(): (error: Error) => EntryErrorLines {
  const t = useText()
  const sentences = (status: number | undefined): EntryErrorLines => ({
    ours: (SENTENCES.get(status) ?? (['entry.uncontrolled'] as const)).map((key) => t(key)),
  })
  const reported = ({ message, reason }: EntryRefused): EntryErrorLines => {
    const status = STATUS_OF.get(reason ?? message)
    if (status !== undefined) return sentences(status)
    const known = findText(`errors.${reason ?? message}`)
    return known === undefined ? { ours: [], theirs: message } : { ours: [known] }
  }
  const refused = (error: EntryRefused): EntryErrorLines => {
    if (error.code === 'reported') return reported(error)
    if (error.code === 'codeMissing') return { ours: [t('entry.codeMissing')], theirs: error.message }
    return { ours: [t(error.code === 'addressInvalid' ? 'login.invalidUrl' : 'entry.requestFailed')] }
  }
  return (error) => {
    if (error instanceof EntryRefused) return refused(error)
    if (error instanceof EnvironmentInvalid) return { ours: [t('login.invalidEnvironment')] }
    return sentences(error instanceof ApiError ? error.status : undefined)
  }
}
