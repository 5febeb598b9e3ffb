/**
 * Answers of a server beside those of a peer that answers the same, with 20 connections. Rounds of the two take turns,
 * so that whatever else the machine does hits both.
 */
import { Agent, get } from 'node:http'
import { isDeepStrictEqual } from 'node:util'
import { median, percentile, round, type BenchOptions, type Figure } from '../measure.ts'

const CONNECTIONS = 20
const ROUNDS = 7
const ROUND_MS = 1500
/** So many answers, and a program is as fast as it gets; with many rows a round is too short for that. */
const WARM_UP = 4000
const MEDIAN_TARGET = 1.4
const P99_TARGET = 2

/** Base addresses of both. */
export interface Peers {
  readonly server: string
  readonly bare: string
}

export interface Question {
  readonly name: string
  readonly path: string
  /** Of those who ask, in turns. */
  readonly tokens: readonly string[]
}

interface Latencies {
  readonly median: number
  readonly p99: number
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
async function load(base: string, { path, tokens }: Question): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const times: number[] = []
  const end = performance.now() + ROUND_MS
  let next = 0
  const connection = async (): Promise<void> => {
    while (performance.now() < end) {
      const token = tokens[next++ % tokens.length] ?? ''
      const began = performance.now()
      await ask({ url: base + path, token, agent })
      times.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  agent.destroy()
  return { median: median(times), p99: percentile(times, 0.99) }
}

/** Has both answer until they are as fast as they get. */
export async function warmUp({ server, bare }: Peers, questions: readonly Question[]): Promise<void> {
  for (const base of [bare, server]) {
    const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
    let asked = 0
    const connection = async (): Promise<void> => {
      while (asked < WARM_UP) {
        const number = asked++
        const { path, tokens } = questions[number % questions.length]!
        await ask({ url: base + path, token: tokens[number % tokens.length] ?? '', agent })
      }
    }
    await Promise.all(Array.from({ length: CONNECTIONS }, connection))
    agent.destroy()
  }
}

/** @throws {Error} when the two do not answer the same: then the comparison says nothing. */
async function requireSameAnswer(
  { server, bare }: Peers,
  { path, tokens }: Question,
  comparable: (answer: object) => object,
): Promise<void> {
  const agent = new Agent()
  const token = tokens[0] ?? ''
  const [ours, theirs] = await Promise.all(
    [server, bare].map(async (base) => comparable(JSON.parse(await ask({ url: base + path, token, agent })) as object)),
  )
  if (!isDeepStrictEqual(ours, theirs)) {
    throw new Error(`${path}: ${JSON.stringify(ours)} is not ${JSON.stringify(theirs)}`)
  }
}

async function measure(peers: Peers, question: Question): Promise<{ ours: Latencies; bare: Latencies }> {
  const rounds = { ours: [] as Latencies[], bare: [] as Latencies[] }
  for (let number = 0; number <= ROUNDS; number += 1) {
    const bare = await load(peers.bare, question)
    const ours = await load(peers.server, question)
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

/**
 * @param what stands before the name of the question in its figures
 * @param comparable what of an answer both give alike; all of it unless said otherwise
 */
export async function compareAnswers(
  peers: Peers,
  question: Question,
  {
    what,
    say,
    comparable = (answer) => answer,
  }: BenchOptions & { what: string; comparable?: (answer: object) => object },
): Promise<Figure[]> {
  await requireSameAnswer(peers, question, comparable)
  const measured = await measure(peers, question)
  const name = `${what}, ${question.name}`
  say(`${name}: ${round(measured.ours.median)} ms, bare ${round(measured.bare.median)} ms`)
  return figuresOf(name, measured)
}
