/** Clients work, misfortunes strike, everything is healed, and the judge says what of the promises was not kept. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { openPerson, openProgram, type PersonName, type Sender } from './clients/calls.ts'
import { liveDocuments, type World } from './clients/document-life.ts'
import { addGuessedKey, guessPins, type GuessedKey } from './clients/guess-pins.ts'
import { openHistory, readHistory } from './clients/history.ts'
import { collectEvidence } from './collect-evidence.ts'
import { collectMails } from './collect-mails.ts'
import type { Evidence, Violation } from './judge/evidence.ts'
import { judge } from './judge/judge.ts'
import { until } from './machines/process.ts'
import type { Nemesis } from './nemeses/nemesis.ts'
import { OF_MACHINES } from './nemeses/of-machines.ts'
import { OF_REPLICAS } from './nemeses/of-replicas.ts'
import { addSender, type Cluster } from './open-cluster.ts'
import { seededRandom, type SeededRandom } from './seeded-random.ts'

export interface ChaosWish {
  readonly seed: number
  readonly seconds: number
  /** Where history and evidence are kept. */
  readonly keptIn: string
  readonly report: (message: string) => void
  /** Tracks of misfortunes, each one after another, beside one another. */
  readonly tracks?: readonly (readonly Nemesis[])[]
  readonly liveliness?: number
  /** How long what is due is waited for; it is as long as it takes unless said. */
  readonly settleMs?: number
}

export interface ChaosOutcome {
  readonly violations: readonly Violation[]
  readonly evidence: Evidence
}

const CLIENTS = 5
/** How long clients ask for an answer once all is healed. */
const HOPE_MS = 120_000
/** Keys whose PIN is guessed. */
const GUESSED = 3
/** Milliseconds: how long a misfortune stays, and what lies between two. */
const [STAYS, BETWEEN] = [
  [5_000, 30_000],
  [500, 4_000],
] as const

export interface WorldWish {
  readonly historyFile: string
  readonly liveliness: number
  /** The program that sends documents; a new one unless said. */
  readonly sender?: Sender
}

/** The people of the sandbox, with a key of the vault each. */
export async function openWorld(cluster: Cluster, wish: WorldWish) {
  const { historyFile, liveliness, sender = await addSender(cluster) } = wish
  const { people } = (await (await fetch(`${cluster.sandbox.url}/people.json`)).json()) as {
    people: { id: PersonName; pin: string }[]
  }
  let over = Infinity
  const world: World = {
    history: openHistory(historyFile),
    program: openProgram(cluster.url, sender),
    people: Object.fromEntries(
      people.map(({ id, pin }) => [id, openPerson(cluster.url, { name: id, pin })]),
    ) as World['people'],
    liveliness,
    isOver: () => performance.now() >= over,
    isHopeless: () => performance.now() >= over + HOPE_MS,
  }
  return { world, sender, end: () => (over = performance.now()) }
}

export async function runChaos(cluster: Cluster, wish: ChaosWish): Promise<ChaosOutcome> {
  const { seed, seconds, report, liveliness = 0.5, tracks = [OF_MACHINES, OF_REPLICAS] } = wish
  await mkdir(wish.keptIn, { recursive: true })
  const historyFile = join(wish.keptIn, 'history.jsonl')
  const random = seededRandom(seed)
  const { world, end } = await openWorld(cluster, { historyFile, liveliness })
  const keys: GuessedKey[] = []
  for (let made = 0; made < GUESSED; made += 1)
    keys.push(await addGuessedKey(await world.people.carla(), cluster.sandbox))
  const mailsSoFar = collectMails(cluster.sandbox)
  const clients = [
    ...Array.from({ length: CLIENTS }, (_, index) => `client${index + 1}`).map((name) =>
      liveDocuments(world, name, random.fork(name)),
    ),
    guessPins(world, keys, random.fork('guesser')),
  ]
  await strikeAll(cluster, { tracks, seconds, random, report })
  report('Healing …')
  await cluster.heal()
  end()
  await Promise.all(clients)
  report('Waiting until nothing is due any more …')
  const isSettled = await untilSettled(cluster, wish.settleMs).then(
    () => true,
    () => false,
  )
  if (!isSettled) report('Something is still due.')
  const mails = await mailsSoFar()
  const evidence = await collectEvidence({ cluster, program: world.program, history: readHistory(historyFile), mails })
  await writeFile(join(wish.keptIn, 'evidence.json'), JSON.stringify(evidence))
  return { violations: judge(evidence), evidence }
}

interface Striking {
  readonly tracks: readonly (readonly Nemesis[])[]
  readonly seconds: number
  readonly random: SeededRandom
  readonly report: (message: string) => void
}

/** Each track strikes with all of its misfortunes before one comes again. */
async function strikeAll(cluster: Cluster, { tracks, seconds, random, report }: Striking): Promise<void> {
  const end = performance.now() + seconds * 1000
  const left = () => end - performance.now()
  const follow = async (track: readonly Nemesis[], own: SeededRandom): Promise<void> => {
    for (;;) {
      for (const nemesis of own.shuffle(track)) {
        await pause(own.between(...BETWEEN))
        if (left() <= 0) return
        report(`${nemesis.name} …`)
        const lasts = Math.min(own.between(...STAYS), Math.max(1000, left()))
        await nemesis.strike(cluster, own, lasts).catch((error: unknown) => report(`${nemesis.name}: ${String(error)}`))
      }
    }
  }
  await Promise.all(tracks.map((track, index) => follow(track, random.fork(`track${index}`))))
}

/** What is not over while something is still at work. */
const DUE = `
  select count(*) as due from (
    select 1 from signers where state = 'signing'
    union all select 1 from signing_attempts where state = 'signing'
    union all select 1 from document_archives where state = 'waiting'
    union all select 1 from pgboss.job where state in ('created', 'active', 'retry') and name = 'tell-signer'
  ) as due`

/**
 * Until nothing is due. A busy machine is long at it, and is waited for while it comes on.
 * @throws {Error} when for so many milliseconds nothing of it became less
 */
export async function untilSettled(cluster: Cluster, patienceMs = 180_000): Promise<void> {
  for (let least = Infinity; least > 0;) {
    least = await until(
      'less is due',
      async () => {
        const due = Number((await cluster.query<{ due: string }>(DUE))[0]!.due)
        return due < least && { due }
      },
      patienceMs,
    ).then(({ due }) => due)
  }
}
