import { describe, expect, test } from 'vitest'
import { expiryOf } from './expiry-of.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

describe('the end of a certificate', () => {
  test.each([
    ['2026-11-20T11:59:59Z', { kind: 'expired' }],
    ['2026-11-20T12:00:01Z', { kind: 'near', days: 0 }],
    ['2026-11-21T13:00:00Z', { kind: 'near', days: 1 }],
    ['2026-12-20T12:00:00Z', { kind: 'near', days: 30 }],
    ['2026-12-20T12:00:01Z', { kind: 'valid' }],
    // Without a zone it is UTC.
    ['2026-11-20T11:00:00', { kind: 'expired' }],
    ['no time', { kind: 'valid' }],
  ])('%s is %o', (expiration, expiry) => {
    expect(expiryOf(expiration, NOW)).toEqual(expiry)
  })
})
