import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { fixedPort, openScene, trySigning, type Scene } from '@rubrica/testing'
import { EVIDENCE_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { fetchEvidence } from '../scenes/fetch-evidence.ts'
import { untilArchived } from '../scenes/until-archived.ts'

/** Short, so that what a killed server held is soon free. */
const LEASE_MS = '1000'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { SIGNING_LEASE_MS: LEASE_MS, ARCHIVE_DELAY_MS: '0', PORT: fixedPort() },
  })
  // What the demo left would kill a server before the document of the test is there.
  await query('update document_archives set due_at = null')
  await query('update documents set evidence_due_at = null')
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** As the schedule does each minute. */
const askForEvidence = () => query(`insert into pgboss.job (name, data) values ('make-evidence', '{}')`)

const standingOf = async (guid: string) => {
  const [row] = await query<{ versions: number; is_due: boolean }>(
    `select (select count(*)::int from evidence_files where document_id = documents.id and user_id is null) as versions,
       evidence_due_at is not null as is_due from documents where id = $1`,
    [guid],
  )
  return row!
}

async function signedDocument(): Promise<string> {
  const sent = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await untilArchived(scene, sent)
  return sent.guid
}

test.each(EVIDENCE_FAILPOINTS)(
  'a server that dies at "%s" leaves the evidence to the next one, which makes it once',
  async (failpoint) => {
    const { server } = scene.portal
    const guid = await signedDocument()
    await server.restart({ FAILPOINT: failpoint })
    await askForEvidence()
    expect((await server.program.ended).signal).toBe('SIGKILL')
    expect(await standingOf(guid)).toEqual({ versions: failpoint === 'evidence-listed' ? 1 : 0, is_due: true })
    await server.restart()
    await vi.waitFor(
      async () => {
        await askForEvidence()
        expect(await standingOf(guid)).toEqual({ versions: 1, is_due: false })
      },
      { timeout: 40_000, interval: 500 },
    )
    const { bytes } = await fetchEvidence(scene, guid)
    expect(readEvidenceFile(bytes).manifest).toMatchObject({ version: 1, documentId: guid })
  },
)

test('evidence whose timestamp cannot be had is made once it can', async () => {
  const guid = await signedDocument()
  await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http503', times: 1000 })
  expect((await fetchEvidence(scene, guid)).status).toBe(503)
  await askForEvidence()
  await vi.waitFor(() => expect(scene.portal.server.log()).toContain('Evidence was not made.'), {
    timeout: 20_000,
    interval: 100,
  })
  expect(await standingOf(guid)).toEqual({ versions: 0, is_due: true })
  await scene.portal.sandbox.control('reset', {})
  await vi.waitFor(
    async () => {
      await askForEvidence()
      expect(await standingOf(guid)).toEqual({ versions: 1, is_due: false })
    },
    { timeout: 40_000, interval: 500 },
  )
})
