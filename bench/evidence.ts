/**
 * What comes after signatures: an evidence file is made, strangers verify files, the log of a large installation is
 * sealed, a document proved.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { leafOf } from '../apps/api/src/modules/audit/describe-head.ts'
import { proveSealed } from '../apps/api/src/modules/audit/prove-sealed.ts'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { measureEvidenceFile } from './parts/evidence-file.ts'
import { DAY, moveDocuments, openLogStage, secondsOf, type LogStage } from './parts/log-stage.ts'
import { measureStrangers } from './parts/measure-strangers.ts'
import { uuidOf } from './parts/peer-stage.ts'

const DOCUMENTS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const MOVED = Math.round(DOCUMENTS / 50)
const PROOFS = 101
const HEAD_TARGET_S = 10
const PROOF_TARGET_MS = 20

/** What no head could do without: all ends read once, in their order, and digested. */
async function readEnds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const digest = createHash('sha256')
  const { rows } = await client.query<{ id: string; sequence: string; hash: Buffer }>(
    'select id, audit_sequence as sequence, audit_hash as hash from documents order by id',
  )
  for (const { id, sequence, hash } of rows) {
    digest.update(`${leafOf({ documentId: id, sequence: Number(sequence), hash })}\n`)
  }
  digest.digest()
  await client.end()
}

export async function run({ say, parts = [] }: BenchOptions): Promise<Figure[]> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
  return [
    ...(isWanted('file') ? await measureEvidenceFile() : []),
    ...(isWanted('strangers') ? await measureStrangers({ say }) : []),
    ...(isWanted('log') ? await measureLog({ say }) : []),
  ]
}

async function measureLog({ say }: BenchOptions): Promise<Figure[]> {
  say(`writing ${DOCUMENTS} documents`)
  await using stage = await openLogStage(DOCUMENTS)
  return await measure({ ...stage, say })
}

async function measure({ heads, signer, sealAt, database, say }: LogStage & BenchOptions): Promise<Figure[]> {
  const now = Date.now()
  say(`the first head: ${round(await secondsOf(() => sealAt(now)))} s`)
  await moveDocuments(database, { moved: MOVED, each: 50 })
  const floor = await secondsOf(() => readEnds(database.url))
  const head = await secondsOf(() => sealAt(now + DAY))
  const times: number[] = []
  for (let number = 0; number < PROOFS; number += 1) {
    const [row] = await database.query<{ id: string }>(
      `select ${uuidOf('b', String((number * 9901) % DOCUMENTS))} as id`,
    )
    times.push((await secondsOf(() => proveSealed({ heads, signer }, row!.id))) * 1000)
  }
  const proof = median(times)
  return [
    {
      what: `head after ${MOVED} of ${DOCUMENTS} moved`,
      value: round(head),
      unit: 's',
      against: { what: 'ends read', value: round(floor) },
      ratio: round(head / floor),
      target: `≤ ${HEAD_TARGET_S} s`,
      ok: head <= HEAD_TARGET_S,
    },
    {
      what: 'proof of one document',
      value: round(proof),
      unit: 'ms',
      against: null,
      ratio: null,
      target: `≤ ${PROOF_TARGET_MS} ms`,
      ok: proof <= PROOF_TARGET_MS,
    },
  ]
}
