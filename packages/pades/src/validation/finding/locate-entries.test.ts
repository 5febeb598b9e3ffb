import { expect, test } from 'vitest'
import { locateDict } from './locate-entries.ts'

const locate = (text: string, key?: string) => locateDict(Buffer.from(text, 'latin1'), 0, key)

test('entries are where their values are written, and a key that is written twice is there twice', () => {
  expect(locate('7 0 obj\n<</A  12 /B (x) /A [1]>>\nendobj')).toEqual({
    start: 0,
    end: 32,
    entries: [
      { key: 'A', start: 14, end: 16 },
      { key: 'B', start: 20, end: 23 },
      { key: 'A', start: 27, end: 30 },
    ],
  })
})

test('a dictionary within another one is that of the last key of that name', () => {
  const found = locate('7 0 obj <</V <</A 1>> /V <</B 2>>>> endobj', 'V')
  expect(found).toMatchObject({ start: 0, end: 35, entries: [{ key: 'B' }] })
})

test('a key without a value is none', () => {
  expect(locate('7 0 obj <</A 1 /B>> endobj')?.entries).toHaveLength(1)
})

test.each([
  ['another number', 'x 0 obj <<>>'],
  ['no generation', '7 obj <<>>'],
  ['no keyword', '7 0 R <<>>'],
  ['no dictionary', '7 0 obj [1]'],
])('%s is no dictionary', (_what, text) => {
  expect(locate(text)).toBeNull()
})

test('a key that is absent, or whose value is none, leads to no dictionary', () => {
  expect(locate('7 0 obj <</A 1>> endobj', 'V')).toBeNull()
  expect(locate('7 0 obj <</V 1>> endobj', 'V')).toBeNull()
  expect(locate('7 0 obj 5 endobj', 'V')).toBeNull()
})
