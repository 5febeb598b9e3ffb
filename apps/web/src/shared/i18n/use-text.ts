import type { Language } from '@rubrica/domain'
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { TextFacts } from './fill-text.ts'
import { currentLanguage, findText, onLanguageChange } from './language.ts'
import type { TextKey } from './text-keys.ts'

/** Gives the text of a key with its facts filled in. */
export type TextOf = (key: TextKey, facts?: TextFacts) => string

/** One function for each language, so that a change of language is a change of the value. */
const known = new Map<Language, TextOf>()

/** The language of a part of the page that is not in that of the rest; null elsewhere. */
export const SpokenHere = createContext<Language | null>(null)

/** The texts of the language that the page is in at this moment, for what is said after a change of it. */
export const currentText = (): TextOf => textIn(currentLanguage())

function textIn(language: Language): TextOf {
  const text = known.get(language) ?? ((key, facts) => findText(key, facts, language) ?? key)
  known.set(language, text)
  return text
}

/** `t('login.title')`: a text of the catalogue in the person's language; a wrong key does not compile. */
export function useText(): TextOf {
  const here = useContext(SpokenHere)
  const text = useSyncExternalStore(onLanguageChange, currentText)
  return here === null ? text : textIn(here)
}

/** The language that the page, or this part of it, is in. */
export function useLanguage(): Language {
  const here = useContext(SpokenHere)
  const language = useSyncExternalStore(onLanguageChange, currentLanguage)
  return here ?? language
}
