import { LANGUAGES } from '@rubrica/domain'
import { expect, test } from 'vitest'
import { initialLanguage } from './initial-language.ts'
import { LANGUAGE_NAMES } from './language-names.ts'
import { withoutTurns } from './fill-text.ts'

test.each([
  ['fr', 'es', 'fr'],
  ['es-ES', 'ca', 'es'],
  [null, 'ca', 'ca'],
  ['it', 'de', 'de'],
  [null, undefined, 'en'],
  ['xx', 'yy', 'en'],
])('with %j stored and %j as the deployment’s own, the first language is %s', (stored, deployment, language) => {
  expect(initialLanguage(stored, deployment)).toBe(language)
})

test('every language has a name in its own words', () => {
  expect(Object.keys(LANGUAGE_NAMES)).toEqual([...LANGUAGES])
})

test('a name inside a sentence turns round neither the sentence nor itself', () => {
  expect(withoutTurns('a\u202efdp.exe')).toBe('afdp.exe')
  expect(withoutTurns('\u2069\u2067عقد.pdf\u2066')).toBe('عقد.pdf')
  expect(withoutTurns('Übergabe <b>1</b> 😀.pdf')).toBe('Übergabe <b>1</b> 😀.pdf')
})
