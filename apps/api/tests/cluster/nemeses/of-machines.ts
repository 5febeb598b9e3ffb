/** What happens to the machines of the database, and to what lies between any two machines. */
import { setTimeout as pause } from 'node:timers/promises'
import type { Toxic } from '../machines/edges.ts'
import { STORE_FAULTS } from '../machines/faulty-store.ts'
import { beginAnew, moveLeader, type DatabaseMachine } from '../machines/patroni.ts'
import { until } from '../machines/process.ts'
import type { Cluster } from '../open-cluster.ts'
import type { SeededRandom } from '../seeded-random.ts'
import { forAWhile, type Nemesis } from './nemesis.ts'

/** Milliseconds after which who was gone does not come back as the leader: longer than its lease. */
const BEYOND_LEASE = 25_000

export const leaderDies: Nemesis = {
  name: 'the machine of the leader dies',
  strike: async (cluster, _, lasts) => {
    const leader = await cluster.leader()
    await leader.die()
    await pause(Math.max(lasts, BEYOND_LEASE))
    leader.start()
  },
}

/** Its ways to the members of etcd. */
const toEtcd = ({ edges }: Cluster, name: string) => edges.names.filter((edge) => edge.startsWith(`${name}-etcd`))

/** Milliseconds in which something is acknowledged by a new leader, and in which another one is elected. */
const ACKNOWLEDGED = 5000
const ELECTED = 10_000

/**
 * It lacks what was acknowledged since, and cannot learn of it; but its recovery has begun a new file of the log, so that
 * its position is ahead of all others.
 */
const formerLeaderComesBack: Nemesis = {
  name: 'who led before comes back, and the machine of the leader stands still',
  strike: async (cluster) => {
    const former = await cluster.leader()
    await former.die()
    const leader = await until('another machine leads', async () => {
      const found = await cluster.leader()
      return found !== former && found
    }).catch((error: unknown) => {
      former.start()
      throw error
    })
    await pause(ACKNOWLEDGED)
    await leader.freeze()
    former.start()
    // The third one, which has all, votes in an election that it does not hear of.
    const third = cluster.machines.filter((machine) => machine !== former && machine !== leader)
    const edges = third.flatMap(({ name }) => toEtcd(cluster, name))
    await forAWhile(BEYOND_LEASE + ELECTED, () => cluster.edges.cut(edges)).finally(() => leader.thaw())
  },
}

/** It comes back believing that it leads. */
const leaderFreezes: Nemesis = {
  name: 'the machine of the leader stands still',
  strike: async (cluster, _, lasts) => {
    const leader = await cluster.leader()
    await forAWhile(Math.max(lasts, BEYOND_LEASE), async () => {
      await leader.freeze()
      return () => leader.thaw()
    })
  },
}

/** Clients still reach it, and nobody else tells it anything. */
const leaderIsCutOff: Nemesis = {
  name: 'the leader does not reach etcd',
  strike: async (cluster, _, lasts) => {
    const { name } = await cluster.leader()
    const edges = toEtcd(cluster, name)
    await forAWhile(Math.max(lasts, BEYOND_LEASE), () => cluster.edges.cut(edges))
  },
}

async function pickStandby(cluster: Cluster, random: SeededRandom): Promise<DatabaseMachine> {
  const leader = await cluster.leader()
  return random.pick(cluster.machines.filter((machine) => machine !== leader))
}

const standbyDies: Nemesis = {
  name: 'a machine that follows dies',
  strike: async (cluster, random, lasts) => {
    const machine = await pickStandby(cluster, random)
    await machine.die()
    await pause(lasts)
    machine.start()
  },
}

/** Half a copy of the leader is left, which Patroni does not touch: an operator has it begin anew once more. */
const standbyDiesHalfMade: Nemesis = {
  name: 'a machine that follows dies while it is made anew',
  strike: async (cluster, random, lasts) => {
    const machine = await pickStandby(cluster, random)
    await beginAnew(machine)
    await pause(random.between(500, 3000))
    await machine.die()
    await pause(lasts)
    machine.start()
    await until(`${machine.name} begins anew`, async () => {
      await beginAnew(machine)
      return true
    })
  },
}

