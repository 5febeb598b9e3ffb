/** Acts on many sent documents: each document for itself, under the same guards as alone, and each once. */
import { inflateRawSync } from 'node:zlib'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { fixedPort, IN_FULL_RUN, makePdf, sendDocument, mainOf } from '@rubrica/testing'
import { BULK_FILES, MOST_BULK_DOCUMENTS, type SentDocument } from '@rubrica/contract'
import { BULK_FAILPOINTS, REQUEST_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { changingScene } from '../scenes/changing-scene.ts'

const { opened, query, ask, findingsOf } = changingScene({
  CALLS_PER_MINUTE: '1000000',
  SIGNING_LEASE_MS: '1000',
  PORT: fixedPort(),
})

interface Bulk {
  readonly guid: string
  readonly endedAt: string | null
  readonly results: readonly { document: string; fileName: string | null; state: string; code: string | null }[]
}

const start = (body: object, token?: string) =>
  ask('bulk-acts', { method: 'POST', body, ...(token !== undefined && { token }) })

async function ended(guid: string, token?: string): Promise<Bulk> {
  for (;;) {
    const { status, body } = await ask(`bulk-acts/${guid}`, token === undefined ? {} : { token })
    expect(status).toBe(200)
    const bulk = body as unknown as Bulk
    if (bulk.endedAt !== null) return bulk
    await pause(50)
  }
}

async function done(body: object, token?: string): Promise<Bulk> {
  const answer = await start(body, token)
  expect(answer).toMatchObject({ status: 201 })
  return ended((answer.body as unknown as Bulk).guid, token)
}

const send = (description: object = {}) => opened().send({ signers: ['ana'], description })
const outcomes = ({ results }: Bulk) => results.map(({ state, code }) => [state, code])
const eventsOf = async (guid: string, type: string) =>
  (
    await query<{ n: number }>('select count(*)::int as n from audit_events where document_id = $1 and type = $2', [
      guid,
      type,
    ])
  )[0]!.n
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

test('each document has its own result, in the order in which they were named, each once', async () => {
  const [open, over] = [await send(), await send()]
  await ask(`documents/${over.guid}/cancelled`, { method: 'POST', body: {} })
  const unknown = crypto.randomUUID()
  const bulk = await done({
    act: 'withdraw',
    documents: [over.guid, open.guid, unknown, open.guid.toUpperCase()],
    reason: 'Too late',
  })
  expect(bulk.results.map(({ document }) => document)).toEqual([over.guid, open.guid, unknown])
  expect(outcomes(bulk)).toEqual([
    ['refused', 'DOCUMENT_NO_LONGER_AVAILABLE'],
    ['done', null],
    ['refused', 'DOCUMENT_NOT_FOUND'],
  ])
  expect(bulk.results.map(({ fileName }) => fileName)).toEqual([over.fileName, open.fileName, null])
  expect((await ask(`documents/${open.guid}`)).body['state']).toBe('cancelled')
  const { body } = await ask(`documents/${open.guid}/events`)
  expect(JSON.stringify(body)).toContain('Too late')
})

test('somebody reminds, and who was reminded just now is refused', async () => {
  const document = await send()
  expect(outcomes(await done({ act: 'remind', documents: [document.guid] }))).toEqual([['done', null]])
  expect(outcomes(await done({ act: 'remind', documents: [document.guid] }))).toEqual([
    ['refused', 'REMINDED_RECENTLY'],
  ])
})

test('a deadline only becomes a later one', async () => {
  const [soon, late, none] = [await send({ deadline: inDays(2) }), await send({ deadline: inDays(20) }), await send()]
  const bulk = await done({ act: 'extend', documents: [soon.guid, late.guid, none.guid], deadline: inDays(10) })
  expect(outcomes(bulk)).toEqual([
    ['done', null],
    ['refused', 'DEADLINE_NOT_LATER'],
    ['refused', 'DEADLINE_NOT_LATER'],
  ])
  expect((await ask(`documents/${late.guid}`)).body['deadline']).toBe(late.deadline)
  const past = await start({ act: 'extend', documents: [soon.guid], deadline: new Date().toISOString() })
  expect(past).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
})

test('who has left is replaced wherever they have not signed, whatever stage that is in', async () => {
  const stages = [
    { userId: 'biel', stage: 1 },
    { userId: 'ana', stage: 2 },
  ]
  const both = [{ userId: 'ana' }, { userId: 'carla' }]
  const [first, later, withCarla] = [await send(), await send({ signers: stages }), await send({ signers: both })]
  const [other, over] = [await opened().send({ signers: ['biel'] }), await send()]
  await ask(`documents/${over.guid}/cancelled`, { method: 'POST', body: {} })
  await query(`update users set active = false where user_id = 'ana'`)
  const bulk = await done({
    ...{ act: 'replace', signer: 'ANA', successor: { userId: 'carla' }, reason: 'Ana has left' },
    documents: [first, later, withCarla, other, over].map(({ guid }) => guid),
  })
  await query(`update users set active = true where user_id = 'ana'`)
  expect(outcomes(bulk)).toEqual([
    ['done', null],
    ['done', null],
    ['refused', 'VALIDATION_FAILED'],
    ['refused', 'SIGNER_NOT_AWAITED'],
    ['refused', 'SIGNER_NOT_AWAITED'],
  ])
  const standing = async (guid: string) =>
    ((await ask(`documents/${guid}`)).body as unknown as SentDocument).signers.map((one) => [one.userId, one.state])
  expect(await standing(first.guid)).toEqual([
    ['ana', 'replaced'],
    ['carla', 'pending'],
  ])
  expect(await standing(later.guid)).toEqual([
    ['biel', 'pending'],
    ['ana', 'replaced'],
    ['carla', 'waiting'],
  ])
  expect(await findingsOf(first.guid, later.guid)).toEqual([])
  const nobody = await done({ act: 'replace', signer: 'carla', successor: { userId: 'x' }, documents: [first.guid] })
  expect(outcomes(nobody)).toEqual([['refused', 'SIGNER_UNKNOWN']])
})

test('documents and acts of somebody else are not there', async () => {
  const mine = await send()
  await query(
    `update user_subscriptions set roles = '{sender}' where user_id = (select id from users where user_id = 'biel')`,
  )
  const { token } = opened().people.biel
  const theirs = await done({ act: 'withdraw', documents: [mine.guid] }, token)
  expect(theirs.results).toEqual([
    { document: mine.guid, fileName: null, state: 'refused', code: 'DOCUMENT_NOT_FOUND' },
  ])
  expect((await ask(`documents/${mine.guid}`)).body['state']).toBe('open')
  for (const path of [`bulk-acts/${theirs.guid}`, `bulk-acts/${theirs.guid}/archive.zip`]) {
    expect(await ask(path)).toMatchObject({ status: 404, code: 'BULK_ACT_NOT_FOUND' })
  }
})

test('more than the most documents, and none, are refused', async () => {
  const many = Array.from({ length: MOST_BULK_DOCUMENTS + 1 }, () => crypto.randomUUID())
  for (const documents of [many, [], ['x']]) {
    expect(await start({ act: 'remind', documents })).toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  }
  expect(outcomes(await done({ act: 'remind', documents: many.slice(1) }))).toHaveLength(MOST_BULK_DOCUMENTS)
})

test('the same key begins it once', async () => {
  const body = { act: 'remind', documents: [crypto.randomUUID()] }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const twice = [
    await ask('bulk-acts', { method: 'POST', body, headers }),
    await ask('bulk-acts', { method: 'POST', body, headers }),
  ]
  expect(new Set(twice.map((one) => one.body['guid'])).size).toBe(1)
})

/** The files of a ZIP, by its central directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  expect(end).toBeGreaterThan(0)
  const files = new Map<string, Buffer>()
  for (let at = zip.readUInt32LE(end + 16), n = zip.readUInt16LE(end + 10); n > 0; n -= 1) {
    const [method, size, nameLength] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20), zip.readUInt16LE(at + 28)]
    const name = zip.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    const local = zip.readUInt32LE(at + 42)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const data = zip.subarray(from, from + size)
    files.set(name, method === 0 ? data : inflateRawSync(data))
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32)
  }
  return files
}

async function fetchZip(path: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${opened().portal.url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${opened().senderToken}` },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  return unzip(Buffer.from(await answer.arrayBuffer()))
}

test('an archive has what was asked for, under names that are safe and each there once', async () => {
  const original = makePdf()
  const sendWith = (fileName: string) =>
    sendDocument(opened().portal.url, opened().senderToken, {
      document: original,
      attachments: [
        { fileName: 'plan.txt', bytes: Buffer.from('north') },
        { fileName: 'PLAN.txt', bytes: Buffer.from('south') },
      ],
      description: { fileName, signers: [{ userId: 'ana' }] },
    })
  const documents = [await sendWith('lease.pdf'), await sendWith('Lease.pdf'), await sendWith('\u202Ea/../b.pdf')]
  const one = await fetchZip(`documents/${documents[0]!.guid}/archive.zip`)
  expect([...one.keys()].sort()).toEqual([
    'lease/attachments/PLAN.txt',
    'lease/attachments/plan (2).txt',
    'lease/lease.pdf',
    'lease/original/lease.pdf',
  ])
  expect(one.get('lease/original/lease.pdf')!.equals(Buffer.from(original))).toBe(true)
  expect(one.get('lease/lease.pdf')!.subarray(0, original.length).equals(Buffer.from(original))).toBe(true)
  const bulk = await done({ act: 'download', documents: documents.map(({ guid }) => guid), files: ['signed'] })
  const all = await fetchZip(`bulk-acts/${bulk.guid}/archive.zip`)
  expect([...all.keys()]).toEqual(['lease.pdf', 'Lease (2).pdf', 'a_.._b.pdf'])
  expect(await ask(`documents/${documents[0]!.guid}/archive.zip?files=evil`)).toMatchObject({ status: 400 })
  const { body } = await ask(`documents/${documents[0]!.guid}/attachments`)
  const [, attachment] = (body as { data: { guid: string; fileName: string; size: number }[] }).data
  expect(attachment).toMatchObject({ fileName: 'plan.txt', size: 5 })
  const path = `documents/${documents[0]!.guid}/attachments/${attachment!.guid}`
  const file = await fetch(`${opened().portal.url}/api/v1/${path}`, {
    headers: { authorization: `Bearer ${opened().senderToken}` },
  })
  expect(await file.text()).toBe('north')
  const elsewhere = `documents/${documents[1]!.guid}/attachments/${attachment!.guid}`
  expect(await ask(elsewhere)).toMatchObject({ status: 404, code: 'FILE_NOT_FOUND' })
})

test('documents beyond the bytes of an archive are refused by name', async () => {
  const [large, small] = [await send(), await send()]
  await query(`update revisions set length = 400 * 1024 * 1024 where document_id = $1 and number = 1`, [large.guid])
  const bulk = await done({ act: 'download', documents: [large.guid, small.guid, large.guid], files: ['signed'] })
  expect(outcomes(bulk)).toEqual([
    ['done', null],
    ['done', null],
  ])
  await query(`update revisions set length = 600 * 1024 * 1024 where document_id = $1 and number = 1`, [large.guid])
  const again = await done({ act: 'download', documents: [large.guid, small.guid], files: ['signed'] })
  expect(outcomes(again)).toEqual([
    ['refused', 'ARCHIVE_TOO_LARGE'],
    ['done', null],
  ])
  expect(await ask(`documents/${large.guid}/archive.zip?files=${BULK_FILES.join(',')}`)).toMatchObject({
    status: 409,
    code: 'ARCHIVE_TOO_LARGE',
  })
})

const FAILPOINTS = [...REQUEST_FAILPOINTS, ...BULK_FAILPOINTS]

test.each(mainOf(FAILPOINTS, ['request-done']))(
  'a server that dies at "%s" between documents loses none and does none twice',
  async (failpoint) => {
    const { server } = opened().portal
    const documents = [
      await send({ deadline: inDays(2) }),
      await send({ deadline: inDays(2) }),
      await send({ deadline: inDays(2) }),
    ]
    const guids = documents.map(({ guid }) => guid)
    const orders = [
      { act: 'extend', documents: guids, deadline: inDays(9) },
      { act: 'remind', documents: guids },
      { act: 'replace', signer: 'ana', successor: { userId: 'biel' }, documents: guids },
      { act: 'withdraw', documents: guids },
    ]
    for (const [place, order] of orders.entries()) {
      // Each act has its point, and in the full run all of them.
      const isTried = IN_FULL_RUN || FAILPOINTS[place % FAILPOINTS.length] === failpoint
      if (!isTried) {
        await done(order)
        continue
      }
      await server.restart({ FAILPOINT: failpoint })
      const started = await start(order)
      expect(started.status).toBe(201)
      expect((await server.program.ended).signal).toBe('SIGKILL')
      await server.restart({ FAILPOINT: undefined })
      const bulk = await ended(started.body['guid'] as string)
      expect(outcomes(bulk)).toEqual(guids.map(() => ['done', null]))
    }
    for (const guid of guids) {
      for (const type of ['document-changed', 'person-reminded', 'signer-replaced', 'document-cancelled']) {
        expect([type, await eventsOf(guid, type)]).toEqual([type, 1])
      }
    }
  },
  120_000,
)
