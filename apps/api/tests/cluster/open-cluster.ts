/**
 * A whole installation on one machine: etcd, Patroni and PostgreSQL three times, HAProxy before database and servers,
 * three servers and two workers from dist/, the sandbox as the outside world, and an edge that can be poisoned between
 * any two of them.
 */
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DEMO_PASSWORD, runCli, startSandbox, type ProgramEnvironment, type RunningSandbox } from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { startEdges, type Edges } from './machines/edges.ts'
import type { DatabaseMachine } from './machines/patroni.ts'
import { choosePlaces } from './machines/places.ts'
import { answers, until } from './machines/process.ts'
import type { ClusterOptions, ClusterRemains } from './cluster-options.ts'
import { keepReplica, type Replica } from './machines/replicas.ts'
import { startStore, type ClusterStore } from './machines/store.ts'
import {
  addressOf,
  bringBack,
  findLeader,
  openPool,
  startDatabase,
  untilArchived,
  type Ends,
  type Standing,
} from './start-database.ts'

export interface Cluster extends AsyncDisposable {
  /** Holds what every process keeps. */
  readonly folder: string
  /** Of the portal, at the balancer. */
  readonly url: string
  /** Where HAProxy tells what it thinks of everybody. */
  readonly figuresUrl: string
  readonly machines: readonly DatabaseMachine[]
  readonly replicas: readonly Replica[]
  readonly edges: Edges
  readonly sandbox: RunningSandbox
  /** Undefined where the servers share a folder. */
  readonly store: ClusterStore | undefined
  /** For the command line, as an operator runs it beside the servers. */
  readonly operatorEnv: ProgramEnvironment
  /** For a replica whose clock is wrong by so many seconds. */
  clockOff(seconds: number): ProgramEnvironment
  /** The machine whose PostgreSQL takes writes. @throws {Error} while there is none */
  leader(): Promise<DatabaseMachine>
  query<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>
  /** Makes a backup of the database. @throws {Error} where there is no repository */
  backUp(): Promise<void>
  /**
   * Loses all machines, once the database's log is in the repository. Copies what must be kept beside it, the bucket
   * last: what the database names is in it.
   */
  leave(into: string): Promise<ClusterRemains>
  /** Heals all edges, starts what is down, and waits until everything runs. */
  heal(): Promise<void>
}

export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const ends: Ends = []
  const close = async (): Promise<void> => {
    for (const end of ends.splice(0).toReversed()) await end().catch((error: unknown) => options.report(String(error)))
  }
  try {
    return await startAll(options, { ends, close })
  } catch (error) {
    await close()
    throw error
  }
}

interface Closing {
  readonly ends: Ends
  readonly close: () => Promise<void>
}

