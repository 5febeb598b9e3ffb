/** The screen where people change their e-mail, their language and their password. */
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, logIn, type Scene } from '@rubrica/testing'
import { holdRequests, openAs, problem, test } from '../scenes/portal-scene.ts'
import { giveAddress, giveCurrent, openProfile, save, saved, USER } from '../scenes/profile-scene.ts'
import { enterAs, logOutBy } from '../scenes/session-scene.ts'

/** By the code in the mail; a wrong one is said so. */
async function confirmAddress(page: Page, scene: Scene, address: string): Promise<void> {
  const unconfirmed = page.getByText('You have not confirmed this address yet.')
  await expect(unconfirmed).toBeVisible()
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText(`We have sent a code to ${address}.`)).toBeVisible()
  const code = dialog.getByLabel('Code', { exact: true })
  await expect(code).toBeFocused()
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=${address}`)
  const { mails } = (await answer.json()) as { mails: { text: string }[] }
  const sent = /^\d{6}$/m.exec(mails[0]!.text)![0]
  await code.fill(sent === '000000' ? '000001' : '000000')
  await code.press('Enter')
  await expect(dialog.getByRole('alert')).toContainText('The code is not correct.')
  await code.fill(sent)
  await code.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: 'The address is confirmed.' })).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(unconfirmed).toBeHidden()
}

const NEW_PASSWORD = 'Another-2026'

const discard = (page: Page) => page.getByRole('button', { name: 'Discard', exact: true })

test('the menu leads to the data: who one is stands fixed, and the e-mail is saved', async ({ page, scene }) => {
  const { call } = scene.people.biel
  const before = await call.user({})
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  await page.getByRole('button', { name: 'Account of biel' }).click()
  await expect(page.getByRole('menuitem')).toHaveText([
    'Update data',
    'Notices',
    'Absence',
    'Certificates',
    'Access keys',
    'Webhooks',
    'Log out',
  ])
  await page.getByRole('menuitem', { name: 'Update data' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await expect(page).toHaveTitle(/^Update data/)
  for (const fact of [before.userid, before.username, before.legalid]) {
    await expect(page.getByRole('definition').filter({ hasText: fact }).first()).toBeVisible()
  }
  await expect(page.getByRole('textbox')).toHaveCount(3)
  await expect(save(page)).toBeDisabled()
  const email = page.getByLabel('E-mail')
  await email.fill('biel@')
  await save(page).click()
  await expect(page.getByText('Enter an e-mail address')).toBeVisible()
  await expect(email).toBeFocused()
  await email.fill('new@example.com')
  await email.press('Enter')
  await expect(page.getByText('Enter your current password')).toBeVisible()
  await expect(page.getByLabel('Current password')).toBeFocused()
  await giveCurrent(page, 'Wrong-2026')
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('The current password is not right.')
  await giveCurrent(page)
  await email.press('Enter')
  await saved(page)
  await expect(page.getByText('Nothing has been changed.')).toBeVisible()
  expect(await call.user({})).toEqual({ ...before, email: 'new@example.com', emailisknown: false })
  await confirmAddress(page, scene, 'new@example.com')
  expect(await call.user({})).toEqual({ ...before, email: 'new@example.com' })
  await giveAddress(scene, 'biel', before.email)
})

test('the language of the account is changed with the other data, and the screens follow', async ({ page, scene }) => {
  const { call } = scene.people.biel
  await call.updateUser({ body: { language: 'en' } })
  await openProfile(page, scene, 'biel')
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch')
  // Nothing happens before it is saved.
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await save(page).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'de')
  await expect(page.getByRole('status').filter({ hasText: 'Daten aktualisiert' })).toBeVisible()
  expect((await call.user({})).language).toBe('de')
  // What is chosen in the header is the same thing.
  await page.getByRole('button', { name: 'Sprache: Deutsch' }).click()
  await page.getByRole('menuitemradio', { name: 'English' }).click()
  await expect(page.getByRole('combobox', { name: 'Language' })).toHaveValue('en')
  await expect(page.getByText('Nothing has been changed.')).toBeVisible()
  expect((await call.user({})).language).toBe('en')
})

test('Save waits for a password that follows every rule and is repeated, which the list shows while it is typed', async ({
  page,
  scene,
}) => {
  const { carla } = scene.people
  const other = await logIn(scene.portal.url, { userId: 'carla', password: DEMO_PASSWORD })
  await openProfile(page, scene, 'carla')
  const [password, repeated] = [
    page.getByLabel('New password', { exact: true }),
    page.getByLabel('Repeat new password'),
  ]
  const met = page
    .getByRole('list', { name: 'A secure password has' })
    .getByRole('listitem')
    .filter({ hasText: /, met$/ })
  await expect(met).toHaveCount(0)
  await expect(page.getByRole('listitem').filter({ hasText: 'such as @ # $' })).toBeVisible()
  for (const [typed, count] of [
    ['a', 2],
    ['aB', 3],
    ['aB1', 4],
    ['aB1@', 5],
    ['aB1@ 678', 5],
    ['aB1@5678', 6],
  ] as const) {
    await password.fill(typed)
    await expect(met).toHaveCount(count)
    await expect(save(page)).toBeDisabled()
  }
  await expect(page.getByText('6 of 6 rules met')).toBeAttached()
  await password.fill(NEW_PASSWORD)
  await repeated.fill('Another-2025')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(save(page)).toBeDisabled()
  await repeated.fill(NEW_PASSWORD)
  await expect(page.getByText('Passwords do not match')).toBeHidden()
  await giveCurrent(page)
  await save(page).click()
  await saved(page)
  await expect(password).toHaveValue('')
  // This session goes on, the other one is over.
  expect((await carla.call.user({})).userid).toBe('carla')
  await expect(other.call.user({})).rejects.toMatchObject({ status: 401 })
  await logIn(scene.portal.url, { userId: 'carla', password: NEW_PASSWORD })
  await carla.call.updateUser({ body: { password: DEMO_PASSWORD, currentpassword: NEW_PASSWORD } })
})

test('changes are discarded, and left behind, only after a question', async ({ page, scene }) => {
  await openProfile(page, scene)
  await expect(discard(page)).toBeDisabled()
  const email = page.getByLabel('E-mail')
  const before = await email.inputValue()
  await email.fill('other@example.com')
  await discard(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(email).toHaveValue('other@example.com')
  await discard(page).click()
  await dialog.getByRole('button', { name: 'Discard the changes' }).click()
  await expect(email).toHaveValue(before)

  await email.fill('other@example.com')
  await page.getByRole('link', { name: 'Pending documents', exact: true }).click()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(page).toHaveURL(/\/profile$/)
  await page.getByRole('button', { name: 'Account of ana' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await dialog.getByRole('button', { name: 'Go on editing' }).click()
  await expect(email).toHaveValue('other@example.com')
  await page.getByRole('link', { name: 'Pending documents', exact: true }).click()
  await dialog.getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page).toHaveURL(/\/documents$/)
})

test('logging out with changes goes through after the question', { tag: '@full' }, async ({ page, scene }) => {
  await enterAs(page, scene, { name: 'ana', path: '/profile' })
  await page.getByLabel('E-mail').fill('other@example.com')
  await logOutBy(page, 'ana')
  await page.getByRole('dialog').getByRole('button', { name: 'Leave without saving' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
})

test(
  'grey lines stand for the data until it comes, and a failure says what to do',
  { tag: '@full' },
  async ({ page, scene }) => {
    const release = await holdRequests(page, USER)
    await openAs(page, scene, { name: 'ana', path: '/profile' })
    await expect(page.getByText('Loading your data')).toBeAttached()
    release()
    await expect(page.getByLabel('E-mail')).toBeVisible()
    await page.unroute(USER)
    await page.route(USER, (route) => route.fulfill(problem(404, 'USER_NOT_FOUND')))
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Your data could not be loaded' })).toBeVisible()
    await page.unroute(USER)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByLabel('E-mail')).toBeVisible()
  },
)
