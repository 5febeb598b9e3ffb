/** How long people wait when something fails: one misfortune after another, while documents are sent and signed. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { liveDocuments } from './clients/document-life.ts'
import { readHistory } from './clients/history.ts'
import { countRequests, longestPause, type Window } from './figures.ts'
import type { Nemesis } from './nemeses/nemesis.ts'
import { leaderDies, switchover } from './nemeses/of-machines.ts'
import { killApi, rollingRestart } from './nemeses/of-replicas.ts'
import type { Cluster } from './open-cluster.ts'
import { openWorld } from './run-chaos.ts'
import { seededRandom } from './seeded-random.ts'

export interface Figure {
  readonly what: string
  readonly value: string
  readonly target: string
  readonly ok: boolean
}

const CLIENTS = 4
/** Milliseconds before the first misfortune, and after each. */
const QUIET = 15_000

const MISFORTUNES: readonly Nemesis[] = [leaderDies, switchover, killApi, rollingRestart]

/** @returns a row for each promise about pauses */
export async function measure(
  cluster: Cluster,
  { keptIn, report }: { readonly keptIn: string; readonly report: (message: string) => void },
): Promise<Figure[]> {
  await mkdir(keptIn, { recursive: true })
  const file = join(keptIn, 'history.jsonl')
  const random = seededRandom(1)
  const { world, end } = await openWorld(cluster, { historyFile: file, liveliness: 0 })
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    liveDocuments(world, `client${index + 1}`, random.fork(String(index))),
  )
  await pause(QUIET)
  const windows = new Map<string, Window>()
  const calm = { from: Date.now() - QUIET, until: Date.now() }
  for (const nemesis of MISFORTUNES) {
    report(`${nemesis.name} …`)
    const from = Date.now()
    await nemesis.strike(cluster, random, QUIET)
    await cluster.heal()
    await pause(QUIET)
    windows.set(nemesis.name, { from, until: Date.now() })
  }
  end()
  await Promise.all(clients)
  const history = readHistory(file)
  const [dead, moved, killed, rolled] = MISFORTUNES.map(({ name }) => windows.get(name)!)
  return [
    describePause('without any misfortune: longest pause', longestPause(history, calm), Infinity),
    describePause('the leader’s machine dies: longest pause', longestPause(history, dead!), 30_000),
    describePause('switchover: longest pause', longestPause(history, moved!), 6000),
    describeFailures(
      'a server is killed: not done by the second call',
      countRequests(history, killed!),
      'notDoneBySecond',
    ),
    describeFailures('the servers are restarted one by one: final errors', countRequests(history, rolled!), 'failed'),
  ]
}

const describePause = (what: string, ms: number, most: number): Figure => ({
  what,
  value: `${(ms / 1000).toFixed(1)} s`,
  target: Number.isFinite(most) ? `≤ ${most / 1000} s` : '',
  ok: ms <= most,
})

function describeFailures(
  what: string,
  figures: ReturnType<typeof countRequests>,
  name: 'notDoneBySecond' | 'failed',
): Figure {
  const { requests, repeated } = figures
  return { what, value: `${figures[name]} of ${requests} (${repeated} repeated)`, target: '0', ok: figures[name] === 0 }
}
