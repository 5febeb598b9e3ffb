import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { FAILPOINTS } from '../../src/ports/failpoints.ts'
import { askPdfsig, fixedPort, mainOf, openScene, type Scene, trySigning } from '@rubrica/testing'

/** Short, so that the claim of a killed server runs out while the test waits for nothing else. */
const LEASE_MS = '1000'
/** Between two looks; without it, asking takes the processors from whoever runs beside. */
const PAUSE_MS = 50

let scene: Scene
beforeAll(async () => {
  // A fixed port: the people of the scene keep their addresses over restarts.
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { SIGNING_LEASE_MS: LEASE_MS, PORT: fixedPort() },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())

async function signatureCount(documentId: string): Promise<number> {
  const { server } = scene.portal
  const [row] = await server.database!.query<{ count: string }>(
    "select count(*) from revisions where document_id = $1 and kind = 'signature'",
    [documentId],
  )
  return Number(row!.count)
}

/** The person clicks again, with the same attempt, until the claim of the dead server has run out. */
async function signAfterRestart(signerGuid: string, attempt: string): Promise<number> {
  for (;;) {
    const status = await trySigning(scene.people.ana, signerGuid, { attempt })
    if (status !== 409 && status !== 503) return status
    await pause(PAUSE_MS)
  }
}

/** Digests are written down before the key hears of them only where the key is elsewhere: see remote-crash.full.test.ts. */
const ALL = FAILPOINTS.filter((name) => name !== 'digests-recorded')
const STEPS = mainOf(ALL, ['claimed', 'signature-made', 'commit-begun', 'committed'])

test.each(STEPS)(
  'a server that dies at "%s" leaves the document unsigned or signed once, and the same attempt ends well',
  async (failpoint) => {
    const { server } = scene.portal
    const document = await scene.send({ signers: ['ana'] })
    const signerGuid = document.signers[0]!.guid
    const attempt = crypto.randomUUID()
    await server.restart({ FAILPOINT: failpoint })
    expect(await trySigning(scene.people.ana, signerGuid, { attempt })).toBe(0)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    const afterCrash = await signatureCount(document.guid)
    expect(afterCrash).toBe(failpoint === 'committed' ? 1 : 0)
    await server.restart({ FAILPOINT: undefined })
    expect(await signAfterRestart(signerGuid, attempt)).toBe(204)
    expect(await signatureCount(document.guid)).toBe(1)
    const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
    expect(verdicts).toEqual(['Signature is Valid.'])
    expect(wholeFile).toBe(true)
  },
)
