/**
 * What a page sees of a launch: the browser's own question, and the application's first window, take the focus from it.
 * Playwright has every page believe that it is in front, so the page is told here what a desktop would tell it.
 */
import { expect, type Page } from '@playwright/test'
import { behave, openButton, openSigning, test } from './autofirma-scene.ts'

/**
 * The page loses the focus, has it again, loses it again…, at these milliseconds from the launch; then all patience
 * passes. Its clock stands still, so that each event comes at the time that was measured.
 */
async function playFocus(page: Page, times: readonly number[], start: () => Promise<unknown>) {
  let now = 0
  const waitUntil = async (ms: number) => {
    await page.clock.runFor(ms - now)
    now = ms
  }
  for (const [index, ms] of times.entries()) {
    await waitUntil(ms)
    // The application shows itself.
    if (index === 2) await start()
    await page.evaluate(`window.dispatchEvent(new Event('${index % 2 === 0 ? 'blur' : 'focus'}'))`)
  }
  await waitUntil(6900)
  // Whoever is still tried would be taken to have hung for so long.
  await expect.poll(() => page.evaluate('window.attempts')).toBe(0)
  await page.clock.fastForward(60_000)
  await page.clock.runFor(100)
}

/** Counts the sockets that are being opened. */
const countAttempts = (page: Page) =>
  page.addInitScript({
    content: `window.attempts = 0
      window.WebSocket = class extends WebSocket {
        constructor(...given) {
          super(...given)
          window.attempts += 1
          this.addEventListener('close', () => (window.attempts -= 1))
        }
      }`,
  })

/** Has the address of the application opened as the portal does it for people: the desktop is asked, and here the test. */
const openWithoutLauncher = (page: Page) =>
  page.route('**/config.json', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...((await response.json()) as object), autofirmaLauncher: null } })
  })

test.use({ ignoreHTTPSErrors: false })

const NOT_RUNNING = 'Autofirma is not installed, or it did not start.'
const NOT_TRUSTED = 'Autofirma runs, but the browser does not trust its connection.'

for (const { title, focus, says, mayBeAsking } of [
  { title: 'a question of the browser that was answered in vain', focus: [381, 2881], says: NOT_RUNNING },
  { title: 'a first window of the application', focus: [449, 2923, 4468], says: NOT_TRUSTED },
  { title: 'a question that is still open', focus: [449], says: NOT_RUNNING, mayBeAsking: true },
]) {
  test(`what took the focus from the page decides what is named first: ${title}`, async ({ page, scene }) => {
    await behave(scene)
    await page.clock.install()
    await countAttempts(page)
    await openWithoutLauncher(page)
    await openSigning(page, scene)
    await expect(openButton(page)).toBeVisible()
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
    await openButton(page).click()
    const url = await page.locator('iframe[hidden]').getAttribute('src')
    await playFocus(page, focus, () =>
      page.request.post(`${scene.portal.sandbox.url}/autofirma/launch`, { data: { url } }),
    )
    const failure = page.getByRole('alertdialog', { name: 'Autofirma' })
    await expect(failure.getByRole('listitem').first()).toContainText(says)
    await expect(failure.getByText('Close that question first')).toHaveCount(mayBeAsking ? 1 : 0)
  })
}