/** Commits wait for it. */
const standbysAreCutOff: Nemesis = {
  name: 'no machine follows the leader',
  strike: async (cluster, _, lasts) => {
    const { name } = await cluster.leader()
    await forAWhile(lasts, () => cluster.edges.cut([`standbys-${name}`]))
  },
}

/** An operator moves the leader. */
export const switchover: Nemesis = {
  name: 'the leader changes by a switchover',
  strike: async (cluster) => moveLeader(await cluster.leader()),
}

const toxicOf = (random: SeededRandom): Toxic =>
  random.pick<Toxic>([
    { type: 'latency', stream: 'downstream', attributes: { latency: 800, jitter: 700 } },
    { type: 'latency', stream: 'upstream', attributes: { latency: 800, jitter: 700 } },
    { type: 'reset_peer', stream: 'downstream', attributes: { timeout: random.between(0, 2000) } },
    { type: 'reset_peer', stream: 'upstream', attributes: { timeout: random.between(0, 2000) } },
    { type: 'slow_close', stream: 'downstream', attributes: { delay: 2000 } },
    { type: 'limit_data', stream: 'downstream', attributes: { bytes: random.between(500, 20_000) } },
    { type: 'limit_data', stream: 'upstream', attributes: { bytes: random.between(500, 20_000) } },
    { type: 'timeout', stream: 'upstream', attributes: { timeout: 0 } },
    { type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } },
    { type: 'bandwidth', stream: 'downstream', attributes: { rate: 20 } },
  ])

/** Edges that servers are reached by, and that they reach others by. */
const isOfServers = (name: string): boolean => /^portal-|-(?:database|store)$/.test(name)

function poison(name: string, choose: (cluster: Cluster, random: SeededRandom) => readonly string[]): Nemesis {
  return {
    name,
    strike: (cluster, random, lasts) =>
      forAWhile(lasts, () => cluster.edges.poison(choose(cluster, random), toxicOf(random))),
  }
}

/** In one direction at most: what is sent may arrive, and its answer never. */
const poisonedEdge = poison('an edge of a server is poisoned', ({ edges }, random) => [
  random.pick(edges.names.filter(isOfServers)),
])

const poisonedMachine = poison('an edge of a machine of the database is poisoned', ({ edges }, random) => [
  random.pick(edges.names.filter((name) => !isOfServers(name) && name !== 'servers-tsa')),
])

const cutServer: Nemesis = {
  name: 'a server does not reach the database',
  strike: ({ edges, replicas }, random, lasts) =>
    forAWhile(lasts, () => edges.cut([`${random.pick(replicas).name}-database`])),
}

const timestampsGone: Nemesis = {
  name: 'the timestamp authority does not answer',
  strike: ({ edges }, random, lasts) =>
    forAWhile(lasts, () =>
      random.happens(0.5)
        ? edges.cut(['servers-tsa'])
        : edges.poison(['servers-tsa'], { type: 'timeout', stream: 'downstream', attributes: { timeout: 0 } }),
    ),
}

const storeFails: Nemesis = {
  name: 'the store has a bad day',
  strike: ({ store }, random, lasts) =>
    forAWhile(store ? lasts : 0, async () => {
      store?.play(random.pick(STORE_FAULTS))
      return async () => store?.play(undefined)
    }),
}

export const OF_MACHINES: readonly Nemesis[] = [
  leaderDies,
  formerLeaderComesBack,
  poisonedEdge,
  leaderFreezes,
  cutServer,
  leaderIsCutOff,
  timestampsGone,
  storeFails,
  switchover,
  poisonedMachine,
  standbyDies,
  standbyDiesHalfMade,
  standbysAreCutOff,
]
