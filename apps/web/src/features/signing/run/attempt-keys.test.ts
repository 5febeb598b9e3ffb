import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attemptKeys } from './attempt-keys.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the key of an attempt without an answer is found again, until it is answered', () => {
  attemptKeys.keep('signer-1', 'key-1')
  attemptKeys.keep('signer-2', 'key-2')
  expect(['signer-1', 'signer-2', 'signer-3'].map(attemptKeys.find)).toEqual(['key-1', 'key-2', undefined])
  attemptKeys.forget('signer-1')
  expect(['signer-1', 'signer-2'].map(attemptKeys.find)).toEqual([undefined, 'key-2'])
})

test.each(['', 'null', '[]', '"text"', '{', '{"signer-1": 5}'])('stored keys like %j are none', (stored) => {
  kept.set('signAttempts', stored)
  expect(attemptKeys.find('signer-1')).toBeUndefined()
  attemptKeys.keep('signer-1', 'key-1')
  expect(attemptKeys.find('signer-1')).toBe('key-1')
})
