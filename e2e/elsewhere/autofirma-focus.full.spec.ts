/**
 * What a page sees of a launch: the browser's own question, and the application's first window, take the focus from it.
 * Playwright has every page believe that it is in front, so the page is told here what a desktop would tell it.
 */
import { expect, type Page } from '@playwright/test'
import { behave, dialogOf, openButton, openSigning, test } from '../scenes/autofirma-scene.ts'
import { changeSettings, expectAccessible } from '../scenes/portal-scene.ts'

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

/**
 * Has the address of the application opened as the portal does it for people: the desktop is asked, and here the test.
 */
const openWithoutLauncher = (page: Page) => changeSettings(page, { autofirmaLauncher: null })

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

test('eight seconds after the start, with nothing that came to the front a second time, it asks whether nothing has opened', async ({
  page,
  scene,
}) => {
  await behave(scene)
  await page.clock.install()
  await openWithoutLauncher(page)
  await openSigning(page, scene, 'biel')
  await dialogOf(page).getByRole('radio', { name: 'Autofirma' }).check()
  await dialogOf(page).getByRole('button', { name: 'Continue' }).click()
  const stopClock = async () => page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
  await stopClock()
  const dialog = dialogOf(page)
  const passUntil = (check: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(500)
      await check()
    }).toPass({ intervals: [50], timeout: 120_000 })
  const hint = dialog.getByText('Nothing opened?')
  await openButton(page).click()
  const address = () => page.locator('iframe[hidden]').last().getAttribute('src')
  const first = await address()
  await page.evaluate("window.dispatchEvent(new Event('blur'))")
  await page.clock.runFor(2500)
  await page.evaluate("window.dispatchEvent(new Event('focus'))")
  await expect(hint).toHaveCount(0)
  await passUntil(() => expect(hint).toBeVisible({ timeout: 100 }))
  await expect(dialog.getByRole('link', { name: 'Official download page of Autofirma' })).toBeVisible()
  // What is looked at there waits for the next frame.
  await page.clock.resume()
  await expectAccessible(page)

  await stopClock()
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await expect(hint).toHaveCount(0)
  await expect.poll(address).not.toBe(first)
  await passUntil(() => expect(hint).toBeVisible({ timeout: 100 }))
  await dialog.getByRole('button', { name: 'Sign without Autofirma' }).click()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
})
