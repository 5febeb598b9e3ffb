import { expect, test } from 'vitest'
import { stateOf } from './state-of.ts'

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour))
const PROPOSED = { beginsAt: at(8), endsAt: at(16), acceptedAt: null, endedAt: null, endedBy: null }
const ACCEPTED = { ...PROPOSED, acceptedAt: at(1) }

test.each([
  ['a request stands open until its days are over', PROPOSED, { 7: 'proposed', 15: 'proposed', 16: 'lapsed' }],
  [
    'what was accepted counts from its first day until the end of its last',
    ACCEPTED,
    {
      ...{ 7: 'accepted', 8: 'active', 15: 'active', 16: 'ended' },
    },
  ],
  [
    'a request that the deputy ended is declined',
    { ...PROPOSED, endedAt: at(2), endedBy: 'deputy' },
    { 9: 'declined' },
  ],
  ['one that the principal ended is revoked', { ...PROPOSED, endedAt: at(2), endedBy: 'principal' }, { 9: 'revoked' }],
  [
    'what was accepted is revoked by either',
    { ...ACCEPTED, endedAt: at(9), endedBy: 'deputy' },
    { 9: 'revoked', 20: 'revoked' },
  ],
] as const)('%s', (_, times, states) => {
  for (const [hour, state] of Object.entries(states)) expect(stateOf(times, at(Number(hour)))).toBe(state)
})
