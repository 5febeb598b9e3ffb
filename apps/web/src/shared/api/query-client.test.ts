import { ApiError, NetworkError } from '@rubrica/contract'
import { expect, test } from 'vitest'
import { worthRetrying } from './query-client.ts'

test('a refusal is not asked for again', () => expect(worthRetrying(0, new ApiError(404, {}))).toBe(false))

test.each([new ApiError(503, {}), new NetworkError()])('%s is tried twice more', (error) => {
  expect(worthRetrying(1, error)).toBe(true)
  expect(worthRetrying(2, error)).toBe(false)
})
