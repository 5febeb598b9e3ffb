import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  DEMO_PASSWORD,
  logIn,
  makeTemporaryDirectory,
  openScene,
  runCli,
  trySigning,
  type Scene,
} from '@rubrica/testing'

interface Verdict {
  readonly ok: boolean
  readonly heads: number
  readonly findings: readonly { documentId: string; sequence: number; problem: string }[]
  readonly headFindings: readonly { day: string; subscriptionId: string; problem: string }[]
}

interface Head {
  readonly day: string
  readonly canonical: string
  readonly signature: string
  readonly publicKey: string
}

const WHOLE = { code: 0, findings: [], headFindings: [] }

let scene: Scene
let signed: string
let waiting: string
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const document = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  signed = document.guid
  waiting = (await scene.send({ signers: ['biel'] })).guid
  await sealAnew()
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const environment = () => {
  const { server } = scene.portal
  return { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
}

/** A server seals the day before when it starts, and only once; so it must find nothing of that day. */
async function sealAnew(): Promise<void> {
  await untilSealed()
  await query('delete from audit_heads')
  await query('delete from audit_head_ends')
  await scene.portal.server.restart()
  await untilSealed()
}

const untilSealed = () =>
  vi.waitFor(
    async () => {
      const open = await query(`select from pgboss.job where name = 'seal-audit-day' and state <> 'completed'`)
      expect(open).toEqual([])
      expect(await query('select from audit_heads')).toHaveLength(1)
    },
    { timeout: 20_000, interval: 100 },
  )

async function verify() {
  const { code, stdout } = await runCli(['audit', 'verify', '--json'], environment())
  const { findings, headFindings } = JSON.parse(stdout) as Verdict
  return { code, findings, headFindings: headFindings.map(({ problem }) => ({ problem })) }
}

async function listHeads(): Promise<readonly Head[]> {
  const { stdout } = await runCli(['audit', 'heads', '--json'], environment())
  return (JSON.parse(stdout) as { heads: Head[] }).heads
}

/** Keeps tables aside, does damage, and puts them back. */
async function afterDamage(tables: readonly string[], damage: () => Promise<unknown>) {
  for (const table of tables) await query(`create table kept_${table} as select * from ${table}`)
  await damage()
  const verdict = await verify()
  for (const table of tables) await query(`delete from ${table}`)
  for (const table of tables.toReversed()) {
    await query(`insert into ${table} select * from kept_${table}`)
    await query(`drop table kept_${table}`)
  }
  return verdict
}

test('a head tells day, subscription, documents and events, and any openssl verifies it', async () => {
  expect(await verify()).toEqual(WHOLE)
  const [head] = await listHeads()
  const [counts] = await query<{ documents: string; events: string; day: string }>(
    `select count(*) as documents, sum(audit_sequence) as events,
     (select ((created_at at time zone 'UTC')::date - 1)::text from audit_heads) as day from documents`,
  )
  expect(JSON.parse(head!.canonical)).toMatchObject({
    format: 'rubrica-audit-head-1',
    day: counts!.day,
    documents: Number(counts!.documents),
    events: Number(counts!.events),
    previous: null,
  })
  await using folder = await makeTemporaryDirectory()
  const parts = {
    canonical: head!.canonical,
    signature: Buffer.from(head!.signature, 'base64'),
    publicKey: head!.publicKey,
  }
  for (const [name, content] of Object.entries(parts)) await writeFile(join(folder.path, name), content)
  const args = ['dgst', '-sha256', '-verify', 'publicKey', '-signature', 'signature', 'canonical']
  expect((await promisify(execFile)('openssl', args, { cwd: folder.path })).stdout).toContain('Verified OK')
})

test('a document that was deleted whole, with its log, is named', async () => {
  const tables = [
    ...['audit_events', 'audit_personal_data', 'signing_attempts', 'document_archives', 'signature_fields'],
    ...['revisions', 'signers', 'documents'],
  ]
  const verdict = await afterDamage(tables, async () => {
    await query('delete from audit_events where document_id = $1', [waiting])
    await query('delete from audit_personal_data where document_id = $1', [waiting])
    await query('delete from documents where id = $1', [waiting])
  })
  expect(verdict).toEqual({
    code: 1,
    findings: [{ documentId: waiting, sequence: 1, problem: 'sealed-end-lost' }],
    headFindings: [],
  })
})

test('a log that was rolled back to an earlier event is named', async () => {
  const verdict = await afterDamage(['audit_events', 'audit_personal_data'], async () => {
    await query('delete from audit_events where document_id = $1 and sequence > 2', [signed])
    await query(
      `update documents set audit_sequence = 2, audit_hash = (select hash from audit_events
       where document_id = $1 and sequence = 2) where id = $1`,
      [signed],
    )
  })
  expect(verdict).toMatchObject({ code: 1, headFindings: [] })
  expect(verdict.findings).toContainEqual({ documentId: signed, sequence: 4, problem: 'sealed-end-lost' })
  await query(
    `update documents set audit_sequence = 4, audit_hash = (select hash from audit_events
     where document_id = $1 and sequence = 4) where id = $1`,
    [signed],
  )
  expect(await verify()).toEqual(WHOLE)
})

test('a log that goes on after it was sealed is whole', async () => {
  await scene.send({ signers: ['ana'] })
  // The server has another address since it was started again.
  const biel = await logIn(scene.portal.url, { userId: 'biel', password: DEMO_PASSWORD })
  const [signer] = await query<{ id: string }>('select id from signers where document_id = $1', [waiting])
  expect(await trySigning({ ...scene.people.biel, ...biel }, signer!.id)).toBe(204)
  expect(await verify()).toEqual(WHOLE)
})

test.each([
  [
    'a changed head',
    `update audit_heads set canonical = replace(canonical, '"documents":', '"documents":1')`,
    'head-changed',
  ],
  ['a head moved to another day', 'update audit_heads set day = day - 1', 'head-changed'],
  [
    'a head changed together with its hash',
    `update audit_heads set canonical = replace(canonical, '"documents":', '"documents":1'),
     hash = sha256(convert_to(replace(canonical, '"documents":', '"documents":1'), 'UTF8'))`,
    'head-unsigned',
  ],
  [
    'sealed ends that were changed',
    'update audit_head_ends set sequence = sequence + 1 where sequence = 4',
    'sealed-ends-changed',
  ],
])('%s is named', async (_, damage, problem) => {
  const { code, headFindings } = await afterDamage(['audit_heads', 'audit_head_ends'], () => query(damage))
  expect(code).toBe(1)
  expect(headFindings).toContainEqual({ problem })
})

test('a second start seals nothing anew, and changed server keys still verify', async () => {
  const before = await listHeads()
  expect((await runCli(['keys', 'rotate', '--json'], environment())).code).toBe(0)
  await scene.portal.server.restart()
  await untilSealed()
  expect(await listHeads()).toEqual(before)
  expect(await verify()).toEqual(WHOLE)
})
