/**
 * How long a person with a slow phone waits for the first row of the list and for the first page of a document, beside
 * a page without any framework that shows the same image; what each screen weighs; and what page 500 of 500 costs.
 */
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, resolve } from 'node:path'
import type { Browser } from '@playwright/test'
import { openScene } from '@rubrica/testing'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { makeTextPages } from './parts/make-files.ts'
import { openBrowser, openWindow, slowDown, timeUntilSeen, whenSeen, type Session } from './parts/slow-browser.ts'

const WEB = resolve(import.meta.dirname, '../dist/web')
const ROUNDS = 15
/** How many times slower the processor is made: a phone of today, and an old one. */
const RATES = [4, 8] as const
/** How many times as long as a page without any framework each may take. */
const TARGETS = { image: 1.5, row: 2.5 } as const
const PAGES = 500
const imageOf = (page: number) => `[data-page="${page}"] img`
/** The first page of a document, whoever shows it: what runs before the application, or its viewer. */
const FIRST_IMAGE = `#early-view img, ${imageOf(1)}`
/** The first row of the list, in the same way. */
const ROW = '#early-view .name, table tbody a[href]'
/** Thousands of bytes, compressed with Brotli. */
const BUDGETS = { login: 105, documents: 145, viewer: 140 } as const
const CSS_BUDGET = 12
/** At the last page of a long file there may be no more than this many times what there is at its first. */
const GROWTH = 1.5

type Screen = keyof typeof BUDGETS

interface Stage extends AsyncDisposable {
  readonly browser: Browser
  readonly session: Session
  readonly staticUrl: string
  readonly addresses: Readonly<Record<Screen, string>>
  /** Of a document with 500 pages. */
  readonly longDocument: string
}

