/**
 * What a page image costs, beside poppler's pdftoppm on the same files: the first page of 200, the processor time of a
 * page at 100 dpi, and how much faster the server answers a page that it has drawn before.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get, type RequestOptions } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderPool, type RenderPool } from '@rubrica/rendering'
import { openScene } from '@rubrica/testing'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { makeScanPages, makeTextPages } from './parts/make-files.ts'
import { drawWithPdftoppm } from './parts/pdftoppm.ts'

const PAGES = 200
const DPI = 100
const ROUNDS = 5
const PAGES_PER_ROUND = 40
const LIMITS = { processes: 1, memoryMb: 512, timeoutMs: 10_000 }
const CPU_TARGET = 2.5
const CACHE_TARGET = 10
/** A4 at about 100 dpi, a width that the portal offers. */
const WIDTH = 828
const CACHED_MS = 2000
const CONNECTIONS = 4
/** Of the kernel's process times. */
const TICKS_PER_SECOND = 100

interface Sample {
  readonly name: string
  readonly bytes: Uint8Array
  readonly file: string
}

/** Processor time that this process and its render processes took so far, in milliseconds. */
function usedCpu(): number {
  const own = process.cpuUsage()
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const ofChildren = children.map((pid) => {
    // After the name in brackets, the 12th and 13th field are user and system time.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
  })
  return (own.user + own.system) / 1000 + ofChildren.reduce((sum, value) => sum + value, 0)
}

let documents = 0

/** Draws pages of a document that no process has open yet. */
async function drawNew(pool: RenderPool, { name, bytes }: Sample, pages: number): Promise<number> {
  const key = `${name} ${(documents += 1)}`
  const began = performance.now()
  for (let page = 1; page <= pages; page += 1) {
    await pool.renderPage({ key, load: () => Promise.resolve(bytes), page, dpi: DPI })
  }
  return performance.now() - began
}

async function drawCold(sample: Sample): Promise<number> {
  const pool = createRenderPool(LIMITS)
  try {
    return await drawNew(pool, sample, 1)
  } finally {
    await pool.close()
  }
}

interface Times {
  readonly cold: number[]
  readonly warm: number[]
  readonly peerFirst: number[]
  readonly cpu: number[]
  readonly peerCpu: number[]
}

async function measureSample(sample: Sample, folder: string): Promise<Times> {
  const times: Times = { cold: [], warm: [], peerFirst: [], cpu: [], peerCpu: [] }
  const pool = createRenderPool(LIMITS)
  try {
    await drawNew(pool, sample, PAGES_PER_ROUND)
    for (let number = 1; number <= ROUNDS; number += 1) {
      times.cold.push(await drawCold(sample))
      times.peerFirst.push((await drawWithPdftoppm(sample.file, 1, folder)).elapsedMs)
      times.warm.push(await drawNew(pool, sample, 1))
      times.peerCpu.push((await drawWithPdftoppm(sample.file, PAGES_PER_ROUND, folder)).cpuMs / PAGES_PER_ROUND)
      const before = usedCpu()
      await drawNew(pool, sample, PAGES_PER_ROUND)
      times.cpu.push((usedCpu() - before) / PAGES_PER_ROUND)
    }
  } finally {
    await pool.close()
  }
  return times
}

function figuresOf(name: string, times: Times): Figure[] {
  const [cold, warm, first] = [median(times.cold), median(times.warm), median(times.peerFirst)]
  const [cpu, peerCpu] = [median(times.cpu), median(times.peerCpu)]
  const milliseconds = (what: string, value: number, peer: number, most: number | null): Figure => ({
    what: `${name}: ${what}`,
    value: round(value),
    unit: 'ms',
    against: { what: 'pdftoppm', value: round(peer) },
    ratio: round(value / peer),
    target: most === null ? 'none' : `≤ × ${most}`,
    ok: most === null || value <= peer * most,
  })
  const perSecond = (ms: number) => 1000 / ms
  return [
    milliseconds('first of 200 pages, warm', warm, first, 1),
    milliseconds('first of 200 pages, cold', cold, first, null),
    milliseconds('processor time of a page', cpu, peerCpu, CPU_TARGET),
    {
      what: `${name}: pages per second and core`,
      value: round(perSecond(cpu)),
      unit: '/s',
      against: { what: 'pdftoppm', value: round(perSecond(peerCpu)) },
      ratio: round(peerCpu / cpu),
      target: `≥ × ${1 / CPU_TARGET}`,
      ok: cpu <= peerCpu * CPU_TARGET,
    },
  ]
}

/** Requests per second over some connections, for as long as there are pages to ask for. */
async function requestPages(next: () => string | undefined, ask: (page: string) => Promise<unknown>): Promise<number> {
  let answers = 0
  const began = performance.now()
  const connection = async (): Promise<void> => {
    for (let page = next(); page !== undefined; page = next()) {
      await ask(page)
      answers += 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, connection))
  return (answers / (performance.now() - began)) * 1000
}

/** Takes an answer without looking at it, so that little of what is measured is the one who asks. */
function discardAnswer(url: string, options: RequestOptions): Promise<void> {
  return new Promise((done, fail) => {
    get(url, options, (answer) => {
      answer.resume().once('end', () => (answer.statusCode === 200 ? done() : fail(new Error(`${answer.statusCode}`))))
    }).once('error', fail)
  })
}

async function measureServer({ name, bytes }: Sample): Promise<Figure> {
  await using scene = await openScene({ env: { CALLS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' } })
  const { ana } = scene.people
  const { guid } = await scene.send({ signers: ['ana'], pdf: bytes })
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const authorization = `Bearer ${ana.token}`
  const ask = (page: string) => {
    const url = `${scene.portal.url}/api/documentrendered/${guid}/remote/pages/${page}?width=${WIDTH}`
    return discardAnswer(url, { agent, headers: { authorization } })
  }
  await ask('1')
  let page = 1
  const uncached = await requestPages(() => (page < PAGES ? String((page += 1)) : undefined), ask)
  const end = performance.now() + CACHED_MS
  const cached = await requestPages(
    () => (performance.now() < end ? String((page = (page % PAGES) + 1)) : undefined),
    ask,
  )
  agent.destroy()
  return {
    what: `${name}: cached pages over HTTP`,
    value: round(cached),
    unit: '/s',
    against: { what: 'uncached', value: round(uncached) },
    ratio: round(cached / uncached),
    target: `≥ × ${CACHE_TARGET}`,
    ok: cached >= uncached * CACHE_TARGET,
  }
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-bench-'))
  const figures: Figure[] = []
  try {
    const files = { text: makeTextPages(PAGES), scan: await makeScanPages(PAGES) }
    for (const [name, bytes] of Object.entries(files)) {
      const sample = { name, bytes, file: join(folder, `${name}.pdf`) }
      await writeFile(sample.file, bytes)
      figures.push(...figuresOf(name, await measureSample(sample, folder)))
      say(`${name}: drawn`)
      figures.push(await measureServer(sample))
      say(`${name}: asked for over HTTP`)
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return figures
}
