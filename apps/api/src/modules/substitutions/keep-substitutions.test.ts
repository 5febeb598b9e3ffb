import { expect, test } from 'vitest'
import { proposeSubstitution, type KeepSubstitutions, type SubstitutionWish } from './keep-substitutions.ts'
import type { NewSubstitution } from './ports.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const WISH: SubstitutionWish = {
  ...{ deputy: 'biel', kind: 'delegation', timeZone: 'Europe/Madrid', tags: [], senders: [], formula: 'p. o. de' },
  ...{ from: '2026-10-20', until: '2026-10-25' },
}

async function propose(wish: Partial<SubstitutionWish>, now = '2026-10-01T10:00:00Z'): Promise<NewSubstitution> {
  const kept: NewSubstitution[] = []
  const needs = {
    substitutions: {
      findColleague: async () => ({ userId: 'b', name: 'Biel', subscriptionId: 's' }),
      propose: async (one: NewSubstitution) => (kept.push(one), 'done'),
    },
    mandates: { areDemanded: async () => false },
    log: silent,
    now: () => new Date(now),
  } as unknown as KeepSubstitutions
  await proposeSubstitution(needs, 'a', { ...WISH, ...wish })
  return kept[0]!
}

test('days are whole in their time zone, also when the clocks change in them', async () => {
  const { beginsAt, endsAt } = await propose({})
  expect([beginsAt.toISOString(), endsAt.toISOString()]).toEqual([
    '2026-10-19T22:00:00.000Z',
    '2026-10-25T23:00:00.000Z',
  ])
})

test('a single day is enough, and a year is the most', async () => {
  expect(await propose({ until: '2026-10-20' })).toMatchObject({ endsAt: new Date('2026-10-20T22:00:00Z') })
  expect(await propose({ from: '2026-10-20', until: '2027-10-20' })).toBeDefined()
})

test.each([
  ['end before they begin', { until: '2026-10-19' }],
  ['are over', { from: '2026-09-01', until: '2026-09-30' }],
  ['last more than a year', { until: '2027-10-21' }],
  ['are in no time zone', { timeZone: 'Europe/Nowhere' }],
])('days that %s are refused', async (_, wish) => {
  await expect(propose(wish)).rejects.toMatchObject({ code: 'SUBSTITUTION_DAYS_INVALID' })
})

test('the day that is not over yet where the person is can be the last one', async () => {
  expect(await propose({ from: '2026-10-01', until: '2026-10-25' }, '2026-10-25T22:59:00Z')).toBeDefined()
  await expect(propose({ from: '2026-10-01' }, '2026-10-25T23:00:00Z')).rejects.toThrow()
})

test('tags are kept once each, whatever their capitals; none is all', async () => {
  expect((await propose({ tags: ['Contracts', 'contracts', 'Law'] })).tags).toEqual(['contracts', 'law'])
  expect((await propose({})).tags).toBeNull()
})
