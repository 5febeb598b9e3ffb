import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test as base, type Page } from '@playwright/test'
import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { openScene, openWebhookReceiver, type DemoName, type Scene, type WebhookReceiver } from '@rubrica/testing'
import { allowTypes, FLAGS } from './allow-types.ts'
import { sharedPostgres } from './share-postgres.ts'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Tests do in a minute what no person does: their log-ins and their saving are not slowed down. */
export const FOR_TESTS = {
  ...{ LOGINS_PER_MINUTE_AND_USER: '10000', LOGINS_PER_MINUTE_AND_ADDRESS: '10000' },
  ...{ FILES_VERIFIED_PER_MINUTE: '10000', CODES_LOOKED_UP_PER_MINUTE: '10000' },
}

/** Tokens last half an hour, and pages warn of their end; the portal of a worker lasts longer. */
const FRESH_MS = 15 * 60_000
const renewedAt = new WeakMap<Scene, number>()

/** Gives the demo people and the program that sends tokens that last for a test. */
async function renewTokens(scene: Scene): Promise<void> {
  if (performance.now() - renewedAt.get(scene)! < FRESH_MS) return
  await scene.renew()
  renewedAt.set(scene, performance.now())
}

/** One portal for each worker, with the demo people and their keys, and a program that it may tell what happens. */
export const test = base.extend<object, { receiver: WebhookReceiver; scene: Scene }>({
  page: async ({ page, scene }, give) => {
    await renewTokens(scene)
    await give(page)
    // A call that the test answers in the server's place may be under way when the test is over.
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  receiver: [
    async ({}, use) => {
      await using receiver = await openWebhookReceiver()
      await use(receiver)
    },
    { scope: 'worker' },
  ],
  scene: [
    async ({ receiver }, use) => {
      const env = { ...FOR_TESTS, WEBHOOK_PRIVATE_ORIGINS: receiver.origin }
      await using scene = await openScene({ postgres: sharedPostgres(), env })
      const people = Object.keys(scene.people) as DemoName[]
      renewedAt.set(scene, performance.now())
      await Promise.all(people.map((name) => allowTypes(scene, name, FLAGS)))
      await use(scene)
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

interface Visit {
  readonly name: DemoName
  readonly path: string
  /** English unless said otherwise. */
  readonly language?: string
}

/** Opens a screen of the portal as a demo person. */
export function openAs(page: Page, scene: Scene, { name, ...where }: Visit): Promise<void> {
  return openWith(page, scene, { ...where, token: scene.people[name].token, user: name })
}

interface VisitWithToken extends Omit<Visit, 'name'> {
  readonly token: string
  readonly user: string
}

/** Opens a screen of the portal as whoever has a token. */
export async function openWith(page: Page, scene: Scene, where: VisitWithToken): Promise<void> {
  const session = { oauthTokenB64: where.token, user: where.user, AccessMethod: 'USER_PASS' }
  await page.addInitScript({
    content: `localStorage.setItem('lang', '${where.language ?? 'en'}')
      for (const [key, value] of Object.entries(${JSON.stringify(session)})) sessionStorage.setItem(key, value)`,
  })
  await page.goto(scene.portal.url + where.path)
}

/** The call for the list of pending documents. */
export const LIST = '**/api/pendingsignatures/paginated?*'

/** Where toasts are told, on the screen or over a dialog. */
export const toasts = (page: Page) => page.locator('[aria-live="polite"]')

/**
 * Something was said, and stands among the messages: on the screen it stays three seconds, and a test that looks elsewhere
 * meanwhile may come back too late.
 */
export async function expectTold(page: Page, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Recent messages' }).click()
  const messages = page.getByRole('dialog', { name: 'Recent messages' })
  await expect(messages.getByText(text)).toBeVisible({ timeout: 60_000 })
  await page.keyboard.press('Escape')
  await expect(messages).toHaveCount(0)
}

/**
 * Screens that lead on by themselves after a while stay: for tests that look at them or press there, which a busy machine
 * may let come too late.
 * @param under only screens at such an address
 * @returns what lets that while pass; toasts, which stand as long, stay until then, too
 */
export async function stayUntilPressed(page: Page, under = '/'): Promise<() => Promise<void>> {
  await page.addInitScript(`{
    const { setTimeout: later, clearTimeout: stop } = window
    const kept = new Map()
    const keep = (run) => (kept.set(-kept.size - 1, run), -kept.size)
    const stays = (delay) => delay === ${REDIRECT_DELAY_MS} && location.pathname.startsWith('${under}')
    window.setTimeout = (run, delay, ...rest) => (stays(delay) ? keep(run) : later(run, delay, ...rest))
    window.clearTimeout = (timer) => (kept.has(timer) ? kept.set(timer, () => {}) : stop(timer))
    window.leadOn = () => kept.forEach((run) => run())
  }`)
  return () => page.evaluate('leadOn()')
}

/** How the server refuses a call, for a route to answer with. */
export const problem = (status: number, Code: string, Message = Code) => ({ status, json: { Code, Message } })

/** What the page keeps for this session. */
export const sessionOf = (page: Page) => page.evaluate<Record<string, string>>('({ ...sessionStorage })')

/** The list has come: until then grey rows stand in its place, with cells of their own. */
export const expectRows = (page: Page): Promise<void> =>
  expect(page.getByRole('table').getByRole('link').first()).toBeVisible()

/** Keeps every request for such an address waiting until the function that it gives is called. */
export async function holdRequests(page: Page, addresses: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(addresses, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/**
 * Texts that are cut off or stand outside the window, in the page. A text that its own element may shorten says it in
 * full elsewhere; what lies on the desk of a viewer and tabs and screens in a row of many are meant to be scrolled.
 */
const CLIPPED = `[...document.querySelectorAll('body *')].filter((element) => {
  const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim())
  if (!own || !element.checkVisibility({ visibilityProperty: true })) return false
  const style = getComputedStyle(element)
  if (element.closest('.sr-only, [data-desk], [role="tablist"], header nav') || style.webkitLineClamp !== 'none') return false
  const box = element.getBoundingClientRect()
  const outside = box.bottom > 0 && (box.right > innerWidth + 1 || box.left < -1)
  return outside || (style.display !== 'inline' && element.scrollWidth > element.clientWidth + 1)
}).map((element) => element.textContent)`

/** Nothing is cut off, and nothing can be scrolled sideways. */
export async function expectNothingClipped(page: Page): Promise<void> {
  expect(await page.evaluate(CLIPPED)).toEqual([])
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
}

/** What axe is asked: everything in light, and of colours in dark too, which differs in nothing else. */
const ASKED = {
  light: { type: 'tag', values: RULES },
  dark: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const

/**
 * Links and buttons whose words run together: a name is read from the texts in their order, and where nothing stands
 * between two of them some programs read one word.
 */
const RUN_TOGETHER = `[...document.querySelectorAll('a[href], button, summary')].flatMap((element) => {
  if (element.hasAttribute('aria-label') || !element.checkVisibility()) return []
  const texts = []
  const walk = (node) => {
    if (node.nodeType === 3) texts.push(node.textContent)
    else if (node.nodeType === 1 && !node.matches('[aria-hidden="true"]')) {
      if (node.matches('[role="img"]')) texts.push(' ' + node.getAttribute('aria-label') + ' ')
      else node.childNodes.forEach(walk)
    }
  }
  walk(element)
  const isRunOn = texts.some((text, at) => at > 0 && /[\\p{L}\\p{N}.)]$/u.test(texts[at - 1]) && /^[\\p{L}\\p{N}(]/u.test(text))
  return isRunOn ? [texts.join('|')] : []
})`

/** What is in order is not written down: that is a third of the work. */
const ONLY_VIOLATIONS = { resultTypes: ['violations'], selectors: false }

/**
 * The colours of the theme follow the scheme with the next frame, some of them by a transition. A test may have set the
 * page's clock, and with it requestAnimationFrame; an observer of intersections is told by the browser's own frames.
 */
const LOOK_SETTLED = `(async () => {
  const frame = () => new Promise((done) => new IntersectionObserver((_, it) => done(it.disconnect())).observe(document.body))
  await frame()
  await frame()
  const ends = (one) => Number.isFinite(one.effect?.getComputedTiming().endTime)
  await Promise.allSettled(document.getAnimations().filter(ends).map(({ finished }) => finished))
})()`

/** axe finds nothing and nothing can be scrolled sideways, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  expect(await page.evaluate(RUN_TOGETHER)).toEqual([])
  // What is under the buttons of a dialog comes out when it is scrolled; axe judges the moment, so the end is shown.
  await page.evaluate('document.querySelectorAll("dialog[open]").forEach((one) => one.scrollTo(0, one.scrollHeight))')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(LOOK_SETTLED)
    const found: unknown = await page.evaluate(`axe
      .run(document, ${JSON.stringify({ ...ONLY_VIOLATIONS, runOnly: ASKED[colorScheme] })})
      .then(({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' ')))`)
    expect(found, colorScheme).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)
  }
}

/**
 * Has the portal believe that its deployment is set differently: the settings stand in each of its pages. They are
 * changed in the page, since one that a test answers comes from nowhere, and may not reach programs of this machine.
 */
export async function changeSettings(page: Page, changes: object): Promise<void> {
  await page.addInitScript({
    content: `{
      const watch = new MutationObserver(() => {
        const written = document.getElementById('settings')
        if (!written?.textContent) return
        watch.disconnect()
        written.textContent = JSON.stringify({ ...JSON.parse(written.textContent), ...${JSON.stringify(changes)} })
      })
      watch.observe(document, { childList: true, subtree: true })
    }`,
  })
}

/** The window of a phone. */
export const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/** The windows that every screen is made for: a desk's and a phone's. */
export const WINDOWS = [
  { width: 1440, use: {} },
  { width: 390, use: PHONE },
]

/** A day so many days from today, as `YYYY-MM-DD`; the browser of the tests lives in UTC. */
export const addedDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
