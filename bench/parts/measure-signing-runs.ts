/**
 * Signing runs: how long the values of 500 documents take once the PIN is derived, and how many documents a second are
 * signed from the beginning of a run to its end, beside the same number in a batch of calls and beside the floor.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { median, round, UNLIMITED, timeOf, type BenchOptions, type Figure } from '../measure.ts'
import { send, sign, type ToSign } from './signing-client.ts'
import { openSigningFloor, type SigningFloor } from './signing-floor.ts'

const VALUES = 500
const RUN = 200
const WARM_UP = 10
/** As often as a page looks that shows the run, while it is prepared and while it is finished. */
const LOOK_EVERY_MS = { preparing: 40, finishing: 250 } as const
const VALUES_LIMIT_MS = 1000
const BATCH_SHARE = 0.8
const FLOOR_SHARE = 0.6
/** What an authority takes, and documents a second with it. */
const SLOW_MS = 200
const SLOW_RATE = 15
const DERIVATIONS = 5
const ENVIRONMENT = { ...UNLIMITED, ARCHIVE_DELAY_MS: process.env['ARCHIVE_DELAY_MS'] }

interface Stage extends BenchOptions {
  readonly scene: Scene
  readonly floor: SigningFloor
}

/** Milliseconds of the parts of a run. */
interface RunTimes {
  readonly preparing: number
  readonly authorising: number
  readonly finishing: number
}

async function measureRun({ people: { ana } }: Scene, documents: readonly ToSign[]): Promise<RunTimes> {
  const Items = documents.map(({ guid }) => ({ SignerGUID: guid }))
  const body = { CertGUID: ana.certificateId, AccessMethod: 'USER_PASS' as const, Items }
  let params = { runGuid: '' }
  const until = async (state: string, lookEvery: number) => {
    for (;;) {
      const run = await ana.call.showRun({ params })
      if (run.State === state) return run
      await pause(lookEvery)
    }
  }
  const preparing = await timeOf(async () => {
    params = { runGuid: (await ana.call.beginRun({ body })).RunGUID }
    await until('needs-person', LOOK_EVERY_MS.preparing)
  })
  const authorising = await timeOf(() => ana.call.authoriseRun({ params, body: { PIN: ana.pin } }))
  const authorised = Date.now()
  const { Counts, EndedAt } = await until('done', LOOK_EVERY_MS.finishing)
  if (Counts.signed !== documents.length) throw new Error(`signed: ${JSON.stringify(Counts)}`)
  // The server and this program share one clock, which the looks are too rare to replace.
  return { preparing, authorising, finishing: Date.parse(EndedAt!) - authorised }
}

const total = ({ preparing, authorising, finishing }: RunTimes) => preparing + authorising + finishing
const rateOf = (documents: number, ms: number) => (documents * 1000) / ms

async function measureValues({ scene, floor, say }: Stage): Promise<Figure> {
  const times = await measureRun(scene, await send(scene, VALUES))
  const derivations: number[] = []
  for (let n = 0; n < DERIVATIONS; n++) derivations.push(await timeOf(() => floor.openKey()))
  const derivation = median(derivations)
  say(`${VALUES} documents: ${JSON.stringify(times)}, the derivation ${Math.round(derivation)} ms`)
  const value = times.authorising - derivation
  return {
    ...{ what: `${VALUES} values after the PIN’s derivation`, value: round(value), unit: 'ms' },
    against: { what: 'the derivation alone', value: round(derivation) },
    ratio: round(value / derivation),
    ...{ target: `≤ ${VALUES_LIMIT_MS} ms`, ok: value <= VALUES_LIMIT_MS },
  }
}

async function measureRates({ scene, floor, say }: Stage): Promise<Figure[]> {
  const { ana } = scene.people
  const ours = total(await measureRun(scene, await send(scene, RUN)))
  const documents = await send(scene, RUN)
  const batch = await timeOf(async () => {
    const SignerGUIDs = documents.map(({ guid }) => guid)
    const { BatchId } = await ana.call.prepareBatch({ body: { CertGUID: ana.certificateId, SignerGUIDs } })
    for (const document of documents) await sign(ana, document, BatchId)
  })
  const bare = await timeOf(async () => {
    await floor.openKey()
    for (let signed = 0; signed < RUN; signed++) await floor.sign()
  })
  say(`${RUN} documents: a run ${Math.round(ours)} ms, calls ${Math.round(batch)} ms, the floor ${Math.round(bare)} ms`)
  const tell = (what: string, other: number, share: number): Figure => ({
    ...{ what: `a run of ${RUN}`, value: round(rateOf(RUN, ours)), unit: '/s' },
    against: { what, value: round(rateOf(RUN, other)) },
    ratio: round(other / ours),
    ...{ target: `≥ × ${share}`, ok: other / ours >= share },
  })
  return [tell('one call after another', batch, BATCH_SHARE), tell('floor', bare, FLOOR_SHARE)]
}

async function measureSlow({ scene, say }: Stage): Promise<Figure> {
  const documents = await send(scene, RUN)
  await scene.portal.sandbox.inject({ service: 'tsa', fault: `slow:${SLOW_MS}`, times: RUN })
  const times = await measureRun(scene, documents)
  await scene.portal.sandbox.control('reset', {})
  say(`${RUN} documents at an authority that takes ${SLOW_MS} ms: ${JSON.stringify(times)}`)
  const rate = rateOf(RUN, total(times))
  const alone = 1000 / SLOW_MS
  return {
    ...{ what: `a run of ${RUN}, timestamps in ${SLOW_MS} ms`, value: round(rate), unit: '/s' },
    against: { what: 'one timestamp after another', value: alone },
    ratio: round(rate / alone),
    ...{ target: `≥ ${SLOW_RATE} /s`, ok: rate >= SLOW_RATE },
  }
}

export async function measureSigningRuns({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    const { server, sandbox } = scene.portal
    const { tsa, root } = (await (await fetch(`${sandbox.url}/sandbox.json`)).json()) as { tsa: string; root: string }
    const trusted = new Uint8Array(await (await fetch(root)).arrayBuffer())
    await using floor = await openSigningFloor(server.database?.url ?? '', { url: tsa, trusted })
    await measureRun(scene, await send(scene, WARM_UP))
    for (let warm = 0; warm < WARM_UP; warm++) await floor.sign()
    const stage = { scene, floor, say }
    return [await measureValues(stage), ...(await measureRates(stage)), await measureSlow(stage)]
  } finally {
    await postgres.stop()
  }
}
