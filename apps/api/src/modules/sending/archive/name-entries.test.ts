import { expect, test } from 'vitest'
import { safeName, UniqueNames } from './name-entries.ts'

test.each([
  ['lease.pdf', 'lease.pdf'],
  ['../../etc/passwd', '_.._etc_passwd'],
  ['C:\\Users\\ana.pdf', 'C__Users_ana.pdf'],
  ['\u202Efdp.exe\u202C.pdf', 'fdp.exe.pdf'],
  ['a\u0000b\u2028c.pdf', 'abc.pdf'],
  ['  .hidden. ', 'hidden'],
  ['CON.pdf', '_CON.pdf'],
  ['...', 'document'],
  ['Cafe\u0301.pdf', 'Café.pdf'],
])('%j becomes %j', (given, safe) => expect(safeName(given)).toBe(safe))

test('a long name keeps its extension, and no character is cut in two', () => {
  const name = safeName(`${'\u{1F469}\u{1F3FD}'.repeat(50)}.pdf`)
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200)
  expect(name).toMatch(/^(?:\u{1F469}\u{1F3FD})+\.pdf$/u)
})

test('names that some system takes for the same get a number', () => {
  const names = new UniqueNames()
  expect(['a.pdf', 'A.pdf', 'a (2).pdf', 'ａ.pdf', 'a'].map((name) => names.take(name))).toEqual([
    'a.pdf',
    'A (2).pdf',
    'a (2) (2).pdf',
    'ａ (3).pdf',
    'a',
  ])
})
