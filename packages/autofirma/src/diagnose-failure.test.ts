import { expect, test } from 'vitest'
import { diagnoseFailure, type FailedAttempt, type FailureFacts } from './diagnose-failure.ts'

const took = (...ms: number[]): FailedAttempt[] => ms.map((one) => ({ outcome: 'failed', ms: one }))
const REFUSED = [took(2, 1, 1), took(1, 2, 1), took(1, 1, 2)]
/** The second port has a TLS server that the browser does not trust. */
const UNTRUSTED = [took(2, 1, 2), took(64, 43, 30), took(1, 2, 2)]

const facts = (wish: Partial<FailureFacts> = {}): FailureFacts => ({
  isBlockedByPolicy: false,
  permission: 'granted',
  isLocalPage: false,
  isSecureContext: true,
  hasLostFocus: false,
  attempts: REFUSED,
  ...wish,
})

const cases: [string, Partial<FailureFacts>, string][] = [
  ['our own policy forbids it', { isBlockedByPolicy: true, permission: 'denied' }, 'blocked-by-csp certain'],
  ['the permission was refused', { permission: 'denied' }, 'network-access-blocked certain'],
  [
    'the permission was refused, but a local page needs none',
    { permission: 'denied', isLocalPage: true },
    'not-running likely',
  ],
  [
    'the browser’s question was never answered',
    { permission: 'prompt', attempts: [[{ outcome: 'timed-out', ms: 43_000 }], took(1), took(2)] },
    'network-access-blocked likely',
  ],
  [
    'the question was waved away',
    { permission: 'prompt', attempts: [took(9000), took(1), took(2)] },
    'network-access-blocked likely',
  ],
  ['every port refuses', {}, 'not-running likely'],
  ['a browser without the permission, every port refuses', { permission: 'unknown' }, 'not-running likely'],
  ['one port takes longer than the others', { attempts: UNTRUSTED }, 'certificate-not-trusted likely'],
  [
    'one port is quicker than those that refuse (Windows)',
    { attempts: [took(2040, 2030), took(30, 20), took(2045, 2032)] },
    'certificate-not-trusted likely',
  ],
  ['a slow moment is no evidence', { attempts: [took(2, 1, 1), took(90, 2, 1), took(1, 1, 80)] }, 'not-running likely'],
  [
    'delays of the browser itself are no evidence',
    { attempts: [took(3754, 1201), took(4603, 4122), took(3520, 4986)] },
    'not-running likely',
  ],
  ['another window came to the front', { hasLostFocus: true }, 'certificate-not-trusted likely'],
  [
    'the question was answered with yes, but so late that the application had ended for want of a message',
    { hasLostFocus: true, attempts: [took(29_000, 2), took(29_000, 1), took(29_000, 2)] },
    'not-running likely',
  ],
  ['nothing was tried', { attempts: [] }, 'not-running likely'],
]

test.each(cases)('%s', (_what, wish, verdict) => {
  const { cause, certainty } = diagnoseFailure(facts(wish))
  expect(`${cause} ${certainty}`).toBe(verdict)
})

test('what the facts leave open is said, too, and what they rule out is not', () => {
  const causes = (wish: Partial<FailureFacts>): string[] =>
    diagnoseFailure(facts(wish)).others.map(({ cause }) => cause)
  expect(causes({})).toEqual(['certificate-not-trusted'])
  expect(causes({ permission: 'prompt' })).toEqual(['certificate-not-trusted', 'network-access-blocked'])
  expect(causes({ permission: 'prompt', isLocalPage: true })).toEqual(['certificate-not-trusted'])
  expect(causes({ permission: 'unknown', isSecureContext: false })).toEqual([
    'certificate-not-trusted',
    'insecure-context',
  ])
  expect(causes({ isBlockedByPolicy: true })).toEqual([])
})