function serveImage(image: Buffer): Promise<Server> {
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Page</title><style>body{margin:0}img{width:100%}</style><img src="/page.jpg" alt="">`
  const server = createServer(({ url }, answer) => {
    const isImage = url === '/page.jpg'
    answer.writeHead(200, { 'content-type': isImage ? 'image/jpeg' : 'text/html' })
    answer.end(isImage ? image : html)
  })
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)))
}

/** The first page as the portal gets it for this window, which also makes it ready on the server. */
async function fetchFirstPage(browser: Browser, session: Session, address: string): Promise<Buffer> {
  await using visit = await openWindow(browser, session)
  const coming = visit.page.waitForResponse(/\/documentrendered\//)
  await visit.page.goto(address)
  const { DocPageRendered } = (await (await coming).json()) as { DocPageRendered: string[] }
  return Buffer.from(DocPageRendered[0] ?? '', 'base64')
}

async function openStage(): Promise<Stage> {
  const scene = await openScene()
  const short = await scene.send({ signers: ['ana'], pdf: makeTextPages(12) })
  const long = await scene.send({ signers: ['ana'], pdf: makeTextPages(PAGES) })
  const browser = await openBrowser()
  const { url } = scene.portal
  const session = { token: scene.people.ana.token, user: 'ana' }
  const server = await serveImage(await fetchFirstPage(browser, session, `${url}/documents/${short.guid}`))
  return {
    browser,
    session,
    staticUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    addresses: { login: `${url}/`, documents: `${url}/documents`, viewer: `${url}/documents/${short.guid}` },
    longDocument: `${url}/documents/${long.guid}`,
    [Symbol.asyncDispose]: async () => {
      await browser.close()
      server.close()
      await scene[Symbol.asyncDispose]()
    },
  }
}

async function timeOnce({ browser, session }: Stage, address: string, how: { selector: string; rate: number }) {
  await using visit = await openWindow(browser, session)
  await slowDown(visit, how.rate)
  return await timeUntilSeen(visit, address, how.selector)
}

async function measureTimes(stage: Stage, rate: number, say: BenchOptions['say']): Promise<Figure[]> {
  const times = { still: [] as number[], image: [] as number[], row: [] as number[] }
  for (let number = 1; number <= ROUNDS; number += 1) {
    times.still.push(await timeOnce(stage, stage.staticUrl, { selector: 'img', rate }))
    times.image.push(await timeOnce(stage, stage.addresses.viewer, { selector: FIRST_IMAGE, rate }))
    times.row.push(await timeOnce(stage, stage.addresses.documents, { selector: ROW, rate }))
    const last = Object.entries(times).map(([name, all]) => `${name} ${Math.round(all.at(-1) ?? 0)}`)
    say(`round ${number} of ${ROUNDS}, processor ÷ ${rate}: ${last.join(', ')} ms`)
  }
  const still = median(times.still)
  const figure = (what: string, value: number, most: number): Figure => ({
    what: `time to the first ${what}, processor ÷ ${rate}`,
    value: Math.round(value),
    unit: 'ms',
    against: { what: 'static page', value: Math.round(still) },
    ratio: round(value / still),
    target: `≤ × ${most}`,
    ok: value <= still * most,
  })
  return [figure('page image', median(times.image), TARGETS.image), figure('row', median(times.row), TARGETS.row)]
}

/** Bytes of the scripts and style sheets that a screen fetched, as the server sends them. */
async function weigh({ browser, session, addresses }: Stage, screen: Screen): Promise<{ js: number; css: number }> {
  await using visit = await openWindow(browser, screen === 'login' ? undefined : session)
  const weights = { js: 0, css: 0 }
  visit.page.on('response', (response) => {
    const path = new URL(response.url()).pathname
    const kind = /\.(js|css)$/.exec(path)?.[1] as 'js' | 'css' | undefined
    if (kind === undefined) return
    if (response.headers()['content-encoding'] !== 'br') throw new Error(`${path} came without compression`)
    weights[kind] += readFileSync(join(WEB, `${path}.br`)).length
  })
  await visit.page.goto(addresses[screen], { waitUntil: 'networkidle' })
  return weights
}

async function measureSizes(stage: Stage): Promise<Figure[]> {
  const figures: Figure[] = []
  const kilobytes = (what: string, bytes: number, budget: number): Figure => ({
    what,
    value: round(bytes / 1000),
    unit: 'kB',
    against: null,
    ratio: null,
    target: `≤ ${budget}`,
    ok: bytes <= budget * 1000,
  })
  for (const screen of Object.keys(BUDGETS) as Screen[]) {
    const { js, css } = await weigh(stage, screen)
    figures.push(kilobytes(`${screen}: scripts`, js, BUDGETS[screen]), kilobytes(`${screen}: styles`, css, CSS_BUDGET))
  }
  return figures
}

/** Scrolls whatever scrolls the pages to its end. */
const SCROLL_TO_END = `(() => {
  let box = document.querySelector('[data-page]')
  while (box && !(box.scrollHeight > box.clientHeight && /auto|scroll/.test(getComputedStyle(box).overflowY))) box = box.parentElement
  ;(box ?? document.scrollingElement).scrollTop = 1e9
})()`

async function measureLongDocument({ browser, session, longDocument }: Stage): Promise<Figure[]> {
  await using visit = await openWindow(browser, session)
  const { page, devtools } = visit
  const take = async () => {
    await devtools.send('HeapProfiler.collectGarbage')
    const { usedSize } = await devtools.send('Runtime.getHeapUsage')
    return { nodes: await page.evaluate<number>(`document.querySelectorAll('*').length`), heap: usedSize }
  }
  await timeUntilSeen(visit, longDocument, imageOf(1))
  const first = await take()
  await page.evaluate(SCROLL_TO_END)
  await page.evaluate(whenSeen(imageOf(PAGES)))
  const last = await take()
  const figure = (what: string, unit: string, [value, before]: readonly [number, number]): Figure => ({
    what: `${what} at page ${PAGES} of ${PAGES}`,
    value: round(value),
    unit,
    against: { what: 'at page 1', value: round(before) },
    ratio: round(value / before),
    target: `≤ × ${GROWTH}`,
    ok: value <= before * GROWTH,
  })
  const megabytes = (bytes: number) => bytes / 1e6
  return [
    figure('DOM nodes', '', [last.nodes, first.nodes]),
    figure('heap', 'MB', [megabytes(last.heap), megabytes(first.heap)]),
  ]
}

export async function run({ say }: BenchOptions): Promise<readonly Figure[]> {
  await using stage = await openStage()
  const sizes = await measureSizes(stage)
  const times: Figure[] = []
  for (const rate of RATES) times.push(...(await measureTimes(stage, rate, say)))
  return [...times, ...sizes, ...(await measureLongDocument(stage))]
}
