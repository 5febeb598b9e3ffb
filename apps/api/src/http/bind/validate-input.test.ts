import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nestsTooDeep, validate, withoutEmpty } from './validate-input.ts'

test('nesting is measured outside of texts only', () => {
  expect(nestsTooDeep('['.repeat(33))).toBe(true)
  expect(nestsTooDeep('[{'.repeat(16) + '}]'.repeat(16))).toBe(false)
  expect(nestsTooDeep(JSON.stringify('['.repeat(1000)))).toBe(false)
  expect(nestsTooDeep(JSON.stringify('\\"' + '['.repeat(1000)))).toBe(false)
  expect(nestsTooDeep('"\\\\"' + '['.repeat(33))).toBe(true)
  expect(nestsTooDeep('"never closed ' + '['.repeat(100))).toBe(false)
})

test('no JSON value that nests little is ever refused', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => !nestsTooDeep(JSON.stringify(value))))
})

test('a refusal names each field and no value', () => {
  const schema = z.object({ pin: z.string().max(3), list: z.array(z.object({ n: z.number() })) })
  const attempt = () => validate(schema, 'body', { pin: 'canary', list: [{ n: 1 }, { n: 'canary' }] })
  expect(attempt).toThrowError(
    expect.objectContaining({
      code: 'VALIDATION_FAILED',
      facts: {
        Fields: [
          { Field: 'body.pin', Problem: expect.not.stringContaining('canary') as unknown },
          { Field: 'body.list.1.n', Problem: expect.not.stringContaining('canary') as unknown },
        ],
      },
    }) as Error,
  )
})

test('U+0000 is refused wherever it hides', () => {
  for (const value of ['a\0', { a: ['\0'] }, { 'a\0': 1 }]) {
    expect(() => validate(z.unknown(), 'query', value)).toThrowError('U+0000')
  }
})

test('an empty value of a query is no value', () => {
  expect(withoutEmpty({ a: '', b: '0', c: ['', 'x'] })).toEqual({ b: '0', c: ['', 'x'] })
})
