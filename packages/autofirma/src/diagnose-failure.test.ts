import { expect, test } from 'vitest'
import { diagnoseFailure, type FailedAttempt, type FailureFacts } from './diagnose-failure.ts'
import type { FocusChange } from './read-focus.ts'

/** The attempts of one round, over all ports or over the first alone. */
const took = (...ms: number[]): FailedAttempt[] => ms.map((one) => ({ outcome: 'failed', ms: one }))
const REFUSED = [took(2), took(1), took(3), took(2, 1, 1), took(1), took(2), took(1), took(1, 2, 1)]
/** The second port has a TLS server that the browser does not trust. */
const UNTRUSTED = [took(2), took(1), took(1), took(2, 64, 1), took(1), took(2), took(1), took(1, 43, 2)]

/**
 * The focus events of a page: the milliseconds from the launch at which it lost the focus, had it back, lost it again…
 */
const focusAt = (...ms: number[]): FocusChange[] => ms.map((one, index) => ({ ms: one, hasFocus: index % 2 === 1 }))

const facts = (wish: Partial<FailureFacts> = {}): FailureFacts => ({
  isBlockedByPolicy: false,
  permission: 'granted',
  isLocalPage: false,
  isSecureContext: true,
  focus: [],
  rounds: REFUSED,
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
    { permission: 'prompt', rounds: [[{ outcome: 'timed-out', ms: 43_000 }], took(1), took(2)] },
    'network-access-blocked likely',
  ],
  [
    'the question was waved away',
    { permission: 'prompt', rounds: [took(9000), took(1), took(2)] },
    'network-access-blocked likely',
  ],
  ['every port refuses', {}, 'not-running likely'],
  ['a browser without the permission, every port refuses', { permission: 'unknown' }, 'not-running likely'],
  ['one port takes longer than the others', { rounds: UNTRUSTED }, 'certificate-not-trusted likely'],
  [
    'one port is quicker than those that refuse (Windows)',
    { rounds: [took(2040, 30, 2045), took(2030), took(2030, 20, 2032)] },
    'certificate-not-trusted likely',
  ],
  ['a slow moment is no evidence', { rounds: [took(2, 90, 1), took(1), took(1, 1, 2)] }, 'not-running likely'],
  [
    'delays of the browser itself are no evidence',
    { rounds: [took(3754, 4603, 3520), took(1201, 4122, 4986)] },
    'not-running likely',
  ],
  [
    'the question was answered with yes, but so late that the application had ended for want of a message',
    { focus: focusAt(449, 2923, 4468), rounds: [took(29_000), took(2), took(2, 1, 2)] },
    'not-running likely',
  ],
  ['nothing was tried', { rounds: [] }, 'not-running likely'],
]

test.each(cases)('%s', (_what, wish, verdict) => {
  const { cause, certainty } = diagnoseFailure(facts(wish))
  expect(`${cause} ${certainty}`).toBe(verdict)
})

const sequences: [string, FocusChange[], string][] = [
  ['the browser’s question was refused', focusAt(1888, 3310), 'not-running likely'],
  ['no application is installed, as the desktop says', focusAt(573, 2978), 'not-running likely'],
  ['the question was allowed, and the application never starts', focusAt(381, 2881), 'not-running likely'],
  ['the application started, and its root is not trusted', focusAt(449, 2923, 4468), 'certificate-not-trusted likely'],
  [
    'the application started, and ended when nobody had spoken to it',
    focusAt(449, 2923, 4468, 35_724),
    'certificate-not-trusted likely',
  ],
  ['the browser’s question is still open', focusAt(449), 'not-running likely'],
  ['the person looks at something else much later', focusAt(381, 2881, 21_000, 24_000), 'not-running likely'],
  ['the loss of the focus is reported twice', [...focusAt(381), ...focusAt(382, 2881)], 'not-running likely'],
]

test.each(sequences)('the focus shows what came to the front: %s', (_what, focus, verdict) => {
  const { cause, certainty } = diagnoseFailure(facts({ focus }))
  expect(`${cause} ${certainty}`).toBe(verdict)
})

test('a question of the browser may still be open while the page has not had the focus back', () => {
  const mayBeAsking = (...ms: number[]): boolean => diagnoseFailure(facts({ focus: focusAt(...ms) })).mayBeAsking
  expect(mayBeAsking(449)).toBe(true)
  expect([[], [573, 2978], [449, 2923, 4468], [381, 2881, 21_000]].map((ms) => mayBeAsking(...ms))).not.toContain(true)
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
