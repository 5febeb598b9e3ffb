/** Proves that the judge sees loss: on a cluster that acknowledges what is on one machine alone, whose leader dies. */
import type { Violation } from './judge/evidence.ts'
import { leaderDies } from './nemeses/of-machines.ts'
import type { Cluster } from './open-cluster.ts'
import { runChaos } from './run-chaos.ts'

/** Commits are acknowledged at once, and are sent to others once they are on the disk: seconds later. */
export const LOSES_COMMITS = {
  synchronous_commit: 'off',
  wal_writer_delay: '10s',
  wal_writer_flush_after: '1GB',
} as const

/** What nobody remembers is never over. */
const SETTLE_MS = 60_000

/** @returns what the judge finds, which must be something */
export async function proveLoss(
  cluster: Cluster,
  { keptIn, report }: { readonly keptIn: string; readonly report: (message: string) => void },
): Promise<readonly Violation[]> {
  const wish = { seed: 1, seconds: 20, liveliness: 0, tracks: [[leaderDies]], settleMs: SETTLE_MS }
  return (await runChaos(cluster, { ...wish, keptIn, report })).violations
}
