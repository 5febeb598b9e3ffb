/** A night seals and verifies what its day added, and notices what was done to the rest. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, trySigning, type Scene } from '@rubrica/testing'
import { composeSealing, verifyGrownLog } from '../../src/compose/audit.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import { verifyAuditNightly } from '../../src/adapters/jobs/verify-audit-nightly.ts'
import { sealAuditLog } from '../../src/modules/audit/seal-audit-log.ts'
import type { Job } from '../../src/ports/job-queue.ts'
import { SEALED, untilSealed } from '../scenes/seal-anew.ts'

const DAY = 24 * 60 * 60 * 1000

let scene: Scene
let foundation: Foundation
let days = 0
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  await untilSealed(scene)
  const { server } = scene.portal
  const env = {
    DATABASE_URL: server.database!.url,
    DATA_DIR: server.dataDir,
    SERVER_KEY_FILE: server.serverKeyFile,
  }
  foundation = await openFoundation({ config: readConfig(env), role: 'tool' })
})
afterAll(async () => {
  await foundation[Symbol.asyncDispose]()
  await scene[Symbol.asyncDispose]()
})

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** As if another day were over. */
const seal = () => {
  days += 1
  const now = () => new Date(Date.now() + days * DAY)
  return sealAuditLog({ ...composeSealing(foundation, undefined), now })
}

async function sendAndSign(): Promise<string> {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  return guid
}

async function verify() {
  const parts = []
  for await (const part of verifyGrownLog(foundation)()) parts.push(part)
  // The last part is what was chosen by chance.
  const [moved, some] = [parts.slice(0, -1), parts.at(-1)!]
  return {
    moved: moved.reduce((sum, { documents }) => sum + documents, 0),
    some: some.documents,
    findings: parts.flatMap(({ findings, headFindings }) => [...findings, ...headFindings]),
  }
}

const leavesOf = async (documentId: string) =>
  (await query<{ sequence: string }>('select sequence from audit_log_leaves where document_id = $1', [documentId]))
    .length

async function damagedFor<Found>(damage: string, repair: string, find: () => Promise<Found>): Promise<Found> {
  await query(damage)
  const found = await find()
  await query(repair)
  return found
}

test('a night verifies the documents that moved since the night before, and the heads that came', async () => {
  const first = await sendAndSign()
  await sendAndSign()
  expect(await seal()).toBe(1)
  const all = await verify()
  expect(all).toMatchObject({ findings: [] })
  expect(all.moved).toBeGreaterThanOrEqual(2)
  expect(await verify()).toMatchObject({ moved: 0, findings: [] })
  const third = await sendAndSign()
  expect(await seal()).toBe(1)
  expect(await verify()).toMatchObject({ moved: 1, findings: [] })
  expect([await leavesOf(first), await leavesOf(third)]).toEqual([1, 1])
})

test('an end that no event leads to since the last head is sealed all the same', async () => {
  const guid = await sendAndSign()
  // As if written by a process whose clock was days behind.
  await query(`update audit_events set at = at - interval '9 days' where document_id = $1`, [guid])
  await seal()
  expect(await leavesOf(guid)).toBe(1)
  await query(`update audit_events set at = at + interval '9 days' where document_id = $1`, [guid])
  expect(await verify()).toMatchObject({ findings: [] })
})

test('counts of a head go on from those of the head before', async () => {
  await sendAndSign()
  await seal()
  const [head] = await query<{ canonical: string }>('select canonical from audit_heads order by until desc limit 1')
  const [counted] = await query('select count(*)::int as documents, sum(audit_sequence)::int as events from documents')
  expect(JSON.parse(head!.canonical)).toMatchObject(counted!)
  await verify()
})

test('damage to what was added is named, and to what was there before where chance finds it', async () => {
  const guid = await sendAndSign()
  await seal()
  const changed = await damagedFor(
    `update audit_events set canonical = canonical || ' ' where document_id = '${guid}' and sequence = 1`,
    `update audit_events set canonical = rtrim(canonical) where document_id = '${guid}' and sequence = 1`,
    verify,
  )
  expect(changed.findings).toContainEqual({ documentId: guid, sequence: 1, problem: 'changed' })
  const again = await damagedFor(
    `update signers set state = 'pending' where document_id = '${guid}'`,
    `update signers set state = 'signed' where document_id = '${guid}'`,
    verify,
  )
  expect(again.moved).toBe(0)
  expect(again.findings).toContainEqual(expect.objectContaining({ documentId: guid, problem: 'row-disagrees' }))
})

test.each([
  ['a leaf that was verified', `update audit_log_nodes set hash = sha256(hash) where level > 0`],
  ['a node that is gone', `delete from audit_log_nodes`],
  [
    'a leaf that came',
    `update audit_log_leaves set sequence = sequence + 1
    where position = (select max(position) from audit_log_leaves)`,
  ],
  [
    'a head that came',
    `update audit_heads set canonical = replace(canonical, '"documents":', '"documents":1')
    where until = (select max(until) from audit_heads)`,
  ],
])('%s is missed by the tree or the heads that go on', async (_, damage) => {
  await sendAndSign()
  await seal()
  for (const table of [...SEALED, 'audit_verified']) await query(`create table kept_${table} as select * from ${table}`)
  await query(damage)
  const { findings } = await verify()
  expect(findings).not.toEqual([])
  for (const table of [...SEALED, 'audit_verified']) {
    await query(`delete from ${table}`)
    await query(`insert into ${table} select * from kept_${table}`)
    await query(`drop table kept_${table}`)
  }
  expect(await verify()).toMatchObject({ findings: [] })
})

test('a run that takes long leaves the rest to the next, which goes on where it was', async () => {
  await sendAndSign()
  await seal()
  const jobs: Job[] = []
  const happened: string[] = []
  const night = (longestMs?: number) =>
    verifyAuditNightly({
      ...{ verify: verifyGrownLog(foundation), database: undefined, log: foundation.log },
      queue: { enqueue: async (_, job) => void jobs.push(job) },
      happened: (event) => happened.push(event),
      ...(longestMs !== undefined && { longestMs }),
    })
  await night(0)
  expect(jobs).toMatchObject([{ kind: 'verify-audit' }])
  expect(happened).toEqual([])
  await night()
  expect(happened).toEqual(['audit-log-verified'])
  expect(jobs).toHaveLength(1)
})
