import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SentDocument } from '@rubrica/contract'
import { askPdfsig, IN_FULL_RUN, type RunningServer, type Scene, mainOf } from '@rubrica/testing'
import { FAILPOINTS, RUN_FAILPOINTS } from '../../src/ports/failpoints.ts'
import { refusalOf, signaturesOf } from '../scenes/authorise-signing.ts'
import { authorise, beginRun, itemsOf, prepareRun, sendMany, showRun, untilRun } from '../scenes/signing-run-scene.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'
import { startBeside } from '../scenes/start-beside.ts'

const DOCUMENTS = IN_FULL_RUN ? 500 : 40
const KILLS = IN_FULL_RUN ? 40 : 3

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

/** Numbers from 0 to 1 that a seed repeats. */
function openDice(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function signedOf(documents: readonly SentDocument[]): Promise<number> {
  const [row] = await scene.portal.server.database!.query<{ count: string }>(
    "select count(*) from revisions where kind = 'signature' and document_id = any($1)",
    [documents.map(({ guid }) => guid)],
  )
  return Number(row!.count)
}

test.runIf(IN_FULL_RUN)(
  'a run whose two servers are killed again and again signs each document once, and asks for the PIN once',
  { timeout: 1_200_000 },
  async () => {
    const { ana } = scene.people
    const documents = await sendMany(scene, DOCUMENTS, 'ana')
    await using beside = await startBeside(scene, { env: { SIGNING_LEASE_MS: '1000' } })
    const servers: readonly RunningServer[] = [scene.portal.server, beside]
    const run = await prepareRun(ana, documents)
    await authorise(ana, run)
    const dice = openDice(20_261_129)
    for (let kill = 1; kill <= KILLS; kill++) {
      // Not the same distance apart, and at whatever step it then is.
      const mark = Math.floor(((kill - dice()) * DOCUMENTS) / (KILLS + 1))
      await expect.poll(() => signedOf(documents), { timeout: 60_000, interval: 5 }).toBeGreaterThanOrEqual(mark)
      const server = servers[Math.floor(dice() * servers.length)]!
      await server.kill9()
      await server.restart()
    }
    const done = await untilRun(ana, run, 'done', 'needs-person', 'stopped')
    expect(done).toMatchObject({ State: 'done', Counts: { signed: DOCUMENTS } })
    const counts = await Promise.all(documents.map((document) => signaturesOf(scene, document)))
    expect(counts.filter((count) => count !== 1)).toEqual([])
    expect((await itemsOf(ana, done)).every(({ State }) => State === 'signed')).toBe(true)
    for (const document of [documents[0]!, documents[DOCUMENTS - 1]!])
      expect((await askPdfsig(await scene.download(document))).verdicts).toEqual(['Signature is Valid.'])
  },
)

/** Steps of a signature that a value takes. */
const STEPS = FAILPOINTS.slice(FAILPOINTS.indexOf('claimed')).filter(
  (step) => !['pin-try-reserved', 'key-opened', 'pin-try-returned'].includes(step),
)

test.each(mainOf([...RUN_FAILPOINTS, ...STEPS], ['run-item-finished', 'commit-begun']))(
  'a run whose server dies at %s is signed to its end by the next one, each document once',
  { timeout: 120_000 },
  async (failpoint) => {
    const { ana } = scene.people
    const { server } = scene.portal
    const documents = await sendMany(scene, 3, 'ana')
    await server.restart({ FAILPOINT: failpoint })
    const run = await beginRun(ana, documents)
    let isAuthorised = false
    // Until the server is gone: the person types their PIN once there is something to authorise.
    const person = expect
      .poll(
        async () => {
          const { State } = await showRun(ana, run)
          if (State === 'needs-person' && !isAuthorised)
            isAuthorised = (await refusalOf(authorise(ana, run))).status === 200
          return State
        },
        { timeout: 60_000, interval: 50 },
      )
      .toBe('done')
      .catch(() => undefined)
    expect((await server.program.ended).signal).toBe('SIGKILL')
    await server.restart({ FAILPOINT: undefined })
    await person
    expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 3 })
    for (const document of documents) expect(await signaturesOf(scene, document)).toBe(1)
  },
)
