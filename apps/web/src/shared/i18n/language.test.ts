import { LANGUAGES } from '@rubrica/domain'
import { expect, test } from 'vitest'
import { askedLanguage, initialLanguage } from './initial-language.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import { withoutTurns } from './fill-text.ts'

test.each<[stored: string | null, browser: string[], deployment: string, language: string]>([
  ['fr', ['de'], 'es', 'fr'],
  ['es-ES', [], 'ca', 'es'],
  [null, ['ca-ES', 'es'], 'de', 'ca'],
  [null, ['pt-BR', 'FR', 'en'], 'de', 'fr'],
  ['it', ['es'], 'de', 'es'],
  [null, ['it', 'pt'], 'ca', 'ca'],
  ['it', [], 'de', 'de'],
  ['xx', ['*', ''], 'yy', 'en'],
])(
  'with %j stored, a browser that asks for %j and %j as the deployment’s own, the first language is %s',
  (stored, browser, deployment, language) => {
    expect(initialLanguage(askedLanguage(stored, browser), deployment)).toBe(language)
  },
)

test('every language has a name in its own words', () => {
  expect(Object.keys(LANGUAGE_NAMES)).toEqual([...LANGUAGES])
})

test('a name inside a sentence turns round neither the sentence nor itself', () => {
  expect(withoutTurns('a\u202efdp.exe')).toBe('afdp.exe')
  expect(withoutTurns('\u2069\u2067عقد.pdf\u2066')).toBe('عقد.pdf')
  expect(withoutTurns('Übergabe <b>1</b> 😀.pdf')).toBe('Übergabe <b>1</b> 😀.pdf')
})
