import { expect, test } from 'vitest'
import { FALLBACK_LANGUAGE, languageOf, LANGUAGES } from './languages.ts'

test('the languages are es, ca, en, de and fr, in this order', () => {
  expect(LANGUAGES).toEqual(['es', 'ca', 'en', 'de', 'fr'])
})

test('without a language it is English', () => {
  expect(FALLBACK_LANGUAGE).toBe('en')
})

test.each([
  ['es', 'es'],
  ['es-ES', 'es'],
  ['CA', 'ca'],
  ['de-Latn-AT', 'de'],
  ['fr-', 'fr'],
  ['it', undefined],
  ['est', undefined],
  ['', undefined],
  [null, undefined],
  [undefined, undefined],
])('the language of %j is %s', (tag, language) => {
  expect(languageOf(tag)).toBe(language)
})
