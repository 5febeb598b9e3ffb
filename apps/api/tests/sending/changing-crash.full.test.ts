/** A server that dies in the middle of a change after sending leaves the document as before, or as it shall be. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, fixedPort, openScene, runCli, trySigning, type Scene } from '@rubrica/testing'
import { CHANGE_FAILPOINTS } from '../../src/ports/failpoints.ts'

let scene: Scene
beforeAll(async () => {
  // A fixed port: the people of the scene keep their addresses over restarts.
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { PORT: fixedPort() } })
})
afterAll(() => scene[Symbol.asyncDispose]())

const change = (guid: string, body: object) =>
  fetch(`${scene.portal.url}/api/v1/documents/${guid}`, {
    method: 'PATCH',
    headers: {
      authorization: `Bearer ${scene.senderToken}`,
      'content-type': 'application/json',
      'if-match': '"v1"',
    },
    body: JSON.stringify(body),
  }).then(
    ({ status }) => status,
    () => 0,
  )

const rowsOf = async (guid: string) => {
  const [row] = await scene.portal.server.database!.query<Record<string, unknown>>(
    `select version, current_revision,
       (select array_agg(state order by ordinal) from signers where document_id = documents.id) as signers,
       (select count(*)::int from signature_fields where document_id = documents.id) as fields,
       (select count(*)::int from revisions where document_id = documents.id) as revisions,
       (select count(*)::int from audit_events where document_id = documents.id and type = 'document-changed') as events
     from documents where id = $1`,
    [guid],
  )
  return row
}

/** Of the log and of the objects, of everything there is. */
async function findingsOf(...command: string[]): Promise<unknown[]> {
  const { server } = scene.portal
  const environment = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir }
  const { stdout } = await runCli([...command, '--json'], environment)
  return (JSON.parse(stdout) as { findings: unknown[] }).findings
}

const BEFORE = { version: 1, current_revision: 1, signers: ['pending', 'pending'], fields: 2, revisions: 2, events: 0 }
const AFTER = {
  version: 2,
  current_revision: 2,
  signers: ['pending', 'removed', 'pending'],
  fields: 2,
  revisions: 3,
  events: 1,
}

test.each(CHANGE_FAILPOINTS)(
  'dying at "%s", it leaves one or the other, and the change can be made',
  { timeout: 300_000 },
  async (failpoint) => {
    const { server } = scene.portal
    const { guid, signers } = await scene.send({ signers: ['ana', 'biel'] })
    const wanted = { addSigners: [{ userId: 'carla' }], removeSigners: [signers[1]!.guid] }
    await server.restart({ FAILPOINT: failpoint })
    expect(await change(guid, wanted)).toBe(0)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    const isDone = failpoint === 'change-committed'
    expect(await rowsOf(guid)).toEqual(isDone ? AFTER : BEFORE)
    await server.restart({ FAILPOINT: undefined })
    expect(await change(guid, wanted)).toBe(isDone ? 412 : 200)
    expect(await rowsOf(guid)).toEqual(AFTER)
    expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
    expect((await askPdfsig(await scene.download({ guid }))).verdicts).toEqual(['Signature is Valid.'])
  },
)

test('the log and the objects of all of them are whole then', { timeout: 300_000 }, async () => {
  expect(await findingsOf('audit', 'verify')).toEqual([])
  expect(await findingsOf('objects', 'verify')).toEqual([])
})
