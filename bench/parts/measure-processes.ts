/**
 * What it costs a call that several processes answer, with a balancer before them: their processor time for each call,
 * beside one process that callers reach directly, and how long the slowest calls take.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { makeTemporaryDirectory, openScene, type DemoName, type DemoSigner, type Scene } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { UNLIMITED, median, percentile, round, type BenchOptions, type Figure } from '../measure.ts'
import { startServers, type BalancedServers } from './balanced-servers.ts'
import { makeTextPages } from './make-files.ts'
import { bareCall, newCaller, send, sign, type ToSign } from './signing-client.ts'

const ROUNDS = 3
const WARM_UPS = 2
const IDLE_MS = 10_000
const LISTS = 400
const PAGES = 30
const BATCH = 40
const PROCESSES = [1, 2, 3] as const
const TARGET = 1.1
const LIST = '/api/pendingsignatures/paginated?OrderBy=UploadTime&OrderType=des'
const PEOPLE = ['ana', 'biel', 'carla'] as const satisfies readonly DemoName[]
const ENVIRONMENT = {
  ...UNLIMITED,
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
async function work(scene: Scene, { url, processorMs }: BalancedServers, { costs, idle }: Measuring): Promise<void> {
  const pdf = makeTextPages(1)
  const browsers = await Promise.all(
    PEOPLE.map(async (name) => ({
      caller: newCaller(),
      person: scene.people[name],
      documents: await send(scene, Math.max(PAGES, BATCH), { to: name, pdf }),
    })),
  )
  type Browser = (typeof browsers)[number]
  const timed = async (act: Act, calls: number, call: (browser: Browser, document: ToSign) => Promise<void>) => {
    const [before, began] = [processorMs(), performance.now()]
    // One after another: processes that work beside each other share the processors' caches, here as anywhere.
    for (const browser of browsers) {
      for (let index = 0; index < calls; index += 1) {
        const called = performance.now()
        await call(browser, browser.documents[index % browser.documents.length]!)
        costs[act].waiting.push(performance.now() - called)
      }
    }
    const idleMs = idle * (performance.now() - began)
    costs[act].processor.push((processorMs() - before - idleMs) / (calls * browsers.length))
  }
  await timed('list', LISTS, ({ caller, person: { token } }) => bareCall(caller, { url: `${url}${LIST}`, token }))
  await timed('page', PAGES, ({ caller, person: { token } }, { docGuid }) =>
    bareCall(caller, { url: `${url}/api/documentrendered/${docGuid}/remote/pages/1`, token }),
  )
  const batches = new Map<Browser, string>()
  for (const browser of browsers) batches.set(browser, await beginBatch(browser))
  await timed('signature', BATCH, (browser, { guid }) =>
    sign(browser.person, { url, guid, caller: browser.caller }, batches.get(browser)),
  )
}

async function beginBatch({
  person,
  documents,
}: {
  person: DemoSigner
  documents: readonly ToSign[]
}): Promise<string> {
  const SignerGUIDs = documents.slice(0, BATCH).map(({ guid }) => guid)
  return (await person.call.prepareBatch({ body: { CertGUID: person.certificateId, SignerGUIDs } })).BatchId
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
