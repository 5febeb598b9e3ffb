import { ApiError } from '@rubrica/contract'
import { languageOf, type Language } from '@rubrica/domain'
import { api } from '../../api/api.ts'
import { queryClient } from '../../api/query-client.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { chooseLanguage, currentLanguage } from '../../i18n/language.ts'
import { isForApplication } from './application-request.ts'
import { readSession, removeFromSession, sessionToken, writeSession } from '../session-store.ts'

/** Calls of one page, one after the other: the last choice is the one that stays. */
let keeping: Promise<void> = Promise.resolve()

/** Unless another one was chosen meanwhile. */
function forgetChoice(language: Language): void {
  if (readSession('chosenLanguage') === language) removeFromSession('chosenLanguage')
}

async function notifyAccount(): Promise<void> {
  const language = languageOf(readSession('chosenLanguage'))
  if (language === undefined || sessionToken() === null) return
  try {
    await api.updateUser({ body: { language } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'PASSWORD_CHANGE_REQUIRED') return
    forgetChoice(language)
    throw error
  }
  forgetChoice(language)
  void queryClient.invalidateQueries({ queryKey: queryKeys.user })
}

/**
 * Makes what the person chose the language of their account, in which mails, messages and pages of providers are, too.
 * Where nobody is logged in yet, or a password has to be changed first, the choice waits for that.
 * @throws {ApiError} {NetworkError} when the account could not be changed
 */
export function keepChosenLanguage(): Promise<void> {
  keeping = keeping.catch(() => undefined).then(notifyAccount)
  return keeping
}

/** As `keepChosenLanguage`, of a language that is chosen now. */
export function keepLanguage(language: Language): Promise<void> {
  writeSession('chosenLanguage', language)
  return keepChosenLanguage()
}

/**
 * What a log-in does with the language: the page follows the account. A choice that the person made on the way in
 * counts more and becomes the account's; so does the language of the page while an account has none. What an
 * application asked for stays as it is.
 * @param account null until somebody has said
 */
export async function followAccountLanguage(account: Language | null): Promise<void> {
  const chosen = languageOf(readSession('chosenLanguage'))
  if (chosen === undefined && isForApplication()) return
  if (chosen === undefined && account !== null) {
    // Texts that cannot be fetched keep nobody out.
    await chooseLanguage(account).catch(() => false)
    return
  }
  // The log-in need not wait for it.
  void keepLanguage(chosen ?? currentLanguage()).catch(() => undefined)
}
