import { describe, expect, it } from 'vitest'
import { progressOf, isMoving, type SigningRun } from '../../shared/signing-runs/signing-run.ts'
import type { SigningSteps } from '../../shared/proof/signing-steps.ts'
import { endOf, isWorthTelling, runsToTell, wayToAuthorise } from './what-to-tell.ts'

const NOW = Date.parse('2027-03-01T12:00:00Z')
const HOUR_MS = 60 * 60_000
const ago = (hours: number) => new Date(NOW - hours * HOUR_MS).toISOString()

const run = (own: Partial<SigningRun> = {}): SigningRun => ({
  ...{
    RunGUID: 'run',
    CertGUID: 'certificate',
    CertType: null,
    State: 'finishing',
    Paused: false,
    Code: null,
    Asked: null,
  },
  ...{ Counts: { valued: 3, signed: 1 }, CreatedAt: ago(2), AuthorisedAt: ago(2), EndedAt: null, ExpiresAt: ago(-22) },
  ...own,
})
const ended = (own: Partial<SigningRun>) => run({ State: 'done', EndedAt: ago(1), Counts: { signed: 4 }, ...own })
const partly = ended({ RunGUID: 'partly', Counts: { signed: 3, failed: 1 } })
const givenUp = ended({ RunGUID: 'given up', State: 'stopped', Code: 'RUN_EXPIRED', Counts: { discarded: 4 } })
const stopped = ended({
  RunGUID: 'stopped',
  State: 'stopped',
  Code: 'RUN_STOPPED',
  Counts: { signed: 1, discarded: 3 },
})

describe('the end of a run', () => {
  it('is that all is signed, that some is not, or that its person or the server stopped it', () => {
    expect([ended({}), partly, stopped, givenUp].map(endOf)).toEqual(['all', 'partly', 'stopped', 'given-up'])
  })
})

describe('what a person is told of on the list', () => {
  const told = (runs: readonly SigningRun[], seen: readonly string[] = [], followed: readonly string[] = []) =>
    runsToTell(runs, { seen: new Set(seen), isFollowed: (guid) => followed.includes(guid), now: NOW }).map(
      ({ RunGUID }) => RunGUID,
    )

  it('is what is not over, and what did not sign everything', () => {
    expect(told([run(), ended({ RunGUID: 'all' }), partly, givenUp])).toEqual(['run', 'partly', 'given up'])
  })

  it('is not what nobody has authorised, while it waits and once it is given up', () => {
    const never = { AuthorisedAt: null }
    expect(told([run({ ...never, State: 'needs-person' }), { ...givenUp, ...never }])).toEqual([])
  })

  it('is not what they have stopped themselves, even where something had failed before', () => {
    expect(told([stopped, ended({ State: 'stopped', Code: 'RUN_STOPPED', Counts: { failed: 1 } })])).toEqual([])
  })

  it('is not what they know, and nothing that is over for a day', () => {
    expect(told([partly, givenUp], ['partly'])).toEqual(['given up'])
    expect(isWorthTelling(partly, new Set(), NOW + 22.5 * HOUR_MS)).toBe(true)
    expect(isWorthTelling(partly, new Set(), NOW + 23.5 * HOUR_MS)).toBe(false)
  })

  it('is not what a dialog of this page shows', () => {
    expect(told([run(), partly], [], ['run'])).toEqual(['partly'])
  })
})

describe('how far a run is', () => {
  it('is how much is prepared until something is signed, then how much is signed; failures are done', () => {
    const preparing = run({ State: 'preparing', Counts: { queued: 2, prepared: 1, failed: 1 } })
    expect(progressOf(preparing)).toMatchObject({ doing: 'preparing', done: 2, total: 4, isAuthorised: false })
    expect(progressOf(run({ Counts: { valued: 2, signed: 1, failed: 1 } }))).toMatchObject({
      doing: 'signing',
      done: 2,
    })
    const anew = run({ State: 'preparing', Counts: { queued: 1, signed: 3 } })
    expect(progressOf(anew)).toMatchObject({ doing: 'signing', done: 3, total: 4 })
  })

  it('is hindered while what is left is tried again, and not by what an earlier try failed for', () => {
    expect(progressOf(run({ Code: 'TIMESTAMP_UNAVAILABLE' })).isHindered).toBe(true)
    const waiting = run({ State: 'needs-person', Code: 'PROVIDER_FAILED' })
    expect([run(), waiting].map((one) => progressOf(one).isHindered)).toEqual([false, false])
  })

  it('changes by itself while the server is at work, and not while it waits for somebody', () => {
    expect([run(), run({ State: 'preparing' }), run({ State: 'stopped' })].map(isMoving)).toEqual([true, true, true])
    expect(isMoving(run({ Paused: true, Counts: { finishing: 1, valued: 2 } }))).toBe(true)
    expect([run({ Paused: true }), run({ State: 'needs-person' }), partly].map(isMoving)).toEqual([false, false, false])
  })
})

describe('how a run is authorised from the list', () => {
  const steps = (own: Partial<SigningSteps>): SigningSteps => ({
    ...{ inputs: ['pin'], sendsCode: false, signatureSession: undefined, secondFactor: false, fixesDocuments: false },
    ...own,
  })

  it('is with the PIN, or a confirmation where the certificate has none', () => {
    expect([undefined, steps({}), steps({ inputs: [] })].map(wayToAuthorise)).toEqual(['pin', 'pin', 'confirm'])
  })

  it('is by signing anew where something else comes first: a code, a phone, another factor', () => {
    const others = [
      steps({ inputs: ['code', 'pin'] }),
      steps({ sendsCode: true }),
      steps({ inputs: [], signatureSession: 'remote' }),
      steps({ secondFactor: true }),
    ]
    expect(others.map(wayToAuthorise)).toEqual(['anew', 'anew', 'anew', 'anew'])
  })
})
