import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { ARCHIVING_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { askPdfsig, fixedPort, mainOf, openScene, type Scene, trySigning } from '@rubrica/testing'
import { untilArchived } from '../scenes/until-archived.ts'

/** Short, so that what a killed server held is soon free. */
const LEASE_MS = '1000'

let scene: Scene
beforeAll(async () => {
  // A fixed port: the people of the scene keep their addresses over restarts.
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { SIGNING_LEASE_MS: LEASE_MS, ARCHIVE_DELAY_MS: '0', PORT: fixedPort() },
  })
  // What the demo left to the sweep would kill a server before the document of the test is there.
  await scene.portal.server.database!.query('update document_archives set due_at = null')
})
afterAll(() => scene[Symbol.asyncDispose]())

async function kindsOf(documentId: string): Promise<string[]> {
  const rows = await scene.portal.server.database!.query<{ kind: string }>(
    'select kind from revisions where document_id = $1 order by number',
    [documentId],
  )
  return rows.map(({ kind }) => kind)
}

const SIGNED = ['intake', 'fields', 'signature']
const ARCHIVED = [...SIGNED, 'validation_data', 'archive_timestamp']

/** What is there after a death at that step: whole revisions and nothing else. */
function storedAt(failpoint: (typeof ARCHIVING_FAILPOINTS)[number]): string[] {
  if (failpoint === 'archive-timestamp-appended') return ARCHIVED
  if (failpoint === 'validation-data-appended' || failpoint === 'archive-timestamped') return ARCHIVED.slice(0, -1)
  return SIGNED
}

/** One where nothing is kept yet but the evidence. */
const STEPS = mainOf(ARCHIVING_FAILPOINTS, ['evidence-kept'])

test.each(STEPS)(
  'a server that dies at "%s" leaves whole revisions, and the next one goes on from there',
  async (failpoint) => {
    const { server } = scene.portal
    await server.restart({ FAILPOINT: failpoint })
    const document = await scene.send({ signers: ['ana'] })
    expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    expect(await kindsOf(document.guid)).toEqual(storedAt(failpoint))
    await server.restart({ FAILPOINT: undefined })
    expect(await untilArchived(scene, document)).toMatchObject({ state: 'done', level: 'PAdES-BASELINE-LTA' })
    expect(await kindsOf(document.guid)).toEqual(ARCHIVED)
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts[0]).toBe('Signature is Valid.')
  },
)
