/** The servers of a cluster come from a release before to this one, and nobody who works meanwhile notices. */
import type { Violation } from './judge/evidence.ts'
import { countRequests } from './figures.ts'
import { rollFrom } from './nemeses/of-replicas.ts'
import type { Cluster } from './open-cluster.ts'
import { runChaos } from './run-chaos.ts'

export interface RollWish {
  /** Folder of the release before, built. */
  readonly release: string
  readonly keptIn: string
  readonly report: (message: string) => void
}

export interface Rolled {
  readonly violations: readonly Violation[]
  /** Of all clients, and of those: refused for good, or never answered. */
  readonly requests: number
  readonly failed: number
}

/** It begins within these, and takes as long as it takes. */
const SECONDS = 5

/** @throws {Error} when a server does not come back */
export async function proveRoll(cluster: Cluster, { release, keptIn, report }: RollWish): Promise<Rolled> {
  const roll = rollFrom(release)
  const faults: unknown[] = []
  const strike: typeof roll.strike = (...all) => roll.strike(...all).catch((error: unknown) => void faults.push(error))
  const tracks = [[{ ...roll, strike }]]
  const { violations, evidence } = await runChaos(cluster, {
    seed: 1,
    seconds: SECONDS,
    liveliness: 0,
    keptIn,
    report,
    tracks,
  })
  if (faults.length > 0) throw new Error('The servers did not come to this release.', { cause: faults[0] })
  // A wrong PIN is refused as it should.
  const ofPeople = evidence.history.filter(({ op }) => op !== 'guess')
  const { requests, failed } = countRequests(ofPeople, { from: 0, until: Infinity })
  return { violations, requests, failed }
}
