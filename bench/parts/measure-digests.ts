/**
 * What it costs a signature to be bound to the pages that were served: one server, which leaves the digest out each other
 * time, signs documents whose pages were all looked at. Two servers differ by more than what is to be told.
 */
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { makeTemporaryDirectory, openScene, type Scene } from '@rubrica/testing'
import { UNLIMITED, median, round, type BenchOptions, type Figure } from '../measure.ts'
import { makeTextPages } from './make-files.ts'
import { send, sign, type ToSign } from './signing-client.ts'

const BATCH = 100
const BATCHES = 3
const PAGES = 5
const WARM_UP = 20
const TARGET = 1.03
const SWITCH = `--import=${pathToFileURL(join(import.meta.dirname, 'without-page-digests.mjs')).href}`
const ENVIRONMENT = {
  ...UNLIMITED,
  ...{ EVIDENCE: 'asked', ARCHIVE_DELAY_MS: '3600000', NODE_OPTIONS: SWITCH },
}

interface Batch {
  readonly id: string
  readonly documents: readonly ToSign[]
}

/** Sent, looked at page by page, and ready to be signed. */
async function prepare(scene: Scene, count: number): Promise<Batch> {
  const { ana } = scene.people
  const documents = await send(scene, count, { pdf: makeTextPages(PAGES) })
  for (const { docGuid } of documents) {
    const params = { docGuid, page: '1' }
    await ana.call.renderedDocument({ params, query: { count: String(PAGES) } })
  }
  const SignerGUIDs = documents.map(({ guid }) => guid)
  const { BatchId } = await ana.call.prepareBatch({ body: { CertGUID: ana.certificateId, SignerGUIDs } })
  return { id: BatchId, documents }
}

type Side = 'on' | 'off'

/** The server begins with digests. @returns a function that has it sign with or without them from then on */
function switchOf({ portal }: Scene): (side: Side) => void {
  let now: Side = 'on'
  return (side) => {
    if (side !== now) process.kill(portal.server.program.pid, 'SIGUSR2')
    now = side
  }
}

/** @returns milliseconds of each signature; who goes first, and so gains or loses by what the other left to do, changes */
async function signInTurns(scene: Scene, count: number, become: (side: Side) => void): Promise<Record<Side, number[]>> {
  const { id, documents } = await prepare(scene, 2 * count)
  const times: Record<Side, number[]> = { on: [], off: [] }
  for (const [number, document] of documents.entries()) {
    const side = number % 4 === 0 || number % 4 === 3 ? 'on' : 'off'
    become(side)
    const began = performance.now()
    await sign(scene.people.ana, document, id)
    times[side].push(performance.now() - began)
  }
  return times
}

/** Throws unless just so many signatures are bound to no pages: else the figure would say nothing. */
async function assertSwitched({ portal }: Scene, off: number): Promise<void> {
  const [row] = await portal.server.database!.query<{ unbound: number }>(
    `select count(*)::integer as unbound from audit_events
     where type = 'document-signed' and canonical::jsonb -> 'facts' ->> 'pagesDigest' = ''`,
  )
  if (row?.unbound !== off) throw new Error(`${row?.unbound} signatures are bound to no pages, and ${off} should be`)
}

/** @returns a figure: the time of a signature with the digest, beside one without */
export async function measureDigests({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    const become = switchOf(scene)
    await signInTurns(scene, WARM_UP, become)
    const times: Record<Side, number[]> = { on: [], off: [] }
    for (let batch = 1; batch <= BATCHES; batch += 1) {
      const spent = await signInTurns(scene, BATCH, become)
      times.on.push(...spent.on)
      times.off.push(...spent.off)
      say(`${BATCH * batch} documents of ${PAGES} pages on either side`)
    }
    await assertSwitched(scene, WARM_UP + times.off.length)
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
