import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contract } from './contract.ts'
import type { Endpoint } from './endpoint.ts'
import { idempotencyHeaders } from './idempotency.ts'
import { isForPrograms } from './problems-of.ts'

const read = (key: string) => idempotencyHeaders.parse({ 'idempotency-key': key })['idempotency-key']

test('every POST below /v1 takes an Idempotency-Key', () => {
  const calls = Object.values<Endpoint>(contract).filter((entry) => isForPrograms(entry) && entry.method === 'POST')
  expect(calls.length).toBeGreaterThan(2)
  for (const { path, headers } of calls) {
    expect(headers?.safeParse({ 'idempotency-key': '"8e03978e"' }), path).toMatchObject({
      data: { 'idempotency-key': '8e03978e' },
    })
  }
})

test.each([
  ['a bare key', '8e03978e-40d5', '8e03978e-40d5'],
  ['a key in quotes', '"8e03978e-40d5"', '8e03978e-40d5'],
  ['quotes and backslashes inside', '"a\\"b\\\\c-long"', 'a"b\\c-long'],
  ['an open quote', '"8e03978e', '"8e03978e'],
  ['quotes of a wrong escape', '"a\\b-long-"', '"a\\b-long-"'],
  ['quotes around nothing but blanks', '"        "', '        '],
])('%s', (_what, header, key) => {
  expect(read(header)).toBe(key)
})

test('whatever the key, with and without quotes it is the same', () => {
  const printable = fc.string({ minLength: 8, maxLength: 60 }).filter((text) => /^[\x20-\x7e]+$/.test(text))
  fc.assert(
    fc.property(printable, (key) => {
      fc.pre(!key.startsWith('"'))
      expect(read(`"${key.replace(/["\\]/g, '\\$&')}"`)).toBe(key)
      expect(read(key)).toBe(key)
    }),
  )
})

test('a key has 8 to 128 characters', () => {
  for (const key of ['1234567', 'x'.repeat(129), '']) {
    expect(idempotencyHeaders.safeParse({ 'idempotency-key': key }).success).toBe(false)
  }
  expect(idempotencyHeaders.parse({})).toEqual({})
})
