/** Every change of state of somebody who is elsewhere is one compare-and-set: of several at once, one gets it. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { DatabaseErrandStore } from '../../src/adapters/database/errands/errand-store.ts'
import { DatabaseSigningStore } from '../../src/adapters/database/signing/signing-store.ts'
import { forgetExpired } from '../../src/adapters/database/forget-expired.ts'
import { archiveBySweep } from '../../src/adapters/jobs/archive-later.ts'
import { notifyNobody } from '../../src/adapters/jobs/notify-people.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import { failuresOf, sendSeveral } from '../scenes/authorise-signing.ts'

let scene: Scene
let foundation: Foundation
let errands: DatabaseErrandStore
let userId: string
let signerId: string
let documentId: string

/** Far ahead: the server of the scene ends what is over by its own clock. */
const at = new Date('2126-11-21T10:00:00Z')
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  foundation = await openFoundation({ config, role: 'tool' })
  errands = new DatabaseErrandStore(foundation.database, foundation.serverKeys, foundation.replica.instance)
  const [document] = await sendSeveral(scene, 1, 'ana')
  userId = scene.people.ana.userId
  documentId = document!.guid
  signerId = document!.signers[0]!.guid
})
afterAll(async () => {
  await foundation[Symbol.asyncDispose]()
  await scene[Symbol.asyncDispose]()
})
beforeEach(() => query('delete from errands'))

const query = (sql: string, values: unknown[] = []) => scene.portal.server.database!.query(sql, values)

const fresh = (more: object = {}) => ({
  id: randomUUID(),
  userId,
  certType: 'local',
  purpose: 'sign' as const,
  signerId,
  documentId,
  certificateId: null,
  baseRevision: 0,
  state: 'awaiting_person' as const,
  waitsFor: 'local-signature' as const,
  data: { secret: 'sesame' },
  createdAt: at,
  expiresAt: after(600),
  ...more,
})

async function begun(more: object = {}): Promise<string> {
  const transaction = fresh(more)
  expect(await errands.begin(transaction)).toBe(true)
  return transaction.id
}

const find = (id: string) => errands.find(userId, id)
const living = (moment = after(1)) =>
  errands.findLiving({ userId, certType: 'local', purpose: 'sign', signerId }, moment)
const take = (id: string, moment = after(1)) =>
  errands.advance(id, ['awaiting_person', 'finishing'], {
    state: 'finishing',
    leaseUntil: new Date(moment.getTime() + 30_000),
    at: moment,
  })

test('what is kept comes back to its owner alone, and is sealed', async () => {
  const id = await begun()
  expect(await find(id)).toMatchObject({
    id,
    state: 'awaiting_person',
    data: { secret: 'sesame' },
    expiresAt: after(600),
  })
  expect(await errands.find(scene.people.biel.userId, id)).toBeUndefined()
  const [row] = await scene.portal.server.database!.query<{ sealed_data: Buffer }>('select sealed_data from errands')
  expect(row!.sealed_data.toString('latin1')).not.toContain('sesame')
})

test('of several who take it at the same moment, one gets it', async () => {
  const id = await begun()
  const taken = await Promise.all(Array.from({ length: 8 }, () => take(id)))
  expect(taken.filter((one) => one !== undefined)).toHaveLength(1)
})

test('who finishes keeps it until the lease is over; then another takes it over, and the first is told', async () => {
  const id = await begun()
  await take(id)
  expect(await take(id, after(30))).toBeUndefined()
  expect(await take(id, after(32))).toBeDefined()
  const slow = { state: 'done' as const, ownLease: after(31), at: after(33) }
  expect(await errands.advance(id, ['finishing'], slow)).toBeUndefined()
  expect(await errands.advance(id, ['finishing'], { ...slow, ownLease: after(62) })).toMatchObject({ state: 'done' })
})

test('what a server held that is silent is taken by another at once; what a living one holds is not', async () => {
  const report = (instance: string, secondsAgo: number) =>
    query(
      `insert into replicas (instance, reported_at, steady_since)
       values ($1, now() - make_interval(secs => $2), now() - interval '1 minute')
       on conflict (instance) do update set reported_at = excluded.reported_at`,
      [instance, secondsAgo],
    )
  const heldBy = async (instance: string) => {
    await query('delete from errands')
    const id = await begun()
    await take(id)
    await query('update errands set lease_owner = $2 where id = $1', [id, instance])
    return id
  }
  await report('alive', 0)
  await report('dead', 9)
  expect(await take(await heldBy('alive'), after(2))).toBeUndefined()
  expect(await take(await heldBy('of before'), after(2))).toBeUndefined()
  const lost = await heldBy('dead')
  expect(await take(lost, after(2))).toBeDefined()
  expect(
    await errands.advance(lost, ['finishing'], { state: 'done', ownLease: after(31), at: after(3) }),
  ).toBeUndefined()
})

test('what has ended is not taken again, nor what is over', async () => {
  const id = await begun()
  await errands.advance(id, ['awaiting_person'], { state: 'done', at: after(1) })
  expect(await take(id)).toBeUndefined()
  expect(await living()).toBeUndefined()
  const late = await begun()
  expect(await take(late, after(601))).toBeUndefined()
  expect(await living(after(601))).toBeUndefined()
})

