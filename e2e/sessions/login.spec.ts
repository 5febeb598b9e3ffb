import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '@rubrica/testing'
import { holdRequests, openAs, problem, test } from '../scenes/portal-scene.ts'

const passwordIn = (page: Page) => page.getByLabel('Password', { exact: true })
const logInAsAna = async (page: Page) => {
  await page.getByLabel('User', { exact: true }).fill('ana')
  await passwordIn(page).fill(DEMO_PASSWORD)
  await passwordIn(page).press('Enter')
}

// The other tests of this worker read in English.
test.afterEach(({ scene }) => scene.people.ana.call.updateUser({ body: { language: 'en' } }))

test.beforeEach(async ({ page, scene }) => {
  await page.goto(scene.portal.url)
})

test('the button is disabled until user and password are given, and an empty field that was left says so', async ({
  page,
}) => {
  const submit = page.getByRole('button', { name: 'Sign in' })
  const [user, password] = [page.getByLabel('User', { exact: true }), passwordIn(page)]
  await expect(submit).toBeDisabled()
  await user.fill('   ')
  await password.fill('secret')
  await expect(submit).toBeDisabled()
  await expect(page.getByText('Please enter your username')).toBeVisible()
  await user.fill('ana')
  await expect(submit).toBeEnabled()
  await password.fill('')
  await password.blur()
  await expect(submit).toBeDisabled()
  await expect(page.getByText('Please enter your password')).toBeVisible()
})

test(
  'a press below a field that is left empty is not lost to the message that appears',
  { tag: '@full' },
  async ({ page }) => {
    await page.getByLabel('User', { exact: true }).focus()
    const forgot = await page.getByRole('button', { name: 'Forgot your password?' }).boundingBox()
    await page.mouse.move(forgot!.x + forgot!.width / 2, forgot!.y + 4)
    await page.mouse.down()
    await page.waitForFunction(`document.activeElement?.getAttribute('name') !== 'username'`)
    await page.mouse.up()
    await expect(page.getByRole('dialog', { name: 'Recover your password' })).toBeVisible()
    await expect(page.getByText('Please enter your username')).toBeAttached()
  },
)

test('a wrong password is told without saying which of the two is wrong, and the password is gone', async ({
  page,
}) => {
  const password = passwordIn(page)
  for (const user of ['ana', 'nobody']) {
    await page.getByLabel('User', { exact: true }).fill(user)
    await password.fill('wrong')
    await password.press('Enter')
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
    await expect(password).toHaveValue('')
    await page.reload()
  }
})

test('an error of the server says to try again, with its reason', async ({ page }) => {
  await page.route('**/oauth/token', (route) => route.abort('connectionrefused'))
  await page.getByLabel('User', { exact: true }).fill('ana')
  await passwordIn(page).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('alert')).toHaveText(
    'There was an error, please try again. The server cannot be reached. Check your connection.',
  )
})

test('what is typed as password can be looked at', { tag: '@full' }, async ({ page }) => {
  const password = passwordIn(page)
  await password.fill('secret')
  await expect(password).toHaveAttribute('type', 'password')
  await page.getByRole('button', { name: 'Show what I type' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('the language chosen at the login stays for the next visit, and the right person keeps the session keys', async ({
  page,
  scene,
}) => {
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Català')
  await expect(page.getByRole('heading', { name: 'Inicieu la sessió' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Inicieu la sessió' })).toBeVisible()
  await page.getByLabel('Usuari', { exact: true }).fill('ana')
  await page.getByLabel('Contrasenya', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Entra' }).click()
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  const kept = await page.evaluate<Record<string, string>>('({ ...sessionStorage })')
  expect(kept).toMatchObject({ user: 'ana', AccessMethod: 'USER_PASS' })
  expect(kept['oauthTokenB64']).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/)
  expect(JSON.stringify(kept)).not.toContain(DEMO_PASSWORD)
})

test('a browser is answered in the language that it asks for, and a log-in in that of the account', async ({
  browser,
  scene,
}) => {
  const { call } = scene.people.ana
  await call.updateUser({ body: { language: 'fr' } })
  const context = await browser.newContext({ locale: 'ca-ES' })
  const page = await context.newPage()
  await page.goto(scene.portal.url)
  await expect(page.getByRole('heading', { name: 'Inicieu la sessió' })).toBeVisible()
  await page.getByLabel('Usuari', { exact: true }).fill('ana')
  await page.getByLabel('Contrasenya', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Entra' }).click()
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expect(page.getByRole('button', { name: 'Langue: Français' })).toBeVisible()

  // What is chosen on the way in counts more.
  await page.evaluate('sessionStorage.clear()')
  await page.goto(scene.portal.url)
  await page.getByRole('combobox').selectOption('Deutsch')
  await page.getByLabel('Benutzername', { exact: true }).fill('ana')
  await page.getByLabel('Passwort', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect.poll(async () => (await call.user({})).language).toBe('de')
  await context.close()
})

test('after logging out the button Back shows no document', async ({ page, scene }) => {
  await page.getByLabel('User', { exact: true }).fill('ana')
  await passwordIn(page).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Account of ana' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(scene.portal.url).toBe(new URL(page.url()).origin)
})

test('who is logged in goes on to the documents', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/' })
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
})

test('Enter in a form that is not filled says what is missing', async ({ page }) => {
  await passwordIn(page).press('Enter')
  await expect(page.getByText('Please enter your username')).toBeVisible()
  await expect(page.getByText('Please enter your password')).toBeVisible()
})

test('several subscriptions that look different mean the default theme and the documents', async ({ page, scene }) => {
  await page.route('**/appearance', (route) => route.fulfill(problem(409, 'SEVERAL_APPEARANCES')))
  await logInAsAna(page)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  const brand = `getComputedStyle(document.documentElement).getPropertyValue('--brand')`
  expect(await page.evaluate(brand)).toBe('#00bf71')
})

test('a limit on log-ins says to try again, and why', async ({ page }) => {
  await page.route('**/oauth/token', (route) => route.fulfill(problem(429, 'RATE_LIMITED')))
  await logInAsAna(page)
  await expect(page.getByRole('alert')).toHaveText(
    'There was an error, please try again. Too many attempts. Wait a minute and try again.',
  )
})

test('after a failed login the password can be typed again at once', async ({ page }) => {
  await page.getByLabel('User', { exact: true }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(`${DEMO_PASSWORD}?`)
  await page.getByRole('button', { name: 'Sign in' }).press('Enter')
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
})

test(
  'of two languages chosen quickly the last one stays, whichever comes first',
  { tag: '@full' },
  async ({ page }) => {
    const open = await holdRequests(page, '**/assets/de-*.js')
    const asked = page.waitForRequest('**/assets/de-*.js')
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
    const german = new URL((await asked).url()).pathname
    await page.getByRole('combobox', { name: 'Language' }).selectOption('Français')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    open()
    // The page waits for the same file, and a turn more for what it does with it.
    await page.evaluate(`import('${german}').then(() => new Promise((done) => setTimeout(done)))`)
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    expect(await page.evaluate(`localStorage.getItem('lang')`)).toBe('fr')
  },
)

test('a language that cannot be fetched is told of, and the one before stays', { tag: '@full' }, async ({ page }) => {
  await page.route('**/assets/de-*.js', (route) => route.abort('connectionrefused'))
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  await expect(page.getByRole('status').getByText('The server cannot be reached')).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
})
