/** Second factors as people set them up, show them and lose them: an app, a passkey, recovery codes. */
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, fixedPort, openScene, type Scene } from '@rubrica/testing'
import { codeOf } from '../../apps/api/tests/scenes/factor-scene.ts'
import { expectAccessible, expectNothingClipped, FOR_TESTS, PHONE, test as base } from '../scenes/portal-scene.ts'
import { sharedPostgres } from '../scenes/share-postgres.ts'
import { codeField, security, setUpApp } from '../scenes/second-factor-scene.ts'
import { logOutBy } from '../scenes/session-scene.ts'

const PORT = fixedPort()
/** Browsers have passkeys under a name alone. */
const HERE = `http://localhost:${PORT}`

const test = base.extend<object, { scene: Scene }>({
  scene: [
    async ({}, use) => {
      const env = { ...FOR_TESTS, PORT, PUBLIC_URL: HERE }
      await using scene = await openScene({ postgres: sharedPostgres(), env })
      await use(scene)
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

const query = (scene: Scene, text: string) => scene.portal.server.database!.query(text)

test.beforeEach(async ({ scene }) => {
  const tables = ['totp_factors', 'totp_setups', 'passkeys', 'recovery_codes', 'factor_tries', 'remembered_devices']
  for (const table of tables) await query(scene, `delete from ${table}`)
  await query(scene, 'update subscriptions set demands_factor = false')
})

/** As if the app had shown no code yet: the next one is half a minute away. */
const freeSteps = (scene: Scene) => query(scene, 'update totp_factors set last_step = 0')

async function typePassword(page: Page): Promise<void> {
  await page.goto(HERE)
  await page.getByLabel('User', { exact: true }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const inDocuments = (page: Page) => expect(page).toHaveURL(/\/documents/)

test('an app is set up on the profile, and its code completes the next log-in; a wrong one is said so', async ({
  page,
  scene,
}) => {
  await typePassword(page)
  await inDocuments(page)
  const { secret, codes } = await setUpApp(page, HERE)
  await expect(security(page).getByText('10 codes are left.')).toBeVisible()
  await expectAccessible(page)
  await expectNothingClipped(page)
  await logOutBy(page, 'ana')
  await freeSteps(scene)
  await typePassword(page)
  await expect(page.getByRole('heading', { name: 'Confirm that it is you' })).toBeVisible()
  await expect(codeField(page)).toBeFocused()
  await expectAccessible(page)
  expect(await page.evaluate('sessionStorage.getItem("oauthTokenB64")')).toBeNull()
  await codeField(page).fill('000000')
  await codeField(page).press('Enter')
  await expect(page.getByRole('alert')).toContainText('The code is not right')
  await codeField(page).fill(codeOf(secret))
  await codeField(page).press('Enter')
  await inDocuments(page)
  await logOutBy(page, 'ana')
  await typePassword(page)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await recovery.fill(codes[3]!)
  await recovery.press('Enter')
  await inDocuments(page)
})

test('recovery codes are downloaded and copied', { tag: '@full' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await typePassword(page)
  await inDocuments(page)
  await setUpApp(page, HERE)
  await security(page).getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  const shown = await codes.allTextContents()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('recovery-codes.txt')
  await page.getByRole('button', { name: 'Copy' }).click()
  await expect(page.getByText('Copied.')).toBeVisible()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(shown.join('\n'))
})

/** An authenticator of the browser that verifies its person without asking anybody. */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    refuse: () => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false }),
    verify: () => session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true }),
  }
}

test('a passkey is added, logs in alone and beside the password, and is removed', async ({ page }) => {
  const authenticator = await addAuthenticator(page)
  await typePassword(page)
  await inDocuments(page)
  await page.goto(`${HERE}/profile`)
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('Work laptop')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('Work laptop')).toBeVisible()
  await logOutBy(page, 'ana')
  await page.goto(HERE)
  await authenticator.refuse()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('alert')).toContainText('The passkey was not used')
  await authenticator.verify()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await inDocuments(page)
  expect(await page.evaluate('sessionStorage.getItem("AccessMethod")')).toBe('USER_PASS')
  await logOutBy(page, 'ana')
  await typePassword(page)
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await inDocuments(page)
  await page.goto(`${HERE}/profile`)
  await security(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await expectAccessible(page)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(security(page).getByRole('listitem').filter({ hasText: 'Work laptop' })).toBeHidden()
})

