/** The three addresses at which the browser comes back from Ivnosys, and the tab that authorises an account there. */
import { expect } from '@playwright/test'
import {
  authoriseButton,
  expectToast,
  fillAccount,
  forgetTries,
  openTab,
  panel,
  rows,
  unauthorise,
  unauthoriseButton,
} from '../scenes/certificates-scene.ts'
import { answerBeside, approve, noteAddresses, ORGANISATION } from '../scenes/ivnosys-scene.ts'
import {
  expectAccessible,
  holdRequests,
  LIST,
  openAs,
  problem,
  stayUntilPressed,
  test,
} from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

const MISSING = [
  ['/ivsign-auth', 'Missing transaction ID.'],
  ['/ivsign-login-sign?token=canary', 'Missing transaction ID.'],
  ['/ivsign-login-sign?transactionid=6f1c6d0e-3a9f-4f43-9c3a-0c6a0b8a6a11', 'Missing ivnosys token.'],
  ['/ivsign-sign', 'Missing transaction ID.'],
] as const
const TRANSACTION = crypto.randomUUID()
const MFA = '**/ivsignauth/mfa'

test.afterAll(async ({ scene }) => {
  await forgetTries(scene)
  await restorePeople(scene)
})

test('an address without its parameters says which, and leads on after three seconds or at once', async ({
  page,
  scene,
}) => {
  await page.clock.install()
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  for (const [path, text] of MISSING) {
    await page.goto(scene.portal.url + path)
    await expect(page.getByRole('alert')).toContainText(text)
    expect(page.url()).not.toContain('canary')
  }
  await expectAccessible(page)
  await page.clock.runFor(3000)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await stayUntilPressed(page)
  await page.goto(`${scene.portal.url}/ivsign-auth`)
  await page.getByRole('button', { name: 'Open my certificates now' }).click()
  await expect(page).toHaveURL(`${scene.portal.url}/certificates`)
})

test('a transaction that does not answer 204 shows Authorization failed with the reason, and one without an answer can be tried again', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  await page.goto(`${scene.portal.url}/ivsign-auth?transactionid=${TRANSACTION}`)
  await expect(page.getByRole('heading', { name: 'Authorization failed' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('This operation is over or was already used. Begin again.')
  await page.route(MFA, (route) => route.abort())
  await page.goto(`${scene.portal.url}/ivsign-auth?transactionid=${TRANSACTION}`)
  await expect(page.getByRole('alert')).toContainText('The request has timed out, please try again')
  await page.unroute(MFA)
  await page.route(MFA, (route) => route.fulfill({ status: 204 }))
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page).toHaveURL(`${scene.portal.url}/certificates?ivnosysAuthorization=true`)
})

test('on the way back the whole screen waits behind the loader, and a list behind a skeleton', async ({
  page,
  scene,
}) => {
  const loader = page.locator('main > [role="status"] > svg[width="150"]')
  const answerMfa = await holdRequests(page, MFA)
  await openAs(page, scene, { name: 'biel', path: `/ivsign-auth?transactionid=${TRANSACTION}` })
  await expect(loader).toBeVisible()
  answerMfa()
  await expect(page.getByRole('heading', { name: 'Authorization failed' })).toBeVisible()
  await expect(loader).toHaveCount(0)
  const answerList = await holdRequests(page, LIST)
  await page.goto(`${scene.portal.url}/documents`)
  await expect(page.getByRole('table').getByRole('row').nth(2)).toBeVisible()
  await expect(page.getByRole('table').getByRole('link')).toHaveCount(0)
  await expect(loader).toHaveCount(0)
  answerList()
})

test(
  'an account is authorised with its organisation on a page of Ivnosys, listed, and taken back',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openTab(page, scene, { name: 'biel', tab: 'Ivnosys' })
    await expect(authoriseButton(page)).toBeDisabled()
    await fillAccount(page, 'biel', { Organisation: ORGANISATION, Password: 'wrong' })
    await authoriseButton(page).click()
    // A refusal is said in a toast, and the password is gone.
    await expectToast(page, 'Invalid login credentials')
    await expect(panel(page).getByRole('alert')).toHaveCount(0)
    await expect(panel(page).getByLabel('Password', { exact: true })).toHaveValue('')
    await expectAccessible(page)

    await fillAccount(page, 'biel', { Organisation: ORGANISATION })
    const addresses = noteAddresses(page)
    await authoriseButton(page).click()
    await approve(page)
    await expect(page).toHaveURL(`${scene.portal.url}/certificates?ivnosysAuthorization=true`)
    expect(addresses).toContain('/ivsign-auth?transactionid=*')
    await expectToast(page, 'Task completed')
    await expect(page.getByRole('tab', { name: 'Ivnosys' })).toHaveAttribute('aria-selected', 'true')
    await expect(rows(page)).toHaveCount(3)
    await expect(panel(page).getByRole('columnheader')).toHaveText(['Name', 'Subject', 'Expires'])
    await expect(rows(page).first()).toContainText('CN=')
    await page.reload()
    await expect(unauthoriseButton(page)).toBeVisible()
    await expect(page.getByRole('status').getByText('Task completed')).toHaveCount(0)
    const entries = await page.evaluate<number>('history.length')
    await unauthorise(page)
    await expect(authoriseButton(page)).toBeVisible()
    // What has been said does not stay in the address.
    await expect(page).toHaveURL(`${scene.portal.url}/certificates`)
    expect(await page.evaluate('history.length')).toBe(entries)
  },
)

test(
  'who comes back to authorise an account in another browser logs in first',
  { tag: '@full' },
  async ({ browser, page, scene }) => {
    await openTab(page, scene, { name: 'carla', tab: 'Ivnosys' })
    await fillAccount(page, 'carla', { Organisation: ORGANISATION })
    await authoriseButton(page).click()
    await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
    const back = await answerBeside(page, 'approve')
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await elsewhere.addInitScript({ content: `localStorage.setItem('lang', 'en')` })
    await elsewhere.goto(back)
    await expect(elsewhere.getByText('You are back from your certificate provider. Sign in to go on.')).toBeVisible()
    await elsewhere.getByLabel('User', { exact: true }).fill('carla')
    await elsewhere.getByLabel('Password', { exact: true }).fill('Rubrica-2026')
    await elsewhere.getByLabel('Password', { exact: true }).press('Enter')
    await expect(elsewhere).toHaveURL(`${scene.portal.url}/certificates?ivnosysAuthorization=true`)
    await expect(unauthoriseButton(elsewhere)).toBeVisible()
    // Used once, it is over.
    await elsewhere.goto(back)
    await expect(elsewhere.getByRole('heading', { name: 'Authorization failed' })).toBeVisible()
    await context.close()
  },
)

test('a refusal of the authorisation call is a toast with the words of the server', async ({ page, scene }) => {
  await page.route('**/ivsignauth', (route) => route.fulfill(problem(500, 'OTHER', 'Being mended')))
  await openTab(page, scene, { name: 'ana', tab: 'Ivnosys' })
  await fillAccount(page, 'ana', { Organisation: ORGANISATION })
  await authoriseButton(page).click()
  await expectToast(page, 'Error 500: Being mended')
})
