import { expect, test } from 'vitest'
import { tagsOf } from './tags-of.ts'

test.each([
  ['', []],
  ['legal', ['legal']],
  ['legal,2026, with blanks ', ['legal', '2026', 'with blanks']],
  [' , ,', []],
])('the tags of %j are %j', (text, tags) => {
  expect(tagsOf(text)).toEqual(tags)
})
