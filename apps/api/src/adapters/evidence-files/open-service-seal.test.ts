import { expect, test } from 'vitest'
import { ProviderError, type ProviderErrorCode } from '@rubrica/providers/connector'
import { openServiceSeal } from './open-service-seal.ts'

const fail = (code: ProviderErrorCode, facts = {}) =>
  openServiceSeal(() => Promise.reject(new ProviderError(code, 'the service did not', { facts })))

test.each([
  ['unreachable', {}, 'passing'],
  ['timeout', {}, 'passing'],
  ['answer-lost', { status: 502 }, 'passing'],
  ['signature-refused', { bytes: 64 }, 'passing'],
  ['failed', { why: 'malformed', status: 200 }, 'passing'],
  ['failed', { status: 503 }, 'passing'],
  ['failed', { status: 429 }, 'passing'],
  ['failed', { status: 404 }, 'settings'],
  ['login-invalid', { status: 401 }, 'settings'],
  ['certificate-not-found', { status: 400 }, 'settings'],
  ['certificate-unusable', {}, 'settings'],
  ['wrong-pin', { status: 400 }, 'pin'],
  ['pin-locked', { status: 400 }, 'pin'],
] as const)('what a service means by %s with %j is told as %s, with its facts', async (code, facts, reason) => {
  await expect(fail(code, facts)).rejects.toMatchObject({ reason, facts: { ...facts, error: code } })
})

test('what is no answer of a service goes on as it is', async () => {
  const bug = new TypeError('a mistake of ours')
  await expect(openServiceSeal(() => Promise.reject(bug))).rejects.toBe(bug)
})
