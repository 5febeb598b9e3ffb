import { perLanguage, writeNumber } from './per-language.ts'

/** What a text is filled with; `count` also chooses its form. */
export type TextFacts = Readonly<Record<string, string | number | undefined>>

export interface Texts {
  readonly [name: string]: string | Texts | undefined
}

/** The texts of one language. */
interface Spoken {
  readonly language: string
  readonly texts: Texts
}

/**
 * A name inside a sentence, without the marks that would turn round the sentence after it, or show a file name
 * backwards.
 */
export function withoutTurns(name: string): string {
  return name.replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
}

function memberOf(texts: Texts | string | undefined, name: string): string | Texts | undefined {
  return typeof texts === 'object' && Object.hasOwn(texts, name) ? texts[name] : undefined
}

const plurals = perLanguage((language) => new Intl.PluralRules(language))

/** How the end of a key may be written, best first. */
function formsOf(name: string, count: string | number | undefined, language: string): string[] {
  if (typeof count !== 'number') return [name]
  const forms = [count === 0 ? 'zero' : undefined, plurals(language).select(count), 'other']
  return [...forms.filter((form) => form !== undefined).map((form) => `${name}_${form}`), name]
}

/** `{{name}}`, or `{{count, number}}` for a number that is written with the separators of the language. */
const PLACE = /\{\{(\w+)(, number)?\}\}/g

/**
 * The text of a key with its facts filled in.
 * @returns undefined when the texts have no such key
 */
export function fillText({ language, texts }: Spoken, key: string, facts: TextFacts = {}): string | undefined {
  const path = key.split('.')
  const name = path.pop() ?? ''
  const group = path.reduce<string | Texts | undefined>(memberOf, texts)
  const text = formsOf(name, facts.count, language)
    .map((form) => memberOf(group, form))
    .find((found) => typeof found === 'string')
  return text?.replace(PLACE, (_, fact: string, asNumber: string | undefined) => {
    const value = Object.hasOwn(facts, fact) ? (facts[fact] ?? '') : ''
    if (asNumber !== undefined && typeof value === 'number') return writeNumber(value, language)
    return withoutTurns(String(value))
  })
}
