import { expect, test } from 'vitest'
import { codingOf } from './coding-of.ts'

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['br;q=0.5, gzip;q=1.0', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br; q=0.000, gzip;q=0', undefined],
  ['identity', undefined],
  ['x-brush, gzipped', undefined],
  [undefined, undefined],
])('a client that reads %s gets %s', (accepted, coding) => {
  expect(codingOf({ headers: { 'accept-encoding': accepted } }, ['br', 'gzip'])).toBe(coding)
})
