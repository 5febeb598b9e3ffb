/**
 * Three servers on one database, of which one is killed every six seconds and started anew, while documents are signed
 * and the audit log is verified beside them: how long a document cannot be signed, and what is said that is false.
 * DISORDER_DOCUMENTS chooses how many documents there are.
 */
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { supervisePostgres } from '../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import {
  DEMO_PASSWORD,
  logIn,
  makeTemporaryDirectory,
  openScene,
  runCli,
  startProgram,
  trySigning,
  type DemoSigner,
  type RunningProgram,
  type Scene,
} from '@rubrica/testing'
import { sandboxEnvironment } from '../tools/sandbox-environment.mjs'
import { round, type BenchOptions, type Figure } from './measure.ts'

const DOCUMENTS = Number(process.env['DISORDER_DOCUMENTS'] ?? 800)
const SERVERS = 3
const KILL_EVERY_MS = 6000
/** People at work at once. */
const HANDS = 4
const RETRY_MS = 250
const UNUSABLE_TARGET_S = 15

interface Replica {
  readonly url: string
  program: RunningProgram
  /** Ends when it runs again. */
  ready: Promise<void>
  /** Ana, logged in there. */
  readonly ana: DemoSigner
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => done(port))
    })
  })
}

async function startReplicas(scene: Scene) {
  const { sandbox, server } = scene.portal
  const shared = {
    ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
    DATA_DIR: server.dataDir,
    DATABASE_URL: server.database!.url,
    CALLS_PER_MINUTE: '1000000',
    ARCHIVE_DELAY_MS: '3600000',
  }
  const start = (port: number) => startProgram('api', { ...shared, PORT: String(port) })
  const replicas: Replica[] = []
  for (let count = 0; count < SERVERS; count++) {
    const program = await start(await freePort())
    const person = await logIn(program.url, { userId: 'ana', password: DEMO_PASSWORD })
    replicas.push({ url: program.url, program, ana: { ...scene.people.ana, ...person }, ready: Promise.resolve() })
  }
  const replace = async (replica: Replica) => {
    await replica.program.kill9()
    replica.program = await start(Number(new URL(replica.url).port))
  }
  return { replicas, replace, env: shared }
}

const anyOf = <One>(all: readonly One[]): One => all[Math.floor(Math.random() * all.length)]!

/** Signs at whichever server answers. @returns for how many seconds that was not possible, from the first refusal on */
async function signSomewhere(replicas: readonly Replica[], signerGuid: string): Promise<number> {
  const attempt = crypto.randomUUID()
  let refusedAt: number | undefined
  for (;;) {
    const status = await trySigning(anyOf(replicas).ana, signerGuid, { attempt })
    if (status === 204) return refusedAt === undefined ? 0 : (performance.now() - refusedAt) / 1000
    refusedAt ??= performance.now()
    await pause(RETRY_MS)
  }
}

interface Disorder {
  readonly unusable: readonly number[]
  readonly kills: number
  readonly verified: number
  readonly falseFindings: number
}

async function disturb(scene: Scene, signerGuids: readonly string[], say: BenchOptions['say']): Promise<Disorder> {
  const { replicas, replace, env } = await startReplicas(scene)
  const over = new AbortController()
  const told = { kills: 0, verified: 0, falseFindings: 0 }
  const kill = async () => {
    for (let next = 0; !over.signal.aborted; next = (next + 1) % SERVERS) {
      await pause(KILL_EVERY_MS, undefined, { signal: over.signal }).catch(() => undefined)
      if (over.signal.aborted) break
      const replica = replicas[next]!
      await replica.ready
      told.kills += 1
      replica.ready = replace(replica)
    }
    await Promise.all(replicas.map(({ ready }) => ready))
  }
  const verify = async () => {
    while (!over.signal.aborted) {
      const { stdout } = await runCli(['audit', 'verify', '--json'], env)
      const { findings, headFindings } = JSON.parse(stdout) as { findings: unknown[]; headFindings: unknown[] }
      told.verified += 1
      told.falseFindings += findings.length + headFindings.length
      for (const finding of findings) say(JSON.stringify(finding))
    }
  }
  const beside = [kill(), verify()]
  const unusable: number[] = []
  const waiting = [...signerGuids]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      unusable.push(await signSomewhere(replicas, next))
      if (unusable.length % 50 === 0) {
        say(`${unusable.length} signed, ${told.kills} kills, longest ${Math.max(...unusable).toFixed(1)} s`)
      }
    }
  }
  await Promise.all(Array.from({ length: HANDS }, work))
  over.abort()
  await Promise.all(beside)
  await Promise.all(replicas.map(({ program }) => program.stop()))
  return { unusable, ...told }
}

async function countSigned(scene: Scene): Promise<number> {
  const rows = await scene.portal.server.database!.query<{ documents: number }>(
    `select count(*)::int as documents from (select document_id from revisions
       where kind = 'signature' and document_id in (select id from documents where client_id <> 'demo-sender')
       group by document_id having count(*) = 1) as once`,
  )
  return rows[0]!.documents
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: { CALLS_PER_MINUTE: '1000000' } })
    const signerGuids: string[] = []
    for (let sent = 0; sent < DOCUMENTS; sent++) {
      signerGuids.push((await scene.send({ signers: ['ana'] })).signers[0]!.guid)
    }
    say(`${DOCUMENTS} documents sent`)
    const disorder = await disturb(scene, signerGuids, say)
    const whole = await runCli(['objects', 'verify', '--json'], {
      DATABASE_URL: scene.portal.server.database!.url,
      DATA_DIR: scene.portal.server.dataDir,
    })
    return figuresOf(disorder, await countSigned(scene), whole.code === 0)
  } finally {
    await postgres.stop()
  }
}

function figuresOf(disorder: Disorder, signed: number, isWhole: boolean): readonly Figure[] {
  const longest = round(Math.max(...disorder.unusable))
  const bare = { against: null, ratio: null }
  const beside = `${disorder.kills} kills`
  return [
    {
      ...{ what: `longest that a document could not be signed, ${beside}`, value: longest, unit: 's', ...bare },
      ...{ target: `≤ ${UNUSABLE_TARGET_S}`, ok: longest <= UNUSABLE_TARGET_S },
    },
    {
      ...{ what: 'documents signed exactly once', value: signed, unit: '', ...bare },
      ...{ target: `= ${DOCUMENTS}`, ok: signed === DOCUMENTS },
    },
    {
      ...{ what: `false findings of ${disorder.verified} audits`, value: disorder.falseFindings, unit: '', ...bare },
      ...{ target: '= 0', ok: disorder.falseFindings === 0 && disorder.verified > 0 },
    },
    { what: 'all objects whole', value: Number(isWhole), unit: '', ...bare, target: '= 1', ok: isWhole },
  ]
}
