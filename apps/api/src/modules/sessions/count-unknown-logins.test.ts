import { expect, test } from 'vitest'
import { UnknownLogins } from './count-unknown-logins.ts'

const at = (seconds: number) => new Date(1_000_000_000 + seconds * 1000)

test('a name that nobody has locks after as many tries as a real one, in any case, and is free after the same time', () => {
  const unknown = new UnknownLogins({ tries: 3, lockMs: 60_000 })
  expect([1, 2, 3].map(() => unknown.count('Nobody', at(0)))).toEqual([undefined, undefined, undefined])
  expect(unknown.count('NOBODY', at(1))).toEqual(at(60))
  expect(unknown.count('somebody', at(1))).toBeUndefined()
  expect(unknown.count('nobody', at(61))).toBeUndefined()
})

test('names without end do not fill the memory', () => {
  const unknown = new UnknownLogins({ tries: 1, lockMs: 60_000 })
  unknown.count('first', at(0))
  expect(unknown.count('first', at(0))).toEqual(at(60))
  for (let i = 0; i < 10_001; i++) unknown.count(`name ${i}`, at(0))
  expect(unknown.count('first', at(0))).toBeUndefined()
})
