import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  DEMO_PASSWORD,
  IN_FULL_RUN,
  logIn,
  makeTemporaryDirectory,
  openScene,
  runCli,
  type Scene,
  trySigning,
} from '@rubrica/testing'

import { askPython } from '../scenes/ask-python.ts'
import { SEALED, sealAnew, untilSealed } from '../scenes/seal-anew.ts'

interface Verdict {
  readonly ok: boolean
  readonly heads: number
  readonly findings: readonly { documentId: string; sequence: number; problem: string }[]
  readonly headFindings: readonly { until: string; subscriptionId: string; problem: string }[]
}

interface Head {
  readonly until: string
  readonly canonical: string
  readonly signature: string
  readonly token: string
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
  await sealAnew(scene)
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const environment = () => {
  const { server } = scene.portal
  return { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
}

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
async function afterDamage<Found = Awaited<ReturnType<typeof verify>>>(
  tables: readonly string[],
  damage: () => Promise<unknown>,
  find: () => Promise<Found> = verify as () => Promise<Found>,
): Promise<Found> {
  for (const table of tables) await query(`create table kept_${table} as select * from ${table}`)
  await damage()
  const found = await find()
  for (const table of tables) await query(`delete from ${table}`)
  for (const table of tables.toReversed()) {
    await query(`insert into ${table} select * from kept_${table}`)
    await query(`drop table kept_${table}`)
  }
  return found
}

test('a head tells moment, subscription, documents and events, and any openssl verifies it and its timestamp', async () => {
  expect(await verify()).toEqual(WHOLE)
  const [head] = await listHeads()
  const [counts] = await query<{ documents: string; events: string; until: Date }>(
    `select count(*) as documents, sum(audit_sequence) as events,
     (select date_trunc('day', created_at at time zone 'UTC') at time zone 'UTC' from audit_heads) as until from documents`,
  )
  expect(JSON.parse(head!.canonical)).toMatchObject({
    format: 'rubrica-audit-head-3',
    until: counts!.until.toISOString(),
    documents: Number(counts!.documents),
    events: Number(counts!.events),
    // The log of the installation is a leaf, too.
    treeSize: Number(counts!.documents) + 1,
    previous: null,
  })
  await using folder = await makeTemporaryDirectory()
  const parts = {
    canonical: head!.canonical,
    signature: Buffer.from(head!.signature, 'base64'),
    publicKey: head!.publicKey,
    token: Buffer.from(head!.token, 'base64'),
  }
  for (const [name, content] of Object.entries(parts)) await writeFile(join(folder.path, name), content)
  const openssl = async (...args: string[]) => (await promisify(execFile)('openssl', args, { cwd: folder.path })).stdout
  const verified = ['dgst', '-sha256', '-verify', 'publicKey', '-signature', 'signature', 'canonical']
  expect(await openssl(...verified)).toContain('Verified OK')
  const imprint = (await openssl('ts', '-reply', '-token_in', '-in', 'token', '-text')).replace(/[^0-9a-f]/g, '')
  expect(imprint).toContain(createHash('sha256').update(head!.canonical).digest('hex').slice(0, 16))
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
  ['a head moved to another day', `update audit_heads set until = until - interval '1 day'`, 'head-changed'],
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
  [
    'a leaf of the log that was changed',
    `update audit_log_leaves set sequence = sequence + 1 where position = 1`,
    'log-changed',
  ],
  ['a leaf that was cut off', 'delete from audit_log_leaves where position > 3', 'log-changed'],
  [
    'a leaf that was appended without a head',
    `insert into audit_log_leaves select subscription_id, (select count(*) from audit_log_leaves), document_id, sequence, hash
     from audit_log_leaves where position = 0`,
    'log-changed',
  ],
  [
    'a timestamp of something else',
    `update audit_heads set token = set_byte(token, octet_length(token) - 1, get_byte(token, octet_length(token) - 1) # 1)`,
    'head-timestamp-invalid',
  ],
])('%s is named', async (_, damage, problem) => {
  const { code, headFindings } = await afterDamage(SEALED, () => query(damage))
  expect(code).toBe(1)
  expect(headFindings).toContainEqual({ problem })
})

/** The same log at the same moment, in other words. */
const SIGNED_ANEW = `
  with anew as (select until, subscription_id, replace(canonical, '"sealedAt":"2', '"sealedAt":"3') as canonical from audit_heads)
  update audit_heads set canonical = anew.canonical, hash = sha256(anew.canonical::bytea) from anew
  where audit_heads.until = anew.until and audit_heads.subscription_id = anew.subscription_id`

test.runIf(IN_FULL_RUN)(
  'heads that somebody kept tell a log that was cut, one that was written anew, and a head that was signed anew',
  async () => {
    await using elsewhere = await makeTemporaryDirectory()
    const kept = join(elsewhere.path, 'heads.json')
    await writeFile(kept, (await runCli(['audit', 'heads', '--json'], environment())).stdout)
    const problemsWithKept = async () => {
      const { code, stdout } = await runCli(['audit', 'verify', '--kept', kept, '--json'], environment())
      const { headFindings } = JSON.parse(stdout) as Verdict
      return { code, problems: headFindings.map(({ problem }) => problem) }
    }
    expect(await problemsWithKept()).toEqual({ code: 0, problems: [] })
    // Whoever has the server's key can sign what they like, but not make what was kept elsewhere theirs.
    const after = (damage: string) => afterDamage(SEALED, () => query(damage), problemsWithKept)
    expect(await after(SIGNED_ANEW)).toMatchObject({
      problems: expect.arrayContaining(['head-signed-anew']) as string[],
    })
    expect(await after('update audit_log_leaves set hash = sha256(hash) where position = 0')).toMatchObject({
      problems: expect.arrayContaining(['log-forked']) as string[],
    })
    expect(await after('delete from audit_log_leaves')).toMatchObject({
      problems: expect.arrayContaining(['log-cut']) as string[],
    })
    expect(await problemsWithKept()).toEqual({ code: 0, problems: [] })
    await writeFile(kept, '[]')
    expect(await runCli(['audit', 'verify', '--kept', kept], environment())).toMatchObject({ code: 2 })
  },
)

test.runIf(IN_FULL_RUN)('a second start seals nothing anew, and changed server keys still verify', async () => {
  const before = await listHeads()
  expect((await runCli(['keys', 'rotate', '--json'], environment())).code).toBe(0)
  await scene.portal.server.restart()
  await untilSealed(scene)
  expect(await listHeads()).toEqual(before)
  expect(await verify()).toEqual(WHOLE)
})

const read = ({ canonical }: Head) => JSON.parse(canonical) as { treeSize: number; treeRoot: string; previous: string }

async function logLeaves(): Promise<string[]> {
  const rows = await query<{ leaf: string }>(
    `select concat(document_id, ':', sequence, ':', encode(hash, 'hex')) as leaf from audit_log_leaves order by position`,
  )
  return rows.map(({ leaf }) => leaf)
}

test('a head that no authority has stamped gets its timestamp when sealing is tried again', async () => {
  await query('update audit_heads set token = null')
  await scene.portal.server.restart()
  await untilSealed(scene)
  expect(await query('select from audit_heads where token is not null')).toHaveLength(1)
})

test('a document is proved to be in the log by its leaf and a path, and one of which nothing is sealed is not', async () => {
  const [head] = await listHeads()
  const prove = async (id: string) => runCli(['audit', 'prove', id, '--json'], environment())
  const { code, stdout } = await prove(waiting)
  const proof = JSON.parse(stdout) as { leaf: string; position: number; size: number; path: string[]; head: Head }
  expect([code, proof.head.canonical]).toEqual([0, head!.canonical])
  expect(proof.leaf).toBe((await logLeaves())[proof.position])
  const { leaf, position, size, path } = proof
  expect(await askPython('path', leaf, String(position), String(size), ...path)).toBe(read(head!).treeRoot)
  const { guid } = await scene.send({ signers: ['ana'] })
  expect(await prove(guid)).toMatchObject({ code: 1, stdout: expect.stringContaining('NOT_SEALED') as string })
})

test('a head goes on from the one before: its log begins with all that the other had', async () => {
  const [first] = await listHeads()
  // As if a day had passed, which is not what that head says.
  await query(`update audit_heads set until = until - interval '1 day'`)
  const sent = await scene.send({ signers: ['carla'] })
  await scene.portal.server.restart()
  const areTwo = async () => expect(await query('select from audit_heads where token is not null')).toHaveLength(2)
  await vi.waitFor(areTwo, { timeout: 120_000, interval: 100 })
  const leaves = await logLeaves()
  const heads = await listHeads()
  expect(heads.map(({ canonical }) => canonical)[0]).toBe(first!.canonical)
  for (const { treeSize, treeRoot } of heads.map(read)) {
    expect(treeRoot).toBe(await askPython('root', ...leaves.slice(0, treeSize)))
  }
  expect(leaves.length).toBeGreaterThan(read(first!).treeSize)
  expect(leaves.filter((leaf) => leaf.startsWith(sent.guid))).toHaveLength(1)
  expect(await verify()).toEqual({ code: 1, findings: [], headFindings: [{ problem: 'head-changed' }] })
})

test('an end that was sealed once is asked for ever after, also when a later one was sealed since', async () => {
  const verdict = await afterDamage(['audit_events', 'audit_personal_data'], async () => {
    // The document's chain is another one from its first event on, with the newest end kept.
    await query('delete from audit_events where document_id = $1 and sequence = 1', [waiting])
  })
  expect(verdict.findings).toContainEqual({ documentId: waiting, sequence: 1, problem: 'sealed-end-lost' })
})