async function startAll(options: ClusterOptions, { ends, close }: Closing): Promise<Cluster> {
  const { programs, report } = options
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-cluster-'))
  await chmod(folder, 0o711)
  ends.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const { logs } = options
  await rm(logs, { recursive: true, force: true })
  await mkdir(logs, { recursive: true })
  const sandbox = options.sandbox ?? (await startSandbox())
  if (!options.sandbox) ends.push(async () => sandbox[Symbol.asyncDispose]())
  const store = await startStore(report, options.from?.objects)
  if (store) ends.push(() => store.stop())
  const places = await choosePlaces({ authority: Number(new URL(sandbox.url).port), store: store?.port })
  const edges = await startEdges(programs.toxiproxy, { port: places.toxiproxyPort, edges: places.edges, logs })
  ends.push(() => edges.stop())
  report('Starting etcd and PostgreSQL …')
  const database = await startDatabase(options, { folder, logs, places, ends })
  const operator = { ...operatorEnv(folder, database.rubrica), ...store?.settings(store.port) }
  await (options.from ? takeKeys(options.from, operator) : prepare(operator, options.release))
  const { password } = database
  const replicas = await startReplicas(options, { folder, logs, places, ends, sandbox, password, store })
  const pool = openPool(database.superuser)
  ends.push(() => pool.end())
  const { machines } = database
  const leader = () => findLeader(machines)
  return {
    folder,
    url: `http://127.0.0.1:${places.balancer.apiPort}`,
    figuresUrl: `http://127.0.0.1:${places.balancer.statsPort}/`,
    machines,
    replicas,
    edges,
    sandbox,
    operatorEnv: operator,
    store,
    clockOff: (seconds) => ({
      LD_PRELOAD: programs.faketime,
      FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
      // Only what it reads of the time of day is wrong.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    }),
    leader,
    backUp: async () => (await leader()).backUp(),
    leave: async (into) => {
      if (!store) throw new Error('Only what is in a bucket can be kept.')
      await untilArchived(pool)
      await Promise.all([...replicas.map((replica) => replica.stop()), ...machines.map((machine) => machine.die())])
      const keys = join(into, 'server-keys.json')
      await copyFile(String(operator['SERVER_KEY_FILE']), keys)
      return { keys, objects: await store.copy(into), password }
    },
    query: async <Row extends object>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows,
    heal: async () => {
      await edges.heal()
      store?.play(undefined)
      for (const machine of machines) {
        await machine.thaw()
        if (!machine.isRunning()) machine.start()
      }
      for (const replica of replicas) replica.signal('SIGCONT')
      await bringBack(machines, report)
      await untilReady(replicas)
    },
    [Symbol.asyncDispose]: close,
  }
}

const operatorEnv = (folder: string, databaseUrl: string): ProgramEnvironment => ({
  DATABASE_URL: databaseUrl,
  DATA_DIR: join(folder, 'data'),
  SERVER_KEY_FILE: join(folder, 'keys/server-keys.json'),
})

/** Short delays, so that what is due is done while somebody looks; the limits are those of one address. */
const HASTE = {
  SIGNING_LEASE_MS: '15000',
  ARCHIVE_DELAY_MS: '2000',
  ARCHIVE_RETRY_MS: '2000',
  ARCHIVE_TRIES: '100',
  CALLS_PER_MINUTE: '1000000',
  LOGINS_PER_MINUTE_AND_ADDRESS: '100000',
  LOGINS_PER_MINUTE_AND_USER: '100000',
  // A machine on which everything runs takes long for an honest file, too.
  PDF_WORKER_TIMEOUT_MS: '60000',
  PDF_WORKERS: '1',
  MIGRATE: 'off',
  DATABASE_POOL: '8',
  // Three times what the balancer takes to notice.
  DRAIN_DELAY_MS: '3000',
}

async function startReplicas(
  { report, release, env = {} }: ClusterOptions,
  standing: Standing & Pick<Cluster, 'sandbox' | 'store'> & { readonly password: string },
): Promise<Replica[]> {
  const { folder, logs, places, ends, sandbox, password, store } = standing
  const services = await sandboxEnvironment(sandbox.url, sandbox.dataDir)
  const authority = new URL(String(services['TSA_URL']))
  authority.port = String(places.timestampPort)
  const shared = {
    ...services,
    ...HASTE,
    TSA_URL: authority.href,
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${places.balancer.apiPort}`,
    TRUSTED_PROXIES: '1',
    LOG_LEVEL: 'info',
    DEMO: '1',
    DEMO_PASSWORD,
    ...env,
  }
  const replicas: Replica[] = []
  ends.push(async () => void (await Promise.all(replicas.map((replica) => replica.stop()))))
  report('Starting the servers …')
  for (const { name, role, port, databasePort, storePort } of places.replicas) {
    const own = operatorEnv(folder, addressOf('rubrica', password, { port: databasePort, database: 'rubrica' }))
    replicas.push(
      keepReplica({
        name,
        role,
        port,
        release,
        env: { ...shared, ...own, ...store?.settings(storePort) },
        log: join(logs, `${name}.log`),
      }),
    )
    // The first one makes the people.
    if (replicas.length === 1) await untilReady(replicas)
  }
  await untilReady(replicas)
  return replicas
}

/** As an operator does before the first server starts. */
async function prepare(env: ProgramEnvironment, release: string | undefined): Promise<void> {
  const isBucket = env['OBJECTS_URL'] !== undefined
  for (const words of [...(isBucket ? [['storage', 'check']] : []), ['migrate'], ['keys', 'init']]) {
    const { code, stderr } = await runCli(words, env, release)
    if (code !== 0) throw new Error(`rubrica ${words.join(' ')}: ${stderr}`)
  }
}

async function takeKeys({ keys }: ClusterRemains, env: ProgramEnvironment): Promise<void> {
  const file = String(env['SERVER_KEY_FILE'])
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  await copyFile(keys, file)
}

const untilReady = (replicas: readonly Replica[]) =>
  Promise.all(replicas.map(({ name, url }) => until(`${name} is ready`, () => answers(`${url}/health/ready`))))

/** A program that sends documents in the name of the demonstration's subscription. */
export async function addSender({
  operatorEnv: env,
}: Cluster): Promise<{ readonly id: string; readonly secret: string }> {
  const words = ['client', 'add', 'cluster', '--subscription', 'Demo', '--scope', 'documents', '--json']
  const added = await runCli(words, env)
  if (added.code !== 0) throw new Error(`rubrica client add: ${added.stderr}`)
  return JSON.parse(added.stdout) as { id: string; secret: string }
}
