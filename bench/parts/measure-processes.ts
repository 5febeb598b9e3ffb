/**
 * What it costs a call that several processes answer, with a balancer before them: their processor time for each call,
 * beside one process that callers reach directly, and how long the slowest calls take.
 */
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { makeTemporaryDirectory, openScene, type DemoName, type DemoSigner, type Scene } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { median, round, type BenchOptions, type Figure } from '../measure.ts'
import { startServers, type BalancedServers } from './balanced-servers.ts'
import { makeTextPages } from './make-files.ts'
import { send, type ToSign } from './signing-client.ts'

const ROUNDS = 3
const WARM_UPS = 2
const IDLE_MS = 10_000
const LISTS = 400
const PAGES = 30
const BATCH = 40
const PROCESSES = [1, 2, 3] as const
const TARGET = 1.1
const PEOPLE = ['ana', 'biel', 'carla'] as const satisfies readonly DemoName[]
const ENVIRONMENT = {
  ...{ CALLS_PER_MINUTE: '1000000', SENT_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' },
  ...{ ARCHIVE_DELAY_MS: '3600000', PDF_WORKERS: '1', DATABASE_POOL: '8' },
}

const ACTS = ['list', 'page', 'signature'] as const
type Act = (typeof ACTS)[number]
/** Of each act: milliseconds of processor time for a call, round by round, and of waiting, call by call. */
type Costs = Record<Act, { readonly processor: number[]; readonly waiting: number[] }>

export async function measureProcesses({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    const wish = { env: ENVIRONMENT, directory, say }
    const measured = async (processes: number, isBalanced: boolean): Promise<Costs> => {
      await using servers = await startServers(scene, { ...wish, processes, isBalanced })
      say(`${processes} processes${isBalanced ? ' behind HAProxy' : ''}`)
      // Each has had as many calls as the one that is alone, by which its code was made fast.
      for (let round = 0; round < WARM_UPS * processes; round += 1)
        await work(scene, servers, { costs: newCosts(), idle: 0 })
      const idle = await idleShare(servers)
      const costs = newCosts()
      for (let round = 0; round < ROUNDS; round += 1) await work(scene, servers, { costs, idle })
      return costs
    }
    const alone = await measured(1, false)
    const figures: Figure[] = []
    for (const processes of PROCESSES) figures.push(...tell(processes, await measured(processes, true), alone))
    return figures
  } finally {
    await postgres.stop()
  }
}

const newCosts = (): Costs =>
  Object.fromEntries(ACTS.map((act) => [act, { processor: [], waiting: [] }])) as unknown as Costs

interface Measuring {
  readonly costs: Costs
  /** What the processes take of a processor without any call. */
  readonly idle: number
}

/** What processes take while nobody calls, who report and are probed: of a processor, all together. */
async function idleShare(servers: BalancedServers): Promise<number> {
  const [before, began] = [servers.processorMs(), performance.now()]
  await pause(IDLE_MS)
  return (servers.processorMs() - before) / (performance.now() - began)
}

/** Each person has a browser of their own, which stays with the process that the balancer chose for it. */
async function work(scene: Scene, servers: BalancedServers, { costs, idle }: Measuring): Promise<void> {
  const browsers = PEOPLE.map((name) => openBrowser(servers.url, scene.people[name]))
  const timed = async (act: Act, calls: number, call: (browser: Browser, index: number) => Promise<void>) => {
    const [before, began] = [servers.processorMs(), performance.now()]
    // One after another: processes that work beside each other share the processors' caches, here as anywhere.
    for (const browser of browsers) await eachOf(calls, (index) => waited(costs[act].waiting, call(browser, index)))
    const idleMs = idle * (performance.now() - began)
    costs[act].processor.push((servers.processorMs() - before - idleMs) / (calls * browsers.length))
  }
  const pdf = makeTextPages(1)
  const documents = await Promise.all(PEOPLE.map((name) => send(scene, Math.max(PAGES, BATCH), { to: name, pdf })))
  await timed('list', LISTS, (browser) =>
    browser.get('/api/pendingsignatures/paginated?OrderBy=UploadTime&OrderType=des'),
  )
  await timed('page', PAGES, (browser, index) => browser.get(pageOf(documents[browsers.indexOf(browser)]![index]!)))
  const batches = await Promise.all(
    PEOPLE.map(async (name, person) => {
      const { call, certificateId } = scene.people[name]
      const SignerGUIDs = documents[person]!.slice(0, BATCH).map(({ guid }) => guid)
      return (await call.prepareBatch({ body: { CertGUID: certificateId, SignerGUIDs } })).BatchId
    }),
  )
  await timed('signature', BATCH, (browser, index) => {
    const person = browsers.indexOf(browser)
    return browser.sign(documents[person]![index]!, batches[person]!)
  })
}

const pageOf = ({ docGuid }: ToSign): string => `/api/documentrendered/${docGuid}/remote/pages/1`

async function eachOf(count: number, call: (index: number) => Promise<void>): Promise<void> {
  for (let index = 0; index < count; index += 1) await call(index)
}

async function waited(times: number[], call: Promise<void>): Promise<void> {
  const began = performance.now()
  await call
  times.push(performance.now() - began)
}

interface Browser {
  get(path: string): Promise<void>
  sign(document: ToSign, batchId: string): Promise<void>
}

/** Keeps the cookie of the balancer. */
function openBrowser(url: string, { token, certificateId, pin }: DemoSigner): Browser {
  const agent = new Agent({ keepAlive: true })
  let cookie = ''
  const ask = (method: 'GET' | 'POST', path: string, body = ''): Promise<void> =>
    new Promise((done, fail) => {
      const headers = {
        authorization: `Bearer ${token}`,
        ...(cookie && { cookie }),
        ...(body && {
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
          'idempotency-key': crypto.randomUUID(),
        }),
      }
      const call = request(`${url}${path}`, { method, agent, headers })
      call.on('error', fail)
      call.on('response', (answer) => {
        cookie = answer.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
        answer.resume()
        const isDone = answer.statusCode === 200 || answer.statusCode === 204
        answer.on('end', () => (isDone ? done() : fail(new Error(`${method} ${path}: ${answer.statusCode}`))))
      })
      call.end(body)
    })
  return {
    get: (path) => ask('GET', path),
    sign: ({ guid }, BatchId) =>
      ask(
        'POST',
        `/api/vidmobileuser/signature/keyvault/${guid}`,
        JSON.stringify({ CertGUID: certificateId, PIN: pin, AccessMethod: 'USER_PASS', BatchId }),
      ),
  }
}

const TITLES: Readonly<Record<Act, string>> = { list: 'a list', page: 'a page', signature: 'a signature in a batch' }

const tell = (processes: number, costs: Costs, alone: Costs): Figure[] =>
  ACTS.map((act) => {
    const [ours, one] = [median(costs[act].processor), median(alone[act].processor)]
    const slow = [costs, alone].map(({ [act]: { waiting } }) => Math.round(percentile(waiting, 0.99)))
    return {
      what: `${TITLES[act]}, ${processes} behind HAProxy (99 % within ${slow[0]} ms, without ${slow[1]} ms)`,
      value: round(ours),
      unit: 'ms of processor',
      against: { what: 'one process', value: round(one) },
      ratio: round(ours / one),
      target: `≤ × ${TARGET}`,
      ok: ours <= TARGET * one,
    }
  })

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
