/** What an installation costs as it grows, and on many machines. */
import { DatabaseAuditReader } from '../apps/api/src/adapters/database/audit/audit-reader.ts'
import { openAuditProgress } from '../apps/api/src/adapters/database/audit/audit-progress.ts'
import { verifyMoved, verifySome, type VerifyMoved } from '../apps/api/src/modules/audit/verify-moved.ts'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { measureObjectStores } from './parts/measure-object-stores.ts'
import { measureProcesses } from './parts/measure-processes.ts'
import { SUBSCRIPTION } from './parts/peer-stage.ts'
import { DAY, moveDocuments, openLogStage, secondsOf } from './parts/log-stage.ts'

/** Documents of a small and of a large installation. */
const SIZES = [100_000, 1_000_000] as const
const MOVED = 2000
const SOME = 1000
const NIGHTS = 5
const LIMIT = 1.2

export async function run(options: BenchOptions): Promise<Figure[]> {
  const { parts = [] } = options
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
  return [
    ...(isWanted('objects') ? await measureObjectStores(options) : []),
    ...(isWanted('processes') ? await measureProcesses(options) : []),
    ...(isWanted('nights') ? await measureNights(options) : []),
  ]
}

/** The same day's work, sealed and verified where there is ten times as much besides. */
async function measureNights({ say }: BenchOptions): Promise<Figure[]> {
  const [small, large] = [await measureNight(SIZES[0], say), await measureNight(SIZES[1], say)]
  const figure = (what: string, part: keyof typeof small): Figure => ({
    what: `${what}, ${MOVED} of ${SIZES[1]} moved`,
    value: round(large[part]),
    unit: 'ms',
    against: { what: `of ${SIZES[0]}`, value: round(small[part]) },
    ratio: round(large[part] / small[part]),
    target: `≤ × ${LIMIT}`,
    ok: large[part] <= LIMIT * small[part],
  })
  return [figure('log sealed', 'seal'), figure('log verified', 'verify')]
}

async function measureNight(documents: number, say: BenchOptions['say']) {
  say(`writing ${documents} documents`)
  await using stage = await openLogStage(documents)
  const { opened, heads, signer, database } = stage
  const progress = openAuditProgress(opened.db)
  const ports: VerifyMoved = {
    ...{ heads, signer, progress, isTimestampOf: () => true, deletions: new Map() },
    reader: new DatabaseAuditReader(opened.db),
  }
  const verify = async () => {
    for await (const part of verifyMoved(ports)) requireWhole(part)
    requireWhole(await verifySome(ports, SOME))
  }
  const now = Date.now()
  await stage.sealAt(now)
  // As if the nights before had verified it.
  const [head] = await heads.heads(SUBSCRIPTION)
  await progress.keep(SUBSCRIPTION, { until: head!.until, position: documents + 1 })
  const [seals, verifications]: [number[], number[]] = [[], []]
  for (let night = 1; night <= NIGHTS; night += 1) {
    await moveDocuments(database, { moved: MOVED, each: documents / MOVED, sequence: night + 1 })
    seals.push((await secondsOf(() => stage.sealAt(now + night * DAY))) * 1000)
    verifications.push((await secondsOf(verify)) * 1000)
  }
  return { seal: median(seals), verify: median(verifications) }
}

function requireWhole({ findings, headFindings }: Awaited<ReturnType<typeof verifySome>>): void {
  const [found] = [...findings, ...headFindings]
  if (found) throw new Error(`The log of the benchmark is not whole: ${JSON.stringify(found)}`)
}
