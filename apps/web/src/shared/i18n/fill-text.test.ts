import { expect, test } from 'vitest'
import { fillText, type TextFacts, type Texts } from './fill-text.ts'

const TEXTS: Texts = {
  greeting: 'Hello {{name}}',
  list: {
    title: 'Documents',
    waiting_zero: 'Nothing waits',
    waiting_one: '{{count, number}} document waits',
    waiting_other: '{{count, number}} documents wait',
    pages: 'Page {{page, number}} of {{file}}, {{file}}',
  },
}
const fill = (key: string, facts?: TextFacts, language = 'en') => fillText({ language, texts: TEXTS }, key, facts)

test('a text is found by its names from the outside in, and filled with facts as often as they stand in it', () => {
  expect(fill('list.title')).toBe('Documents')
  expect(fill('greeting', { name: 'Ana' })).toBe('Hello Ana')
  expect(fill('list.pages', { page: 1234, file: 'a.pdf' })).toBe('Page 1,234 of a.pdf, a.pdf')
  expect(fill('list.pages', { page: 1234, file: 'a.pdf' }, 'de')).toBe('Page 1.234 of a.pdf, a.pdf')
})

test.each([
  [0, 'Nothing waits'],
  [1, '1 document waits'],
  [2, '2 documents wait'],
])('a number chooses the form of its text: %i', (count, expected) => {
  expect(fill('list.waiting', { count })).toBe(expected)
})

test('a form that a language has and the catalogue has not is the general one', () => {
  expect(fill('list.waiting', { count: 1_000_000 }, 'es')).toBe('1.000.000 documents wait')
  expect(fill('list.title', { count: 3 })).toBe('Documents')
})

test('what a fact holds is never read as a text with places of its own, and a missing one leaves its place empty', () => {
  expect(fill('greeting', { name: '{{name}} $& $1' })).toBe('Hello {{name}} $& $1')
  expect(fill('greeting')).toBe('Hello ')
  expect(fill('greeting', { name: undefined })).toBe('Hello ')
})

test('a fact cannot turn the sentence round', () => {
  expect(fill('greeting', { name: 'a\u202efdp.exe' })).toBe('Hello afdp.exe')
})

test.each(['nothing', 'list', 'list.nothing', 'greeting.deeper', 'constructor', 'list.toString.name', ''])(
  'the key %j has no text',
  (key) => {
    expect(fill(key)).toBeUndefined()
  },
)
