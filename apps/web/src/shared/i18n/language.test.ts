import { LANGUAGES } from '@rubrica/domain'
import { expect, test } from 'vitest'
import { LANGUAGE_NAMES } from './language-names.ts'
import { initialLanguage } from './language.ts'

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
