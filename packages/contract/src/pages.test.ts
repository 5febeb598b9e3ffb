import { expect, test } from 'vitest'
import { z } from 'zod'
import { pageOf, pageQuery } from './pages.ts'

test('a page has 1 to 200 rows, and 50 unless asked otherwise', () => {
  expect(pageQuery.parse({})).toEqual({ limit: 50 })
  for (const limit of ['1', '200']) expect(pageQuery.parse({ limit }).limit).toBe(Number(limit))
  for (const limit of ['0', '201', '-1', '1.5', '1e2', '', ' 1', 'NaN', '0x10', ['1', '2']]) {
    expect(pageQuery.safeParse({ limit }).success, String(limit)).toBe(false)
  }
})

test('a cursor is some text of a bounded length', () => {
  expect(pageQuery.safeParse({ cursor: 'x'.repeat(4096) }).success).toBe(true)
  for (const cursor of ['', 'x'.repeat(4097), ['a', 'b']]) expect(pageQuery.safeParse({ cursor }).success).toBe(false)
})

test('the last page has no next', () => {
  expect(pageOf(z.string()).safeParse({ data: ['a'], next: null }).success).toBe(true)
})
