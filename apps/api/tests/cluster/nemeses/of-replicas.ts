/** What happens to the servers themselves. */
import { setTimeout as pause } from 'node:timers/promises'
import { ARCHIVING_FAILPOINTS, FAILPOINTS, REQUEST_FAILPOINTS } from '../../../src/ports/failpoints.ts'
import { runCli } from '@rubrica/testing'
import { answers, until } from '../machines/process.ts'
import type { Replica } from '../machines/replicas.ts'
import { forAWhile, type Nemesis } from './nemesis.ts'

const killOneOf = (roles: readonly Replica['role'][]): Nemesis['strike'] => {
  return async ({ replicas }, random) => {
    const replica = random.pick(replicas.filter(({ role }) => roles.includes(role)))
    replica.signal('SIGKILL')
    await untilBack(replica)
  }
}

const kill: Nemesis = { name: 'a server is killed', strike: killOneOf(['api', 'worker']) }

/** One that people notice. */
export const killApi: Nemesis = { name: 'a server that answers calls is killed', strike: killOneOf(['api']) }

/** As when the machine is suspended: others go on, and it comes back believing that it is still its turn. */
const freeze: Nemesis = {
  name: 'a server stands still',
  strike: ({ replicas }, random, lasts) =>
    forAWhile(lasts, async () => {
      const replica = random.pick(replicas)
      replica.signal('SIGSTOP')
      return async () => replica.signal('SIGCONT')
    }),
}

/** Where an api or a worker dies in the middle of its work, by the names of the steps. */
const STEPS = {
  api: [...FAILPOINTS.filter((name) => name !== 'digests-recorded'), ...REQUEST_FAILPOINTS],
  worker: ARCHIVING_FAILPOINTS,
}

const dieWithin: Nemesis = {
  name: 'a server dies in the middle of a step',
  strike: async ({ replicas }, random, lasts) => {
    const replica = random.pick(replicas)
    const FAILPOINT = random.pick<string>(STEPS[replica.role])
    await replace(replica, () => replica.restart({ FAILPOINT }))
    await Promise.race([replica.untilEnded(), pause(lasts)])
    // Where nobody came by, it goes on without.
    await replace(replica, () => replica.restart())
  },
}

const CLOCKS = [-120, 120]

const wrongClock: Nemesis = {
  name: 'the clock of a server is two minutes wrong',
  strike: async (cluster, random, lasts) => {
    const replica = random.pick(cluster.replicas)
    replica.restart(cluster.clockOff(random.pick(CLOCKS)))
    await pause(lasts)
    await replace(replica, () => replica.restart())
  },
}

/** One after another ends in good order and comes back, as for a new release. */
export const rollingRestart: Nemesis = {
  name: 'the servers are restarted one by one',
  strike: async ({ replicas }) => {
    for (const replica of replicas) await replace(replica, () => replica.restart())
  },
}

/** What brings the servers to this release, while people work. @throws {Error} when one of them does not come back */
export const rollFrom = (release: string): Nemesis => ({
  name: 'the servers come to another release',
  strike: async ({ replicas, operatorEnv }) => {
    const migrated = await runCli(['migrate'], operatorEnv)
    if (migrated.code !== 0) throw new Error(migrated.stderr)
    const [first] = replicas
    // One that ends now starts on a schema that is ahead of it; one that goes back meets what this release has written.
    await roll(first!, release)
    for (const replica of replicas) await roll(replica, undefined)
    await roll(first!, release)
    await roll(first!, undefined)
  },
})

/** @throws {Error} when it is not ready in time */
async function roll(replica: Replica, release: string | undefined): Promise<void> {
  await replace(replica, () => replica.change(release))
  await untilReady(replica)
}

/** Waits for another process than the one that is there; one that is just starting is another one. */
async function replace(replica: Replica, act: () => void): Promise<void> {
  const { pid } = replica
  act()
  await until(`${replica.name} has gone`, async () => replica.pid !== pid)
  await untilBack(replica)
}

/** A server that waits for its database, or that nobody may reach, is not waited for. */
const PATIENCE_MS = 60_000

const untilBack = (replica: Replica): Promise<unknown> => untilReady(replica).catch(() => undefined)

const untilReady = ({ name, url }: Replica): Promise<boolean> =>
  until(`${name} is ready`, () => answers(`${url}/health/ready`), PATIENCE_MS)

export const OF_REPLICAS: readonly Nemesis[] = [kill, freeze, kill, dieWithin, wrongClock, rollingRestart]
