import { expect, type Locator } from '@playwright/test'
import { openAs, problem, sessionOf, test } from '../scenes/portal-scene.ts'
import { enterAs, logOutBy } from '../scenes/session-scene.ts'

// The other tests of this worker read in English.
test.afterEach(({ scene }) => scene.people.ana.call.updateUser({ body: { language: 'en' } }))

test('the brand and the link lead to the documents, and the menu names the user, in its order', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: 'ana', path: '/certificates' })
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Rúbrica, pending documents' }).click()
  await expect(page).toHaveURL(/\/documents$/)
  await page.goto(`${scene.portal.url}/certificates`)
  await header.getByRole('link', { name: 'Pending documents', exact: true }).click()
  await expect(page).toHaveURL(/\/documents$/)
  await header.getByRole('button', { name: 'Account of ana' }).click()
  await expect(page.getByRole('menu', { name: 'Account of ana' })).toMatchAriaSnapshot(`
    - menu:
      - menuitem "Update data"
      - menuitem "Certificates"
      - separator
      - menuitem "Log out"
  `)
  await page.getByRole('menuitem', { name: 'Certificates' }).click()
  await expect(page).toHaveURL(/\/certificates$/)
})

test('logging out clears the session and leads to the login', async ({ page, scene }) => {
  await enterAs(page, scene, { name: 'ana', path: '/certificates' })
  await logOutBy(page, 'ana')
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await sessionOf(page)).toEqual({})
})

test('a language chosen in the header is kept under lang and by the account, and reloads the list but no other screen', async ({
  page,
  scene,
}) => {
  const mark = () => page.evaluate(() => Object.assign(globalThis, { kept: true }))
  const isMarked = () => page.evaluate(() => 'kept' in globalThis)
  await page.goto(scene.portal.url)
  await page.evaluate(`localStorage.setItem('lang', 'en')
    sessionStorage.setItem('oauthTokenB64', '${scene.people.ana.token}')
    sessionStorage.setItem('user', 'ana')`)
  await page.goto(`${scene.portal.url}/certificates`)
  await mark()
  await page.getByRole('button', { name: 'Language: English' }).click()
  await expect(page.getByRole('menuitemradio')).toHaveText(['Español', 'Català', 'English', 'Deutsch', 'Français'])
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  expect(await isMarked()).toBe(true)
  expect(await page.evaluate(`localStorage.getItem('lang')`)).toBe('de')
  const ofAccount = async () => (await scene.people.ana.call.user({})).language
  await expect.poll(ofAccount).toBe('de')

  await page.goto(`${scene.portal.url}/documents`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await mark()
  await page.getByRole('button', { name: /Deutsch/ }).click()
  await page.getByRole('menuitemradio', { name: 'Català' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'ca')
  // While the page is being replaced it cannot be asked.
  await expect.poll(() => isMarked().catch(() => true)).toBe(false)
  await expect(page).toHaveURL(/\/documents$/)
  expect(await ofAccount()).toBe('ca')

  // What could not be kept is told, in the language that was chosen, and nothing is reloaded over it.
  await page.route('**/api/vidmobileuser/', (route) => route.fulfill(problem(503, 'TEMPORARILY_UNAVAILABLE')))
  await mark()
  await page.getByRole('button', { name: /Català/ }).click()
  await page.getByRole('menuitemradio', { name: 'Français' }).click()
  await expect(page.getByRole('status').getByText('n’a pas pu être enregistrée dans votre compte')).toBeVisible()
  expect([await isMarked(), await ofAccount()]).toEqual([true, 'ca'])
})

test('the footer names the provider and the year, and the mail is the Spanish one for es and ca alone', async ({
  page,
  scene,
}) => {
  const config = (await (await fetch(`${scene.portal.url}/config.json`)).json()) as {
    providerName: string
    supportMail: { spanish: string; english: string }
  }
  const footer = page.getByRole('contentinfo')
  await page.goto(scene.portal.url)
  for (const language of ['es', 'ca', 'en', 'de', 'fr']) {
    await page.evaluate(`localStorage.setItem('lang', '${language}')`)
    await page.reload()
    await expect(page.locator('html')).toHaveAttribute('lang', language)
    await expect(footer).toContainText(config.providerName)
    await expect(footer).toContainText(`© ${new Date().getFullYear()}`)
    const address = config.supportMail[['es', 'ca'].includes(language) ? 'spanish' : 'english']
    await expect(footer.getByRole('link')).toHaveAttribute('href', `mailto:${address}`)
  }
  expect(config.supportMail.spanish).not.toBe(config.supportMail.english)
})

test(
  'a message that was put away gives the focus to the screen, and the next one goes by itself',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['ana'], description: { fileName: 'Cannot be had.pdf' } })
    await page.clock.install()
    await page.route(`**/api/documents/${guid}`, (route) =>
      route.fulfill({ status: 500, json: { Code: 'DISK', Message: 'The disk is full' } }),
    )
    await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
    await expect(page.getByRole('heading', { name: 'Cannot be had.pdf' })).toBeVisible()
    // A toast lasts three seconds, and a busy machine may need more to put it away: the clock stands still for it.
    await page.clock.pauseAt(Number(await page.evaluate('Date.now()')) + 1000)
    const download = page.getByRole('button', { name: 'Download the document' })
    const toast = page.getByRole('status').getByText('The disk is full')
    const settles = (wanted: Locator) =>
      expect(async () => {
        await page.clock.runFor(10)
        await expect(wanted).toHaveCount(1, { timeout: 100 })
      }).toPass({ intervals: [50] })
    const askForIt = async () => {
      await settles(download)
      await download.press('Enter')
      await settles(toast)
    }
    await askForIt()
    const dismiss = page.getByRole('button', { name: 'Dismiss message' })
    await dismiss.focus()
    await dismiss.press('Enter')
    await expect(toast).toHaveCount(0)
    await expect(page.getByRole('main')).toBeFocused()
    await askForIt()
    await page.clock.runFor(3000)
    await expect(toast).toHaveCount(0)
  },
)
