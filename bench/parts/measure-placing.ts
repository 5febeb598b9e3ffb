/**
 * How smoothly a signature's box follows the pointer over a file of 500 pages with 200 boxes, on a slow processor, beside
 * a bare element that follows the same pointer in the same window.
 */
import type { Browser, Page } from '@playwright/test'
import { openScene, type Scene } from '@rubrica/testing'
import { round, type BenchOptions, type Figure } from '../measure.ts'
import { makeTextPages } from './make-files.ts'
import { openBrowser } from './slow-browser.ts'

const PAGES = 500
const BOXES = 200
/** As many of them are on the page where one is dragged. */
const TOGETHER = 20
const RATE = 4
const TARGET = 50
const SECONDS = 4
const SENDER = 'biel'

/** A draft of which nothing is left to do but to look at its places. */
async function makeDraft({ portal, people }: Scene): Promise<string> {
  const headers = { authorization: `Bearer ${people[SENDER].token}` }
  const post = async (path: string, type: string, body: string | Uint8Array<ArrayBuffer>) => {
    const answer = await fetch(portal.url + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body,
    })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as { id: string }
  }
  const pdf = makeTextPages(PAGES)
  const { id: file } = await post('/api/v1/files', 'application/pdf', new Uint8Array(pdf))
  const boxes = Array.from({ length: BOXES }, (_, index) => ({
    ...{ key: `box-${index}`, file: 'a', signer: 'ana', width: 60, height: 24 },
    page: index < TOGETHER ? 1 : index,
    x: 60 + (index % 5) * 90,
    y: 200 + (Math.floor(index / 5) % 4) * 60,
  }))
  const ana = { userId: 'ana', name: 'Ana Vidal Serra', mailDomain: 'example.com', canSign: true }
  const content = {
    files: [{ key: 'a', name: 'Long.pdf', size: pdf.length, file }],
    signers: [{ ...ana, stage: 1, reason: '', readAll: false, approvers: [] }],
    ...{ message: '', deadline: null, tags: '', isVisible: true, places: { boxes, words: [] } },
  }
  return (await post('/api/v1/drafts', 'application/json', JSON.stringify({ content }))).id
}

async function openPlaces(browser: Browser, scene: Scene): Promise<Page> {
  const draft = await makeDraft(scene)
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'UTC',
  })
  const session = { oauthTokenB64: scene.people[SENDER].token, user: SENDER, AccessMethod: 'USER_PASS' }
  await context.addInitScript({
    content: `localStorage.setItem('lang', 'en')
      for (const [key, value] of Object.entries(${JSON.stringify(session)})) sessionStorage.setItem(key, value)`,
  })
  const page = await context.newPage()
  await page.goto(`${scene.portal.url}/send?draft=${draft}`)
  await page.locator('[data-page="1"] img').waitFor()
  await page.locator('[data-box="box-0"]').scrollIntoViewIfNeeded()
  return page
}

/** Counts the frames that are drawn until it is asked. */
const COUNT = `window.frames = 0
  window.counting = true
  const frame = () => { window.frames += 1; if (window.counting) requestAnimationFrame(frame) }
  requestAnimationFrame(frame)`

/** Frames per second while the pointer goes around, pressed. */
async function framesWhileDragging(page: Page, selector: string): Promise<number> {
  const { x, y, width, height } = (await page.locator(selector).boundingBox())!
  const [middle, centre] = [x + width / 2, y + height / 2]
  await page.mouse.move(middle, centre)
  await page.mouse.down()
  await page.evaluate(COUNT)
  const began = performance.now()
  for (let turn = 0; performance.now() - began < SECONDS * 1000; turn += 0.15) {
    await page.mouse.move(middle + 80 * Math.sin(turn), centre + 40 * Math.sin(2 * turn))
  }
  const frames = await page.evaluate<number>('window.counting = false, window.frames')
  const seconds = (performance.now() - began) / 1000
  await page.mouse.up()
  return frames / seconds
}

/** An element that does nothing but follow the pointer. */
const BARE = `document.body.innerHTML = '<div id="bare" style="position:fixed;left:600px;top:400px;width:80px;height:40px;background:green"></div>'
  bare.onpointerdown = (down) => {
    bare.setPointerCapture(down.pointerId)
    bare.onpointermove = (move) => { bare.style.translate = (move.clientX - down.clientX) + 'px ' + (move.clientY - down.clientY) + 'px' }
  }`

/** @returns one figure: frames per second, of at most the 60 that the browser draws */
export async function measurePlacing({ say }: BenchOptions): Promise<Figure> {
  await using scene = await openScene()
  const browser = await openBrowser()
  try {
    const page = await openPlaces(browser, scene)
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: RATE })
    const ours = await framesWhileDragging(page, '[data-box="box-0"] > button')
    await page.goto('about:blank')
    await page.evaluate(BARE)
    const bare = await framesWhileDragging(page, '#bare')
    say(`placing: ${round(ours)} frames per second, a bare element ${round(bare)}`)
    return {
      what: `placing, ${BOXES} boxes on ${PAGES} pages, processor ÷ ${RATE}`,
      value: round(ours),
      unit: 'frames/s',
      against: { what: 'bare element', value: round(bare) },
      ratio: round(ours / bare),
      target: `≥ ${TARGET}`,
      ok: ours >= TARGET,
    }
  } finally {
    await browser.close()
  }
}
