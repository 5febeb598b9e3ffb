/** Nebula's authorisation in three steps: credentials, authenticator, code. */
import { expect, type Page } from '@playwright/test'
import { countMessages, readPhone } from '@rubrica/testing'
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
import { expectAccessible, problem, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

const goOn = (page: Page) => panel(page).getByRole('button', { name: 'Continue', exact: true })
const code = (page: Page) => panel(page).getByLabel('One-time code')
const step = (page: Page) => panel(page).locator('[aria-current="step"]')
const CLIENT = { 'Client ID': 'rubrica' }

test.afterAll(({ scene }) => restorePeople(scene))

test.beforeEach(({ scene }) => forgetTries(scene))

test('of several authenticators one is chosen, and its challenge answered', async ({ page, scene }) => {
  await openTab(page, scene, { name: 'ana', tab: 'Nebula' })
  await expect(goOn(page)).toBeDisabled()
  await fillAccount(page, 'ana')
  await expect(goOn(page)).toBeDisabled()
  await fillAccount(page, 'ana', CLIENT)
  await expect(step(page)).toHaveText(/Account/)
  await goOn(page).click()
  await expect(step(page)).toHaveText(/Confirmation/)
  await expect(panel(page).getByRole('radio')).toHaveCount(3)
  await expect(panel(page).getByRole('radio').first()).toBeFocused()
  await expectAccessible(page)
  await panel(page).getByRole('radio', { name: 'Code card' }).check()
  await goOn(page).click()
  await expect(step(page)).toHaveText(/Code/)
  await expect(code(page)).toBeFocused()
  await expect(code(page)).toHaveAccessibleDescription(/Enter code number \d+ of your card/)
  await expect(authoriseButton(page)).toBeDisabled()
  await expectAccessible(page)

  await panel(page).getByRole('button', { name: 'Back' }).click()
  await expect(panel(page).getByRole('radio', { name: 'Code card' })).toBeChecked()
  await panel(page).getByRole('radio', { name: 'Authenticator app' }).check()
  await goOn(page).click()
  await code(page).fill('000000')
  await code(page).press('Enter')
  await expect(code(page)).toHaveAccessibleDescription(/OTP failed, please try again/)
  await expect(code(page)).toHaveValue('')
  await expect(code(page)).toBeFocused()
  const app = (await readPhone(scene)).apps.find(({ provider, user }) => provider === 'Nebula' && user === 'ana')
  await code(page).fill(app!.code)
  await authoriseButton(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await expectToast(page, 'Task completed')
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).filter({ hasText: 'ana-nopin' })).toContainText('Without PIN')
  await expect(panel(page).getByRole('columnheader')).toHaveText(['Name', 'Subject', 'Expires'])
  await expect(rows(page).first()).toContainText('CN=Ana')

  // It has no status call: a listed certificate says that it is authorised.
  await page.reload()
  await page.getByRole('tab', { name: 'Nebula' }).click()
  await expect(panel(page)).toContainText('Your Nebula account is authorised')
  await unauthorise(page)
  await expect(goOn(page)).toBeVisible()
})

test('a single authenticator is not asked for, and another code can be', async ({ page, scene }) => {
  await openTab(page, scene, { name: 'biel', tab: 'Nebula' })
  await fillAccount(page, 'biel', CLIENT)
  const before = await countMessages(scene)
  await goOn(page).click()
  await expect(step(page)).toHaveText(/Code/)
  await expect(code(page)).toHaveAccessibleDescription(/Nebula sends or shows you \(Text message\)/)
  expect(await countMessages(scene)).toBe(before + 1)
  await panel(page).getByRole('button', { name: 'Ask for another code' }).click()
  await expect(panel(page).getByText('Another code was asked for.')).toBeAttached()
  expect(await countMessages(scene)).toBe(before + 2)
  await code(page).fill((await readPhone(scene)).messages[0]!.code!)
  await authoriseButton(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await unauthorise(page)
})

test('without a second factor the credentials are enough', async ({ page, scene }) => {
  await openTab(page, scene, { name: 'carla', tab: 'Nebula' })
  await fillAccount(page, 'carla', CLIENT)
  await goOn(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await unauthorise(page)
})

test('wrong credentials are refused, and the steps can be left', { tag: '@full' }, async ({ page, scene }) => {
  await openTab(page, scene, { name: 'biel', tab: 'Nebula' })
  await fillAccount(page, 'biel', { ...CLIENT, Password: 'not mine' })
  await goOn(page).click()
  await expect(panel(page).getByRole('alert')).toHaveText('Invalid login credentials')
  await fillAccount(page, 'biel', CLIENT)
  await goOn(page).click()
  await expect(code(page)).toBeVisible()
  await panel(page).getByRole('button', { name: 'Cancel' }).click()
  await expect(step(page)).toHaveText(/Account/)
  await expect(panel(page).getByLabel('Password', { exact: true })).toHaveValue('')
})

test('what goes wrong at the provider keeps the session and the step, every other refusal ends the session', async ({
  page,
  scene,
}) => {
  await openTab(page, scene, { name: 'biel', tab: 'Nebula' })
  await fillAccount(page, 'biel', CLIENT)
  await goOn(page).click()
  await scene.portal.sandbox.inject({ service: 'nebula', operation: 'login/second', fault: 'http500', times: 1 })
  await code(page).fill('000000')
  await authoriseButton(page).click()
  await expect(code(page)).toHaveAccessibleDescription(/Nebula/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await page.route('**/nebulaauthend', (route) => route.abort('connectionreset'))
  await code(page).fill('000000')
  await authoriseButton(page).click()
  await expect(code(page)).toHaveAccessibleDescription(/The server cannot be reached/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)

  await page.unroute('**/nebulaauthend')
  await page.route('**/nebulaauthend', (route) => route.fulfill(problem(400, 'WRONG_CODE', 'no')))
  await code(page).fill('000000')
  await authoriseButton(page).click()
  await expect(page.getByRole('alertdialog')).toContainText('Your session has expired')
})

test('a log-in that ran out begins anew, and says so', { tag: '@full' }, async ({ page, scene }) => {
  await openTab(page, scene, { name: 'biel', tab: 'Nebula' })
  await fillAccount(page, 'biel', CLIENT)
  await goOn(page).click()
  await expect(code(page)).toBeVisible()
  await page.route('**/nebulaauthmiddle', (route) =>
    route.fulfill(problem(400, 'CODE_EXPIRED', 'integrationUnauthorized: it has run out')),
  )
  await panel(page).getByRole('button', { name: 'Ask for another code' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('Nebula has to ask you again from the beginning')
  await expect(step(page)).toHaveText(/Account/)
})
