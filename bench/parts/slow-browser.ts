/** A browser on a slow phone: Chromium at 390 px with a slowed processor and line, and nothing in its cache. */
import { chromium, type Browser, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { wholeBrowser } from '../../tools/find-browser.mjs'

const LATENCY_MS = 60
const BYTES_PER_SECOND = 9_000_000 / 8
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

export interface Visit extends AsyncDisposable {
  readonly page: Page
  readonly devtools: CDPSession
}

export interface Session {
  readonly token: string
  readonly user: string
}

export function openBrowser(): Promise<Browser> {
  const asRoot = process.getuid?.() === 0
  const args = ['--disable-quic', '--disable-background-networking', ...(asRoot ? ['--no-sandbox'] : [])]
  return chromium.launch({ executablePath: wholeBrowser(), args })
}

async function logInto(context: BrowserContext, { token, user }: Session): Promise<void> {
  const entries = JSON.stringify({ oauthTokenB64: token, user, AccessMethod: 'USER_PASS' })
  await context.addInitScript({
    content: `localStorage.setItem('lang', 'en')
      for (const [key, value] of Object.entries(${entries})) sessionStorage.setItem(key, value)`,
  })
}

/** A window of its own, with an empty cache; logged in when there is a session. */
export async function openWindow(browser: Browser, session?: Session): Promise<Visit> {
  const context = await browser.newContext({ ...PHONE, locale: 'en-GB', timezoneId: 'UTC' })
  if (session) await logInto(context, session)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  return { page, devtools, [Symbol.asyncDispose]: () => context.close() }
}

/** Gives the window the line of a phone, and a processor so many times slower. */
export async function slowDown({ devtools }: Visit, rate: number): Promise<void> {
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LATENCY_MS,
    downloadThroughput: BYTES_PER_SECOND,
    uploadThroughput: BYTES_PER_SECOND,
  })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate })
}

/** For the page: waits until an element is there and was drawn, an image when it is whole; gives the page's time. */
export const whenSeen = (selector: string) => `new Promise((seen) => {
  const look = () => {
    const found = document.querySelector(${JSON.stringify(selector)})
    const isThere = found && (!(found instanceof HTMLImageElement) || (found.complete && found.naturalWidth > 0))
    requestAnimationFrame(isThere ? () => seen(performance.now()) : look)
  }
  look()
})`

/** Milliseconds from the start of a navigation until an element was drawn. */
export async function timeUntilSeen(visit: Visit, address: string, selector: string): Promise<number> {
  await visit.page.goto(address, { waitUntil: 'commit' })
  return visit.page.evaluate<number>(whenSeen(selector))
}
