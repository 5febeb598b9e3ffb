/**
 * How long the list of pending documents takes with 1,000 to 1,000,000 waiting rows and 20 connections, beside a bare
 * node:http and pg handler that checks the same token, answers the same JSON and runs SQL written by hand.
 */
import { Agent, get } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { openListStage, USERS, type ListStage } from './parts/list-stage.ts'

const SIZES = [1000, 100_000, 1_000_000]
const PAGE_SIZE = 10
const FAR_PAGE = 900
const CONNECTIONS = 20
const ROUNDS = 7
const ROUND_MS = 1500
/** So many answers, and a program is as fast as it gets; with many rows a round is too short for that. */
const WARM_UP = 4000
const WARM_UP_ROWS = 1000
const MEDIAN_TARGET = 1.4
const P99_TARGET = 2

interface Latencies {
  readonly median: number
  readonly p99: number
}

interface Question {
  readonly name: string
  readonly path: string
}

function questionsFor(rows: number): Question[] {
  const pages = Math.ceil(rows / USERS / PAGE_SIZE)
  const last = Math.min(FAR_PAGE, pages)
  const address = (page: number, filter = '') =>
    `/pendingsignatures/paginated?PageNumber=${page}&PageSize=${PAGE_SIZE}${filter}`
  return [
    { name: 'first page', path: address(1) },
    { name: `page ${last}`, path: address(last) },
    { name: 'filtered page', path: address(1, '&FileName=annex') },
  ]
}

interface Asked {
  readonly url: string
  readonly token: string
  readonly agent: Agent
}

function ask({ url, token, agent }: Asked): Promise<string> {
  return new Promise((done, fail) => {
    get(url, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (chunk: string) => (text += chunk))
      answer.on('end', () =>
        answer.statusCode === 200 ? done(text) : fail(new Error(`${url} answered ${answer.statusCode}: ${text}`)),
      )
    }).on('error', fail)
  })
}

/** Keeps every connection busy for one round. */
async function load(url: string, tokens: readonly string[]): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times: number[] = []
  const end = performance.now() + ROUND_MS
  let next = 0
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const token = tokens[next++ % tokens.length] ?? ''
      const began = performance.now()
      await ask({ url, token, agent })
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  agent.destroy()
  times.sort((a, b) => a - b)
  return { median: median(times), p99: times[Math.floor(times.length * 0.99)] ?? Number.NaN }
}

async function warmUp(stage: ListStage, base: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const paths = questionsFor(1).map(({ path }) => path)
  let asked = 0
  const connection = async (): Promise<void> => {
    while (asked < WARM_UP) {
      const number = asked++
      const token = stage.tokens[number % stage.tokens.length] ?? ''
      await ask({ url: base + (paths[number % paths.length] ?? ''), token, agent })
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  agent.destroy()
}

/** @throws {Error} when the two do not answer the same: then the comparison says nothing. */
async function requireSameAnswer(stage: ListStage, path: string): Promise<void> {
  const agent = new Agent()
  const token = stage.tokens[0] ?? ''
  const [ours, bare] = await Promise.all(
    [stage.server, stage.bare].map(async (base) => JSON.parse(await ask({ url: base + path, token, agent })) as object),
  )
  if (!isDeepStrictEqual(ours, bare)) throw new Error(`${path}: ${JSON.stringify(ours)} is not ${JSON.stringify(bare)}`)
}

async function measure(stage: ListStage, path: string): Promise<{ ours: Latencies; bare: Latencies }> {
  const rounds = { ours: [] as Latencies[], bare: [] as Latencies[] }
  for (let number = 0; number <= ROUNDS; number += 1) {
    const bare = await load(stage.bare + path, stage.tokens)
    const ours = await load(stage.server + path, stage.tokens)
    // The first round warms both up.
    if (number === 0) continue
    rounds.bare.push(bare)
    rounds.ours.push(ours)
  }
  const middle = (all: readonly Latencies[]): Latencies => ({
    median: median(all.map((one) => one.median)),
    p99: median(all.map((one) => one.p99)),
  })
  return { ours: middle(rounds.ours), bare: middle(rounds.bare) }
}

function figuresOf(what: string, { ours, bare }: { ours: Latencies; bare: Latencies }): Figure[] {
  const figure = (name: keyof Latencies, target: number): Figure => ({
    what: `${what}, ${name}`,
    value: round(ours[name]),
    unit: 'ms',
    against: { what: 'bare', value: round(bare[name]) },
    ratio: round(ours[name] / bare[name]),
    target: `≤ × ${target}`,
    ok: ours[name] <= bare[name] * target,
  })
  return [figure('median', MEDIAN_TARGET), figure('p99', P99_TARGET)]
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  const sizes = process.env['BENCH_ROWS']?.split(',').map(Number) ?? SIZES
  await using stage = await openListStage()
  await stage.fill(Math.min(WARM_UP_ROWS, ...sizes))
  for (const base of [stage.bare, stage.server]) await warmUp(stage, base)
  const figures: Figure[] = []
  for (const rows of sizes) {
    say(`filling up to ${rows} rows`)
    await stage.fill(rows)
    for (const { name, path } of questionsFor(rows)) {
      await requireSameAnswer(stage, path)
      const measured = await measure(stage, path)
      say(`${rows} rows, ${name}: ${round(measured.ours.median)} ms, bare ${round(measured.bare.median)} ms`)
      figures.push(...figuresOf(`${rows} rows, ${name}`, measured))
    }
  }
  return figures
}
