/**
 * A server that knows no timestamp authority: what it promises is what docs/operations/running.md says, and no more.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, fixedPort, openScene, runCli, trySigning, type Scene } from '@rubrica/testing'
import { askStatus, untilArchived } from '../scenes/until-archived.ts'

const DONE = { state: 'done', level: 'PAdES-BASELINE-LTA', reason: null, cause: null }
const B = 'PAdES-BASELINE-B'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { TSA_URL: '', PORT: fixedPort() } })
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(sql: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(sql, values)

/** The command line on the same installation. */
function operate(...args: string[]) {
  const { database, dataDir } = scene.portal.server
  return runCli(args, { DATABASE_URL: database?.url, DATA_DIR: dataDir })
}

async function archiveNow({ guid }: { guid: string }) {
  await query(`update document_archives set due_at = now() where document_id = $1`, [guid])
  await query(`insert into pgboss.job (name, data) values ('sweep-archives', '{}')`)
}

const levelOf = async ({ guid }: { guid: string }) => (await askStatus(scene, guid)).archive.level

test('signs at level B and says so to everybody, until it has an authority and is told to try again', async () => {
  const { ana, biel } = scene.people
  const alone = await scene.send({ signers: ['ana'] })
  const shared = await scene.send({ signers: ['ana', 'biel'] })
  for (const { signers } of [alone, shared]) expect(await trySigning(ana, signers[0]!.guid)).toBe(204)
  const { verdicts } = await askPdfsig(await scene.download(alone))
  expect(verdicts).toEqual(['Signature is Valid.'])
  const { Signatures, Archive } = await ana.call.documentSignatures({ params: { signerGuid: alone.signers[0]!.guid } })
  expect(Signatures).toMatchObject([{ Level: B }])
  expect(Archive).toMatchObject({ State: 'waiting', Level: B })
  expect(scene.portal.server.log()).toContain('No TSA_URL is set')

  // Nothing proves when it was signed, so it does not become long-term.
  await archiveNow(alone)
  const failed = { state: 'failed', level: B, reason: 'NO_TIMESTAMP_AUTHORITY' }
  expect(await untilArchived(scene, alone)).toMatchObject(failed)
  const listed = await operate('archive', 'list', '--state', 'failed', '--json')
  const { level, reason } = failed
  expect(JSON.parse(listed.stdout)).toMatchObject({ archives: [{ documentId: alone.guid, level, reason }] })
  const events = await query<{ type: string; canonical: string }>(
    `select type, canonical from audit_events where document_id = $1 and type in ('document-signed', 'archive-failed')
     order by sequence`,
    [alone.guid],
  )
  expect(events.map(({ type }) => type)).toEqual(['document-signed', 'archive-failed'])
  for (const { canonical } of events) expect(canonical).toContain(`"${B}"`)

  const facts = (await (await fetch(`${scene.portal.sandbox.url}/sandbox.json`)).json()) as { tsa: string }
  await scene.portal.server.restart({ TSA_URL: facts.tsa })
  expect(await trySigning(biel, shared.signers[1]!.guid)).toBe(204)
  // One timestamp does not speak for the other signature.
  expect(await levelOf(shared)).toBe(B)
  await archiveNow(shared)
  expect((await operate('archive', 'retry', alone.guid)).code).toBe(0)
  for (const document of [alone, shared]) expect(await untilArchived(scene, document)).toEqual(DONE)
})