test('before a first factor the password is asked for, where the session did not just begin with it', async ({
  page,
}) => {
  await addAuthenticator(page)
  await typePassword(page)
  await inDocuments(page)
  await page.goto(`${HERE}/profile`)
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await logOutBy(page, 'ana')
  await page.goto(HERE)
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await inDocuments(page)
  await page.goto(`${HERE}/profile`)
  await security(page)
    .getByRole('button', { name: /^Remove / })
    .click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click()
  const addApp = security(page).getByRole('button', { name: 'Set up an authenticator app' })
  await addApp.click()
  const dialog = page.getByRole('dialog')
  const password = dialog.getByLabel('Current password')
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await password.fill('Wrong-Horse-7')
  await password.press('Enter')
  await expect(password).toHaveAccessibleDescription(/The current password is not right/)
  await password.fill(DEMO_PASSWORD)
  await password.press('Enter')
  await expect(dialog.getByRole('textbox', { name: 'Secret' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await security(page).getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: 'Create the passkey' }).click()
  await expect(password).toBeFocused()
  await expectAccessible(page)
  await expectNothingClipped(page)
  await password.fill(DEMO_PASSWORD)
  await password.press('Enter')
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await expect(security(page).getByText('10 codes are left.')).toBeVisible()
})

test('where a factor is demanded, one is set up between the password and the documents', async ({ page, scene }) => {
  await query(scene, 'update subscriptions set demands_factor = true')
  await typePassword(page)
  await expect(page.getByRole('heading', { name: 'Set up a second factor' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue()
  await codeField(page).fill(codeOf(secret))
  await page.getByRole('button', { name: 'Confirm the app' }).click()
  await expect(page.getByRole('heading', { name: 'Keep your recovery codes' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'I have kept them' }).click()
  await inDocuments(page)
  await page.goto(`${HERE}/profile`)
  await security(page).getByRole('button', { name: 'Remove Authenticator app' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('this is your last one')
})

test('a remembered browser is not asked at the log-in, but for a new address; and it can be forgotten', async ({
  page,
  scene,
}) => {
  await typePassword(page)
  await inDocuments(page)
  const { secret } = await setUpApp(page, HERE)
  await logOutBy(page, 'ana')
  await freeSteps(scene)
  await typePassword(page)
  await page.getByLabel('Do not ask again in this browser for 30 days').check()
  await codeField(page).fill(codeOf(secret))
  await codeField(page).press('Enter')
  await inDocuments(page)
  await logOutBy(page, 'ana')
  await typePassword(page)
  await inDocuments(page)
  await page.goto(`${HERE}/profile`)
  await page.getByLabel('E-mail').fill('ana.nova@example.com')
  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' })
  await expect(dialog).toBeVisible()
  await expectAccessible(page)
  await freeSteps(scene)
  await codeField(page).fill(codeOf(secret))
  await codeField(page).press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('status').filter({ hasText: 'Data updated' })).toBeVisible()
  await security(page)
    .getByRole('button', { name: /^Forget / })
    .click()
  await expect(security(page).getByText('Remembered browsers')).toBeHidden()
  await logOutBy(page, 'ana')
  await typePassword(page)
  await expect(codeField(page)).toBeVisible()
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test('the symbol is also a link, for an app on the phone that shows it', async ({ page }) => {
    await typePassword(page)
    await inDocuments(page)
    await page.goto(`${HERE}/profile`)
    await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
    const link = page.getByRole('link', { name: 'Open it in an app on this device' })
    await expect(link).toHaveAttribute('href', /^otpauth:\/\/totp\/.+secret=[A-Z2-7]{32}/)
    await expectAccessible(page)
  })

  for (const language of ['es', 'ca', 'de', 'fr', 'en']) {
    test(`no text of the security part and of the second step is cut off, in ${language}`, async ({ page, scene }) => {
      await typePassword(page)
      await inDocuments(page)
      await setUpApp(page, HERE)
      await page.evaluate(`localStorage.setItem('lang', '${language}')`)
      await page.goto(`${HERE}/profile`)
      await expect(page.locator('section h2').last()).toBeVisible()
      await expectAccessible(page)
      await expectNothingClipped(page)
      await query(scene, `update users set language = ''`)
    })
  }
})
