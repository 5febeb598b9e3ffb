/**
 * What it costs a signature to be bound to the pages that were served: two servers, one of which leaves the digest out,
 * sign documents whose pages were all looked at, in turns.
 */
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { median, round, type BenchOptions, type Figure } from '../measure.ts'
import { makeTextPages } from './make-files.ts'
import { send, sign, type ToSign } from './signing-client.ts'

const BATCH = 200
const BATCHES = 3
const PAGES = 10
const WARM_UP = 20
const TARGET = 1.03
const ENVIRONMENT = {
  ...{ CALLS_PER_MINUTE: '1000000', SENT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' },
  ...{ EVIDENCE: 'asked', ARCHIVE_DELAY_MS: '3600000' },
}
const WITHOUT = `--import=${pathToFileURL(join(import.meta.dirname, 'without-page-digests.mjs')).href}`

interface Batch {
  readonly id: string
  readonly documents: readonly ToSign[]
}

/** Sent, looked at page by page, and ready to be signed. */
async function prepare(scene: Scene, count: number): Promise<Batch> {
  const { ana } = scene.people
  const documents = await send(scene, count, makeTextPages(PAGES))
  for (const { docGuid } of documents) {
    const params = { docGuid, page: '1' }
    await ana.call.renderedDocument({ params, query: { count: String(PAGES) } })
  }
  const SignerGUIDs = documents.map(({ guid }) => guid)
  const { BatchId } = await ana.call.prepareBatch({ body: { CertGUID: ana.certificateId, SignerGUIDs } })
  return { id: BatchId, documents }
}

type Side = 'on' | 'off'
type Scenes = Readonly<Record<Side, Scene>>

/** @returns milliseconds of each signature; who goes first, and so gains or loses by what the other left to do, changes */
async function signInTurns(scenes: Scenes, count: number): Promise<Record<Side, number[]>> {
  const batches = { on: await prepare(scenes.on, count), off: await prepare(scenes.off, count) }
  const times: Record<Side, number[]> = { on: [], off: [] }
  for (let number = 0; number < 2 * count; number += 1) {
    const side = number % 4 === 0 || number % 4 === 3 ? 'on' : 'off'
    const { id, documents } = batches[side]
    const began = performance.now()
    await sign(scenes[side].people.ana, documents[Math.floor(number / 2)]!, id)
    times[side].push(performance.now() - began)
  }
  return times
}

/** Throws unless one side binds pages and the other does not: else the figure would say nothing. */
async function assertSwitched({ portal }: Scene, isOn: boolean): Promise<void> {
  const [row] = await portal.server.database!.query<{ bound: number; all: number }>(
    `select count(*)::integer as all, count(*) filter (where facts->>'pagesDigest' ~ '^[0-9a-f]{64}$')::integer as bound
     from (select canonical::jsonb -> 'facts' as facts from audit_events where type = 'document-signed') as signed`,
  )
  if (!row || row.all === 0 || row.bound !== (isOn ? row.all : 0)) throw new Error(`bound: ${JSON.stringify(row)}`)
}

/** @returns a figure: the time of a signature with the digest, beside one without */
export async function measureDigests({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using on = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    await using off = await openScene({
      postgres: postgres.connection,
      env: { ...ENVIRONMENT, NODE_OPTIONS: WITHOUT },
    })
    await signInTurns({ on, off }, WARM_UP)
    const times: Record<Side, number[]> = { on: [], off: [] }
    for (let batch = 1; batch <= BATCHES; batch += 1) {
      const spent = await signInTurns({ on, off }, BATCH)
      times.on.push(...spent.on)
      times.off.push(...spent.off)
      say(`${BATCH * batch} documents of ${PAGES} pages on either side`)
    }
    await assertSwitched(on, true)
    await assertSwitched(off, false)
    const [value, against] = [median(times.on), median(times.off)]
    return [
      {
        ...{ what: `a signature bound to ${PAGES} pages`, value: round(value), unit: 'ms' },
        against: { what: 'without the digest', value: round(against) },
        ...{ ratio: Number((value / against).toFixed(3)), target: `≤ × ${TARGET}`, ok: value <= against * TARGET },
      },
    ]
  } finally {
    await postgres.stop()
  }
}
