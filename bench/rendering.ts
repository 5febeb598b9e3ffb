/**
 * What a page image costs, beside poppler's pdftoppm on the same files: the first page of 200, the processor time of a
 * page at 100 dpi, and how much faster the server answers a page that it has drawn before.
 */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRenderPool, type RenderPool } from '@rubrica/rendering'
import { openScene, type Scene } from '@rubrica/testing'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { openDiscardingClients, type DiscardingClient } from './parts/discarding-client.ts'
import { makeScanPages, makeTextPages } from './parts/make-files.ts'
import { drawWithPdftoppm } from './parts/pdftoppm.ts'

const PAGES = 200
const DPI = 100
const ROUNDS = 5
const SERVER_ROUNDS = 3
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

/** Requests per second over the connections, for as long as there are pages to ask for. */
async function requestPages(clients: readonly DiscardingClient[], next: () => string | undefined): Promise<number> {
  let answers = 0
  const began = performance.now()
  const keepAsking = async (client: DiscardingClient): Promise<void> => {
    for (let path = next(); path !== undefined; path = next()) {
      await client.ask(path)
      answers += 1
    }
  }
  await Promise.all(clients.map(keepAsking))
  return (answers / (performance.now() - began)) * 1000
}

/** A document that the server has no page of: each page is drawn, then each is asked for again and again. */
async function measureDocument(scene: Scene, clients: readonly DiscardingClient[], pdf: Uint8Array) {
  const { guid } = await scene.send({ signers: ['ana'], pdf })
  const pathOf = (page: number) => `/api/documentrendered/${guid}/remote/pages/${page}?width=${WIDTH}`
  let page = 0
  const uncached = await requestPages(clients, () => (page < PAGES ? pathOf((page += 1)) : undefined))
  const end = performance.now() + CACHED_MS
  const cached = await requestPages(clients, () =>
    performance.now() < end ? pathOf((page = (page % PAGES) + 1)) : undefined,
  )
  return { uncached, cached }
}

/** A comment after the end makes other bytes, and so another document, of the same pages. */
const another = (bytes: Uint8Array, number: number) => Buffer.concat([bytes, Buffer.from(`\n% ${number}\n`)])

async function measureServer({ name, bytes }: Sample): Promise<Figure> {
  await using scene = await openScene({ env: { CALLS_PER_MINUTE: '1000000', LOG_LEVEL: 'warn' } })
  const clients = openDiscardingClients(scene.portal.url, scene.people.ana.token, CONNECTIONS)
  const rounds: { uncached: number; cached: number }[] = []
  for (let number = 0; number <= SERVER_ROUNDS; number += 1) {
    const rates = await measureDocument(scene, clients, another(bytes, number))
    // The first round warms the server up.
    if (number > 0) rounds.push(rates)
  }
  for (const client of clients) client.close()
  const uncached = median(rounds.map((one) => one.uncached))
  const cached = median(rounds.map((one) => one.cached))
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
