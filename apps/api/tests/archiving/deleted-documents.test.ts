/** A document that an operator deleted is told as deleted; one that is gone without that, as lost. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { makeTemporaryDirectory, openScene, trySigning, type Scene, type TemporaryDirectory } from '@rubrica/testing'
import { digestTables } from '../scenes/digest-tables.ts'
import { operate, withBrokenLog, type Operated } from '../scenes/installation-log-scene.ts'
import { sealAnew } from '../scenes/seal-anew.ts'
import { settled } from '../scenes/sender-mail-scene.ts'

let scene: Scene
let folder: TemporaryDirectory
let operated: Operated
/** Signed, and sealed. */
let first: string
let second: string
let open: string
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  folder = await makeTemporaryDirectory()
  operated = operate(scene, folder.path)
  first = await signedDocument()
  second = await signedDocument()
  open = (await scene.send({ signers: ['biel'] })).guid
  await sealAnew(scene)
  // Mails that tell of the documents are written down, too.
  await settled(scene)
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function signedDocument(): Promise<string> {
  const { guid, signers } = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
  return guid
}

const WHOLE = { code: 0, findings: [], installationFindings: [], headFindings: [], deleted: [] }
const REASON = 'Kept for six years'
const remove = (id: string, reason = REASON) => operated.rubrica('delete', id, '--reason', reason)
/** Rows that name the document, by table. */
async function rowsOf(id: string): Promise<string[]> {
  const columns = await operated.query<{ table_name: string; column_name: string }>(
    `select table_name::text, column_name::text from information_schema.columns
     where table_schema = 'public' and data_type = 'uuid' and table_name in
       (select relname from pg_class where relkind = 'r')`,
  )
  const found = await Promise.all(
    columns.map(async ({ table_name: table, column_name: column }) => {
      const rows = await operated.query(`select from "${table}" where "${column}" = $1`, [id])
      return rows.length > 0 ? [table] : []
    }),
  )
  return [...new Set(found.flat())].sort()
}
/** What was sealed stays in the log of heads. */
const SEALED_ROWS = ['audit_head_ends', 'audit_log_leaves']

test('without its event, or while it is open, a document is not deleted', async () => {
  const stateOf = await digestTables(operated.query)
  const before = await stateOf()
  expect(await remove(open)).toMatchObject({ code: 1, stderr: expect.stringContaining('still open') as string })
  expect(await remove(crypto.randomUUID())).toMatchObject({ code: 1 })
  expect(await remove(first, ' ')).toMatchObject({ code: 2 })
  expect(await remove(first, 'x'.repeat(451))).toMatchObject({ code: 1 })
  expect(await withBrokenLog(operated, () => remove(first))).toMatchObject({ code: 1 })
  expect(await stateOf()).toEqual(before)
})

test('a document whose log is not the one that was sealed is not deleted: that would hide it', async () => {
  const kept = await operated.query<{ audit_sequence: string; audit_hash: Buffer }>(
    'select audit_sequence, audit_hash from documents where id = $1',
    [first],
  )
  const events = 'create table kept_events as select * from audit_events where document_id ='
  await operated.query(`${events} '${first}' and sequence > 2`)
  await operated.query('delete from audit_events where document_id = $1 and sequence > 2', [first])
  await operated.query(
    `update documents set audit_sequence = 2, audit_hash =
      (select hash from audit_events where document_id = $1 and sequence = 2) where id = $1`,
    [first],
  )
  const refused = await remove(first)
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('not the one that was sealed')])
  await operated.query('insert into audit_events select * from kept_events')
  await operated.query('drop table kept_events')
  const { audit_sequence, audit_hash } = kept[0]!
  await operated.query('update documents set audit_sequence = $2, audit_hash = $3 where id = $1', [
    ...[first, audit_sequence, audit_hash],
  ])
  expect(await operated.verify()).toEqual(WHOLE)
})

test('a deleted document is gone in every table, with one event that tells of it, and verification says so', async () => {
  expect(await remove(first)).toMatchObject({ code: 0, stdout: `Deleted ${first}.\n` })
  expect(await rowsOf(first)).toEqual(SEALED_ROWS)
  const [event, ...more] = await operated.log('--kind', 'document-deleted')
  expect(more).toEqual([])
  expect(event).toMatchObject({
    by: 'operator',
    facts: { documentId: first, state: 'completed', events: 4 },
    values: { reason: REASON },
  })
  const { deleted, ...verdict } = await operated.verify()
  expect({ ...verdict, deleted: [] }).toEqual(WHOLE)
  expect(deleted).toMatchObject([{ documentId: first, by: event!.name, reason: REASON }])
  const { stdout } = await operated.rubrica('audit', 'verify')
  expect(stdout).toContain(`Document ${first}: deleted on ${deleted[0]!.at} by ${event!.name} for: ${REASON}.`)
})

test('what was sealed of a deleted document is still asked for: without the event, or with another, it is lost', async () => {
  await operated.query('create table kept_documents as select * from documents')
  await operated.query('create table kept_dispatches as select * from dispatches')
  expect((await remove(second)).code).toBe(0)
  const lost = { documentId: second, sequence: 4, problem: 'sealed-end-lost' }
  const told = (await operated.verify()).deleted.map(({ documentId }) => documentId)
  expect(told.toSorted()).toEqual([first, second].toSorted())

  // Whoever writes to the database can chain what they like, as long as nothing of it is sealed.
  const rewrite = async (words: string) => {
    await operated.query(`with last as (select sequence, previous_hash, ${words} as text from installation_events
      where sequence = (select sequence from installation_chain))
      update installation_events e set canonical = text, hash = sha256(last.previous_hash || convert_to(text, 'UTF8'))
      from last where e.sequence = last.sequence`)
    await operated.query(`update installation_chain c set hash = e.hash from installation_events e
      where e.sequence = c.sequence`)
  }
  await operated.query('create table kept_log as select * from installation_events')
  await rewrite(`regexp_replace(canonical, '"sealedEnds":"[0-9a-f]{8}', '"sealedEnds":"00000000')`)
  const disagrees = { ...lost, problem: 'deletion-disagrees' }
  expect(await operated.verify()).toMatchObject({ code: 1, findings: [lost, disagrees], installationFindings: [] })
  await rewrite(`replace(canonical, '${second}', '${crypto.randomUUID()}')`)
  expect(await operated.verify()).toMatchObject({ code: 1, findings: [lost], installationFindings: [] })

  // An event that was only changed counts for nothing, and is named.
  await operated.query('delete from installation_events')
  await operated.query('insert into installation_events select * from kept_log')
  await operated.query(`update installation_chain c set hash = e.hash from installation_events e
    where e.sequence = c.sequence`)
  expect((await operated.verify()).findings).toEqual([])
  await operated.query(`update installation_events set canonical = replace(canonical, '"state"', '"State"')
    where sequence = (select sequence from installation_chain)`)
  const changed = await operated.verify()
  expect(changed).toMatchObject({ code: 1, findings: [lost], installationFindings: [{ problem: 'changed' }] })
  await operated.query(`update installation_events set canonical = replace(canonical, '"State"', '"state"')`)
})

test('a document that is there although its deletion was logged is named', async () => {
  await operated.query(`insert into dispatches select * from kept_dispatches on conflict do nothing`)
  await operated.query('insert into documents select * from kept_documents where id = $1', [second])
  const { code, installationFindings } = await operated.verify()
  expect([code, installationFindings.map(({ problem }) => problem)]).toEqual([1, ['deleted-document-there']])
})
