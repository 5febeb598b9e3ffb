import { ApiError } from '@rubrica/contract'
import { findText } from '../../../shared/i18n/language.ts'
import { useText } from '../../../shared/i18n/use-text.ts'
import { EnvironmentInvalid } from '../require-environment.ts'
import { EntryRefused } from './entry-refused.ts'

/** A refusal of the server: unknown person, used or invalid code, somebody who may not come in, anything else. */
const SENTENCES = {
  400: 'entry.invalidCode',
  401: 'entry.unknownUser',
  403: 'entry.requestFailed',
} as const

/** What is said, a line each, about an answer that lets nobody in (spec §8). */
export function useEntryErrorLines(): (error: Error) => readonly string[] {
  const t = useText()
  const refused = ({ code, message, reason }: EntryRefused): readonly string[] => {
    if (code === 'codeMissing') return [t('entry.codeMissing'), message]
    if (code === 'told') return [findText(`errors.${reason ?? message}`) ?? message]
    return [t(code === 'addressInvalid' ? 'login.invalidUrl' : 'entry.requestFailed')]
  }
  return (error) => {
    if (error instanceof EntryRefused) return refused(error)
    if (error instanceof EnvironmentInvalid) return [t('login.invalidEnvironment')]
    const status = error instanceof ApiError ? error.status : undefined
    const sentence = Object.entries(SENTENCES).find(([known]) => Number(known) === status)?.[1]
    if (sentence === undefined) return [t('entry.uncontrolled')]
    // A code is bound to the browser that asked for it.
    return status === 400 ? [t(sentence), t('entry.sameBrowser')] : [t(sentence)]
  }
}