test('of several that begin for the same document at the same moment, one waits; the others gave way', async () => {
  const kept = await Promise.all(Array.from({ length: 6 }, () => errands.begin(fresh())))
  expect(kept).toContain(true)
  const rows = await scene.portal.server.database!.query<{ state: string }>('select state from errands')
  expect(rows.filter(({ state }) => state === 'awaiting_person')).toHaveLength(1)
})

test('a later one takes the place of what waits, and not of what is being finished', async () => {
  const first = await begun()
  const second = await begun({ data: { second: true } })
  expect(await find(first)).toMatchObject({ state: 'failed', outcomeCode: 'SUPERSEDED' })
  expect(await living()).toMatchObject({ id: second, data: { second: true } })
  await take(second)
  expect(await errands.begin(fresh({ createdAt: after(2) }))).toBe(false)
  expect(await find(second)).toMatchObject({ state: 'finishing' })
  expect(await errands.begin(fresh({ createdAt: after(40) }))).toBe(true)
})

test('what is over expires, what a server is finishing does not, and both are forgotten two days later', async () => {
  const left = await begun({ certType: 'swisscom' })
  const busy = await begun()
  await errands.advance(busy, ['awaiting_person'], { state: 'finishing', leaseUntil: after(700), at: after(599) })
  expect(await errands.expire(after(600))).toBe(0)
  expect(await errands.expire(after(601))).toBe(1)
  expect(await find(left)).toMatchObject({ state: 'expired', outcomeCode: 'TRANSACTION_EXPIRED' })
  expect(await find(busy)).toMatchObject({ state: 'finishing' })
  expect(await errands.expire(after(701))).toBe(1)
  await forgetExpired(foundation.database, after(600 + 47 * 3600))
  expect(await find(left)).toBeDefined()
  await forgetExpired(foundation.database, after(601 + 48 * 3600))
  expect(await find(left)).toBeUndefined()
  expect(await find(busy)).toBeUndefined()
})

describe('the audit log of the document', () => {
  let document: { guid: string }
  let own: { signerId: string; documentId: string }
  beforeEach(async () => {
    const [sent] = await sendSeveral(scene, 1, 'ana')
    document = sent!
    own = { signerId: sent!.signers[0]!.guid, documentId: sent!.guid }
  })
  const failed = (outcomeCode: string, more: object = {}) =>
    ({ state: 'failed', outcomeCode, at: after(5), ...more }) as const

  test('tells how a signature ended that was not made, once, with what the provider said', async () => {
    const id = await begun(own)
    const refused = failed('CONSENT_REFUSED', { facts: { minor: 'cancel' } })
    await Promise.all([1, 2].map(() => errands.advance(id, ['awaiting_person'], refused)))
    const [event] = await query(
      "select canonical from audit_events where document_id = $1 and type = 'signature-failed'",
      [document.guid],
    )
    expect(JSON.parse(event!['canonical'] as string)).toMatchObject({
      at: after(5).toISOString(),
      facts: { signerId: own.signerId, transactionId: id, code: 'CONSENT_REFUSED', 'provider.minor': 'cancel' },
    })
    expect(await failuresOf(scene, document)).toEqual(['CONSENT_REFUSED'])
  })

  test('does not log again what the claim of the same attempt logs, and does when that said something else', async () => {
    const signing = new DatabaseSigningStore(foundation.database, {
      reach: async () => undefined,
      owed: foundation.replica.owed,
      notify: notifyNobody,
      onExpired: () => undefined,
      archive: { later: archiveBySweep, delayMs: 0 },
    })
    const attempt = { ...own, userId, certificateId: null, attemptKey: 'first', accessMethod: 'USER_PASS' as const, at }
    const id = await begun(own)
    const claim = await signing.claim(attempt, { owner: 'somebody', until: after(60) })
    const change = failed('DOCUMENT_MOVED_ON', { attemptKey: 'first' })
    await errands.advance(id, ['awaiting_person'], change)
    await signing.release(claim!, { code: 'DOCUMENT_MOVED_ON', at })
    await errands.advance(await begun(own), ['awaiting_person'], change)
    expect(await failuresOf(scene, document)).toEqual(['DOCUMENT_MOVED_ON'])
    await errands.advance(await begun(own), ['awaiting_person'], { ...change, outcomeCode: 'CONSENT_TIMED_OUT' })
    expect(await failuresOf(scene, document)).toEqual(['DOCUMENT_MOVED_ON', 'CONSENT_TIMED_OUT'])
  })

  test('tells whose time is over, while nobody has signed in that place', async () => {
    await begun(own)
    await errands.expire(after(601))
    await errands.expire(after(602))
    expect(await failuresOf(scene, document)).toEqual(['TRANSACTION_EXPIRED'])
    await begun(own)
    await query("update signers set state = 'signed' where id = $1", [own.signerId])
    expect(await errands.expire(after(601))).toBe(1)
    expect(await failuresOf(scene, document)).toEqual(['TRANSACTION_EXPIRED'])
  })

  test('says nothing of what gave way to another one, nor of a log-in', async () => {
    await begun(own)
    await begun({ ...own, data: { second: true } })
    const login = await begun({ ...own, purpose: 'login' })
    await errands.advance(login, ['awaiting_person'], failed('TRANSACTION_REFUSED'))
    await begun({ ...own, purpose: 'login' })
    await errands.expire(after(601))
    expect(await failuresOf(scene, document)).toEqual(['TRANSACTION_EXPIRED'])
  })
})
