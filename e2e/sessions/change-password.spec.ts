/** The choice of a new password that cannot be put off. */
import { expect, type Page } from '@playwright/test'
import { holdRequests, problem, sessionOf, test } from '../scenes/portal-scene.ts'
import { addPerson, enterAs, logInBy, logOutBy } from '../scenes/session-scene.ts'

const PUT = '**/api/vidmobileusers/*/password'
const NEW = 'Nova-clau-2026'
const first = (page: Page) => page.getByLabel('New password', { exact: true })
const repeated = (page: Page) => page.getByLabel('Repeat new password')
const enter = (page: Page) => page.getByRole('button', { name: 'Enter', exact: true })

test('who has to change the password is greeted, chooses one by its rules, and goes on to the documents', async ({
  page,
  scene,
}) => {
  const person = await addPerson(scene, { mustChange: true })
  await page.goto(scene.portal.url)
  await logInBy(page, person)
  await expect(page).toHaveURL(`${scene.portal.url}/changePassword`)
  await expect(page.getByRole('heading', { name: `Hello, ${person.name}` })).toBeVisible()
  await expect(page).toHaveTitle('Change of password · Rúbrica')

  // No other screen helps: the server does nothing else, and the portal leads back.
  await page.goto(`${scene.portal.url}/documents`)
  await expect(page).toHaveURL(`${scene.portal.url}/changePassword`)
  await expect(page.getByRole('heading', { name: `Hello, ${person.name}` })).toBeVisible()

  const rule = page.getByRole('listitem').filter({ hasText: 'an upper-case letter' })
  await expect(enter(page)).toBeDisabled()
  await first(page).fill('nova-clau-2026')
  await repeated(page).fill('nova-clau-2026')
  await expect(rule).toContainText('not met')
  await expect(enter(page)).toBeDisabled()
  await first(page).fill(NEW)
  await expect(rule).not.toContainText('not met')
  await expect(page.getByText('Passwords do not match')).toBeVisible()
  await expect(enter(page)).toBeDisabled()
  await repeated(page).fill(NEW)
  await expect(page.getByText('Passwords do not match')).toHaveCount(0)

  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/password')) asked += 1
  })
  const release = await holdRequests(page, PUT)
  // Browsers handle input before timers: a second press may come before any timer of the first.
  await enter(page).evaluate(async (button: { click(): void }) => {
    button.click()
    for (let turn = 0; turn < 50; turn += 1) await Promise.resolve()
    button.click()
  })
  await enter(page).press('Enter')
  await expect(enter(page)).toHaveAttribute('aria-busy', 'true')
  await expect.poll(() => asked).toBe(1)
  release()
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  expect(asked).toBe(1)
  await expect(page.getByRole('status').filter({ hasText: 'Password changed' })).toBeVisible()
  expect(JSON.stringify(await sessionOf(page))).not.toContain(NEW)

  await logOutBy(page, person.userId)
  await logInBy(page, person)
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await logInBy(page, { ...person, password: NEW })
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
})

test(
  'what the server says to the new password is shown, and the way out is open',
  { tag: '@full' },
  async ({ page, scene }) => {
    const person = await addPerson(scene, { mustChange: true })
    await page.route(PUT, (route) => route.fulfill(problem(429, 'RATE_LIMITED')))
    await page.goto(scene.portal.url)
    await logInBy(page, person)
    await first(page).fill(NEW)
    await repeated(page).fill(NEW)
    await enter(page).click()
    await expect(page.getByRole('alert')).toHaveText('Too many attempts. Wait a minute and try again.')
    await expect(first(page)).toHaveValue(NEW)
    await page.getByRole('button', { name: 'Log out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    expect(await sessionOf(page)).toEqual({})
  },
)

test('who comes by another way than the password has to change it as well, and keeps that way', async ({
  page,
  scene,
}) => {
  const person = await addPerson(scene, { mustChange: true })
  const answer = await fetch(`${scene.portal.url}/api/v1/user-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.logInToken}` },
    body: JSON.stringify({ userId: person.userId }),
  })
  const { token } = (await answer.json()) as { token: string }
  await page.goto(`${scene.portal.url}/?usertoken=${token}`)
  await expect(page.getByRole('heading', { name: `Hello, ${person.name}` })).toBeVisible()
  await first(page).fill(NEW)
  await repeated(page).fill(NEW)
  await enter(page).click()
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  expect(await sessionOf(page)).toMatchObject({ oauthTokenB64: token, AccessMethod: 'SSO', user: person.userId })
})

test('who has nothing to change is led on to the documents', async ({ page, scene }) => {
  await enterAs(page, scene, { name: 'carla', path: '/changePassword' })
  await expect(page).toHaveURL(/\/documents/)
})
