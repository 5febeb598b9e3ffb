import { setTimeout as pause } from 'node:timers/promises'
import type { Cluster } from '../open-cluster.ts'
import type { SeededRandom } from '../seeded-random.ts'

/** A misfortune: it comes, stays for a while, and goes. */
export interface Nemesis {
  readonly name: string
  /** @param lasts milliseconds that it stays; it may go sooner, never much later */
  strike(cluster: Cluster, random: SeededRandom, lasts: number): Promise<void>
}

/** Does something, and undoes it after a while. */
export async function forAWhile(lasts: number, act: () => Promise<() => Promise<void>>): Promise<void> {
  const undo = await act()
  try {
    await pause(lasts)
  } finally {
    await undo()
  }
}
