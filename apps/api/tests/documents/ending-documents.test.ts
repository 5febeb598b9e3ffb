/** Documents that end without a signature: their sender withdraws them, or their deadline passes. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { askPdfsig, type DemoName, IN_FULL_RUN, openScene, type Scene, trySigning } from '@rubrica/testing'

/** `npm run test:full` runs the hundred rounds; a plain run keeps to a few. */
const ROUNDS = IN_FULL_RUN ? 100 : 5
const PATIENCE = { timeout: 120_000, interval: 200 }

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '1000000' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

function askAsSender(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${scene.senderToken}`, ...(init.headers as Record<string, string>) }
  return fetch(`${scene.portal.url}/api/v1/documents/${path}`, { ...init, headers })
}

/** @param body none at all unless given */
async function cancel(guid: string, body?: unknown): Promise<number> {
  const json = body !== undefined && {
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  return (await askAsSender(`${guid}/cancelled`, { method: 'POST', ...json })).status
}

const statusOf = async (guid: string) => (await (await askAsSender(guid)).json()) as Record<string, unknown>

const eventsOf = (guid: string, type: string) =>
  query<{ canonical: string }>('select canonical from audit_events where document_id = $1 and type = $2', [guid, type])

const outcome = (call: Promise<unknown>): Promise<number> =>
  call.then(
    () => 204,
    (error: { status: number }) => error.status,
  )

const reject = (who: DemoName, signerGuid: string) =>
  outcome(
    scene.people[who].call.rejectDocument({
      params: { signerGuid },
      body: { RejectionReason: 'Wrong annex', AccessMethod: 'USER_PASS' },
    }),
  )

async function approvalOf(guid: string): Promise<string> {
  const [row] = await query<{ id: string }>('select id from approvers where document_id = $1', [guid])
  return row!.id
}

test('a cancelled document is over for signers and approvers, leaves their lists, and one event is logged', async () => {
  const { guid, signers } = await scene.send({
    signers: [],
    description: {
      fileName: 'withdrawn.pdf',
      signers: [{ userId: 'ana' }, { userId: 'biel', approvers: [{ userId: 'carla' }] }],
    },
  })
  const approval = await approvalOf(guid)
  expect(await cancel(guid, { reason: 'Sent by mistake' })).toBe(204)
  expect(await statusOf(guid)).toMatchObject({
    state: 'cancelled',
    signers: [{ state: 'cancelled' }, { state: 'cancelled', approvers: [{ userId: 'carla', state: 'cancelled' }] }],
  })
  const { ana, carla } = scene.people
  expect(await trySigning(ana, signers[0]!.guid)).toBe(409)
  expect(await reject('ana', signers[0]!.guid)).toBe(409)
  expect(await outcome(carla.call.acceptApproval({ params: { approverGuid: approval } }))).toBe(409)
  await expect(ana.call.pendingDocuments({ query: { FileName: 'withdrawn' } })).rejects.toMatchObject({ status: 404 })
  await expect(ana.call.documentInfo({ params: { docGuid: guid } })).rejects.toMatchObject({
    status: 409,
    code: 'DOCUMENT_NO_LONGER_AVAILABLE',
  })
  expect(await eventsOf(guid, 'document-cancelled')).toHaveLength(1)
  const kept = await query<{ value: string }>('select value from audit_personal_data where document_id = $1', [guid])
  expect(kept.map(({ value }) => value)).toContain('Sent by mistake')
})

test('cancelling needs no body; a second time and after the last signature it is 409, of somebody else’s document 404', async () => {
  const first = await scene.send({ signers: ['ana'] })
  expect([await cancel(first.guid), await cancel(first.guid)]).toEqual([204, 409])
  const second = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, second.signers[0]!.guid)).toBe(204)
  expect(await cancel(second.guid, {})).toBe(409)
  const third = await scene.send({ signers: ['ana'] })
  await query(`update documents set client_id = 'demo-sender' where id = $1`, [third.guid])
  expect(await cancel(third.guid)).toBe(404)
  expect(await cancel(crypto.randomUUID())).toBe(404)
  expect(await cancel(third.guid, { reason: 'x'.repeat(451) })).toBe(400)
})

test('a document keeps the signatures that it had when it was cancelled', async () => {
  const document = await scene.send({ signers: ['ana', 'biel'] })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  expect(await cancel(document.guid)).toBe(204)
  expect(await trySigning(scene.people.biel, document.signers[1]!.guid)).toBe(409)
  expect((await askPdfsig(await scene.download(document))).verdicts).toEqual(['Signature is Valid.'])
})

test('signing against cancelling has one winner', { timeout: 600_000 }, async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const document = await scene.send({ signers: ['ana'] })
    const [signed, cancelled] = await Promise.all([
      trySigning(scene.people.ana, document.signers[0]!.guid),
      // Later in each round, so that the rounds meet every step of signing.
      new Promise<number>((resolve, reject) => {
        setTimeout(() => void cancel(document.guid).then(resolve, reject), (round % 20) * 15)
      }),
    ])
    expect([signed, cancelled].toSorted()).toEqual([204, 409])
    const { state } = await statusOf(document.guid)
    expect(state).toBe(signed === 204 ? 'completed' : 'cancelled')
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts).toHaveLength(signed === 204 ? 1 : 0)
  }
})

test('of ten cancellations at once one gets 204 and the others 409', async () => {
  const { guid } = await scene.send({ signers: ['ana'] })
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(guid)))
  expect(answers.toSorted()).toEqual([204, ...Array.from({ length: 9 }, () => 409)])
  expect(await eventsOf(guid, 'document-cancelled')).toHaveLength(1)
})

/** A document whose deadline passed a moment ago. */
async function sendOverdue(description: object) {
  const deadline = new Date(Date.now() + 3_600_000).toISOString()
  const document = await scene.send({ signers: [], description: { deadline, ...description } })
  await query(`update documents set deadline = now() - interval '1 second' where id = $1`, [document.guid])
  return document
}

test('past the deadline signing, rejecting, approving and cancelling are 409 at once, before anything was swept', async () => {
  const { guid, signers } = await sendOverdue({
    signers: [{ userId: 'ana' }, { userId: 'biel', approvers: [{ userId: 'carla' }] }],
  })
  const params = { approverGuid: await approvalOf(guid) }
  const { ana, carla } = scene.people
  const answers = await Promise.all([
    trySigning(ana, signers[0]!.guid),
    reject('ana', signers[0]!.guid),
    outcome(carla.call.acceptApproval({ params })),
    outcome(carla.call.rejectApproval({ params, body: { RejectedReason: 'No' } })),
    cancel(guid),
  ])
  expect(answers).toEqual([409, 409, 409, 409, 409])
  expect(
    await query('select 1 from page_views join signers on signers.id = signer_id where document_id = $1', [guid]),
  ).toEqual([])
})

test('the sweep ends overdue documents once, with an event each, takes them off the lists, and leaves the others', async () => {
  const overdue = await sendOverdue({ fileName: 'overdue-1.pdf', signers: [{ userId: 'ana' }] })
  const other = await sendOverdue({ fileName: 'overdue-2.pdf', signers: [{ userId: 'ana' }, { userId: 'biel' }] })
  const deadline = new Date(Date.now() + 3_600_000).toISOString()
  const later = await scene.send({ signers: ['ana'], description: { fileName: 'not-overdue.pdf', deadline } })
  // Two at once, as two replicas may.
  for (let i = 0; i < 2; i++) await query(`insert into pgboss.job (name, data) values ('expire-documents', '{}')`)
  await vi.waitFor(async () => expect((await statusOf(other.guid))['state']).toBe('expired'), PATIENCE)
  await vi.waitFor(async () => expect((await statusOf(overdue.guid))['state']).toBe('expired'), PATIENCE)
  const { call } = scene.people.ana
  await expect(call.pendingDocuments({ query: { FileName: 'overdue-' } })).rejects.toMatchObject({ status: 404 })
  for (const { guid } of [overdue, other]) expect(await eventsOf(guid, 'document-expired')).toHaveLength(1)
  expect((await call.pendingDocuments({ query: { FileName: 'not-overdue' } })).List).toHaveLength(1)
  expect((await statusOf(later.guid))['state']).toBe('open')
  expect(await statusOf(other.guid)).toMatchObject({ signers: [{ state: 'cancelled' }, { state: 'cancelled' }] })
})

test('the sweep is due every minute', async () => {
  const rows = await query<{ cron: string }>(`select cron from pgboss.schedule where name = 'expire-documents'`)
  expect(rows).toEqual([{ cron: '* * * * *' }])
})
