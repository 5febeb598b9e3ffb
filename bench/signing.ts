/**
 * Signatures per second of a batch with a vault key, through HTTP at level B-T, and the time of a single one with its
 * PIN. Beside each stands what no server could do without, measured in turns with it: see parts/signing-floor.ts.
 */
import { supervisePostgres } from '../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { makeTemporaryDirectory, openScene, type DemoSigner, type Scene } from '@rubrica/testing'
import { UNLIMITED, median, round, timeOf, type BenchOptions, type Figure } from './measure.ts'
import { measureDigests } from './parts/measure-digests.ts'
import { send, sign, type ToSign } from './parts/signing-client.ts'
import { openSigningFloor, type SigningFloor } from './parts/signing-floor.ts'

const BATCH = 200
/** Documents that one side signs before it is the other's turn. */
const TURN = 20
/** Calls that a client keeps under way once the first has shown that the PIN is right. */
const OVERLAPPING = 3
const SINGLES = 15
const WARM_UP = 10
const SHARE_TARGET = 0.5
const RATE_TARGET = 10
const SINGLE_TARGET = 1.5
const ENVIRONMENT = {
  ...UNLIMITED,
  // Unless it is said otherwise the product’s default: documents become long-term behind the back of who signs.
  ARCHIVE_DELAY_MS: process.env['ARCHIVE_DELAY_MS'],
}

interface Stage extends BenchOptions {
  readonly scene: Scene
  readonly floor: SigningFloor
}

/** Milliseconds of the same work on either side. */
interface Measured {
  readonly ours: number
  readonly floor: number
}

/** Signs some documents, so many at a time. */
async function signAll(person: DemoSigner, documents: readonly ToSign[], batchId: string, atOnce: number) {
  const queue = [...documents]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await sign(person, next, batchId)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
}

/** @returns milliseconds of the whole batch on either side. */
async function measureBatch({ scene, floor, say }: Stage, atOnce: number): Promise<Measured> {
  const { ana } = scene.people
  const documents = await send(scene, BATCH)
  const spent = { ours: 0, floor: 0 }
  let batchId = ''
  spent.ours += await timeOf(async () => {
    const SignerGUIDs = documents.map(({ guid }) => guid)
    batchId = (await ana.call.prepareBatch({ body: { CertGUID: ana.certificateId, SignerGUIDs } })).BatchId
  })
  spent.floor += await timeOf(() => floor.openKey())
  for (let from = 0; from < BATCH; from += TURN) {
    const turn = documents.slice(from, from + TURN)
    spent.ours += await timeOf(() => signAll(ana, turn, batchId, from === 0 ? 1 : atOnce))
    spent.floor += await timeOf(async () => {
      for (let signed = 0; signed < turn.length; signed += 1) await floor.sign()
    })
  }
  say(`${BATCH} documents, ${atOnce} at a time: ${Math.round(spent.ours)} ms, the floor ${Math.round(spent.floor)} ms`)
  return spent
}

/** @returns milliseconds of one signature on either side, the middle of several. */
async function measureSingle({ scene, floor }: Stage): Promise<Measured> {
  const documents = await send(scene, SINGLES)
  const times = { ours: [] as number[], floor: [] as number[] }
  for (const document of documents) {
    times.ours.push(await timeOf(() => sign(scene.people.ana, document)))
    times.floor.push(
      await timeOf(async () => {
        await floor.openKey()
        await floor.signWithoutObject()
      }),
    )
  }
  return { ours: median(times.ours), floor: median(times.floor) }
}

export async function run({ say, parts = [] }: BenchOptions): Promise<readonly Figure[]> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
  return [
    ...(isWanted('rates') ? await measureRates({ say }) : []),
    ...(isWanted('digests') ? await measureDigests({ say }) : []),
  ]
}

async function measureRates({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    const { server, sandbox } = scene.portal
    const { tsa, root } = (await (await fetch(`${sandbox.url}/sandbox.json`)).json()) as { tsa: string; root: string }
    const trusted = new Uint8Array(await (await fetch(root)).arrayBuffer())
    await using floor = await openSigningFloor(server.database?.url ?? '', { url: tsa, trusted })
    for (const document of await send(scene, WARM_UP)) {
      await sign(scene.people.ana, document)
      await floor.sign()
    }
    const stage = { scene, floor, say }
    const inTurn = await measureBatch(stage, 1)
    const overlapping = await measureBatch(stage, OVERLAPPING)
    return [
      tellBatch(`batch of ${BATCH}, one call after another`, inTurn),
      tellBatch(`batch of ${BATCH}, ${OVERLAPPING} calls at a time`, overlapping),
      tellSingle(await measureSingle(stage)),
    ]
  } finally {
    await postgres.stop()
  }
}

function tellBatch(what: string, batch: Measured): Figure {
  const rate = (BATCH * 1000) / batch.ours
  const floorRate = (BATCH * 1000) / batch.floor
  return {
    what,
    value: round(rate),
    unit: '/s',
    against: { what: 'floor', value: round(floorRate) },
    ratio: round(rate / floorRate),
    target: `≥ ${RATE_TARGET} /s and ≥ × ${SHARE_TARGET}`,
    ok: rate >= RATE_TARGET && rate / floorRate >= SHARE_TARGET,
  }
}

function tellSingle(single: Measured): Figure {
  return {
    what: 'one signature with its PIN',
    value: round(single.ours),
    unit: 'ms',
    against: { what: 'floor without an object', value: round(single.floor) },
    ratio: round(single.ours / single.floor),
    target: `≤ × ${SINGLE_TARGET}`,
    ok: single.ours <= single.floor * SINGLE_TARGET,
  }
}
