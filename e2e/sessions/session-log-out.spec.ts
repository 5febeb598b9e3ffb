/** The ways out: by the menu, by the end of the session, back to the application that somebody came from. */
import { expect, type Page } from '@playwright/test'
import { APPROVER, SEARCH } from '../scenes/approvals-scene.ts'
import { LIST, problem, sessionOf, stayUntilPressed, test } from '../scenes/portal-scene.ts'
import { answerOutside, enterAs, FROM_OUTSIDE, logOutBy, OUTSIDE, statusOf } from '../scenes/session-scene.ts'

const toast = (page: Page, text: string) => page.getByRole('status').filter({ hasText: text })
const expectLogin = (page: Page) => expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()

/** The screen waits for its three seconds, and leads the browser out then. */
async function expectLedOut(page: Page, leadOn: () => Promise<void>): Promise<void> {
  expect(page.url()).not.toBe(OUTSIDE)
  await leadOn()
  await expect(page).toHaveURL(OUTSIDE)
}

test('a log-out ends the session in the page and at the server, says so, and leads to the log-in', async ({
  page,
  scene,
}) => {
  const token = await enterAs(page, scene, { name: 'ana', path: '/certificates', session: { urlReturn: OUTSIDE } })
  expect(await statusOf(scene, token)).toBe(200)
  await logOutBy(page, 'ana')
  await expectLogin(page)
  await expect(toast(page, 'You are signed out')).toBeVisible()
  expect(new URL(page.url()).pathname).toBe('/')
  expect(await sessionOf(page)).toEqual({})
  await expect.poll(() => statusOf(scene, token)).toBe(401)
})

test('whom another application sent is led back there 3 s after the log-out, and sees no document meanwhile', async ({
  page,
  scene,
}) => {
  const leadOn = await stayUntilPressed(page)
  await answerOutside(page)
  const token = await enterAs(page, scene, { name: 'ana', path: '/profile', session: FROM_OUTSIDE })
  await logOutBy(page, 'ana')
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible()
  await expect(toast(page, 'You have signed out. Taking you back')).toBeVisible()
  await expect(page.getByText('erp.example.org')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Go there now' })).toHaveAttribute('href', OUTSIDE)
  await expect(page.getByRole('banner')).toHaveCount(0)
  expect(await sessionOf(page)).toEqual({})
  await expect.poll(() => statusOf(scene, token)).toBe(401)
  await expectLedOut(page, leadOn)
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toHaveCount(0)
})

test('an address that is none leads to the log-in', async ({ page, scene }) => {
  for (const urlReturn of ['javascript:alert(1)', '']) {
    await enterAs(page, scene, { name: 'ana', path: '/profile', session: { ...FROM_OUTSIDE, urlReturn } })
    await logOutBy(page, 'ana')
    await expectLogin(page)
  }
})

test('an address that is not among those of the application leads to the log-in', async ({ page, scene }) => {
  const answer = await fetch(`${scene.portal.url}/api/v1/user-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.logInToken}` },
    body: JSON.stringify({ userId: 'ana' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const query = new URLSearchParams({ usertoken: token, urlReturn: 'https://scene.example.test.evil.example/done' })
  await page.goto(`${scene.portal.url}/?${query.toString()}`)
  await logOutBy(page, 'ana')
  await expectLogin(page)
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toHaveCount(0)
  await expect.poll(() => statusOf(scene, token)).toBe(401)
})

test('a 401 beside the lists opens the notice, and Accept leads back to the other application', async ({
  page,
  scene,
}) => {
  await answerOutside(page)
  await page.route('**/api/vidmobileuser/', (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
  await enterAs(page, scene, { name: 'ana', path: '/profile', session: FROM_OUTSIDE })
  await page.getByRole('alertdialog').getByRole('button', { name: 'Accept' }).click()
  await expect(page).toHaveURL(OUTSIDE)
  await page.goto(`${scene.portal.url}/config.json`)
  const kept = Object.keys(await sessionOf(page))
  for (const key of ['oauthTokenB64', ...Object.keys(FROM_OUTSIDE)]) expect(kept).not.toContain(key)
})

test('a 401 to a list says that the token has expired, and leads back to the other application after 3 s', async ({
  page,
  scene,
}) => {
  const leadOn = await stayUntilPressed(page)
  await answerOutside(page)
  await page.route(LIST, (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
  await enterAs(page, scene, { name: 'ana', path: '/documents', session: FROM_OUTSIDE })
  await expect(toast(page, 'Your access token has expired')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Your access has expired' })).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await sessionOf(page)).toEqual({})
  await expectLedOut(page, leadOn)
})

test('no approvals (404) lead whom another application sent back there, but on the screen of approvals only', async ({
  page,
  scene,
}) => {
  await page.clock.install()
  const leadOn = await stayUntilPressed(page, '/approvals')
  await answerOutside(page)
  await page.route(SEARCH, (route) => route.fulfill(problem(404, 'NO_PENDING_APPROVALS')))
  const asked = page.waitForResponse(SEARCH)
  await enterAs(page, scene, { name: APPROVER, path: '/certificates', session: FROM_OUTSIDE })
  await asked
  await page.clock.fastForward(5_000)
  await expect(page.getByRole('heading', { name: 'Certificates' })).toBeVisible()
  expect(await sessionOf(page)).toMatchObject(FROM_OUTSIDE)

  await page.goto(`${scene.portal.url}/approvals`)
  await expect(toast(page, 'You have signed out. Taking you back')).toBeVisible()
  expect(await sessionOf(page)).toEqual({})
  await expectLedOut(page, leadOn)
})

test('no approvals (404) are an empty list for those who logged in here', { tag: '@full' }, async ({ page, scene }) => {
  await page.route(SEARCH, (route) => route.fulfill(problem(404, 'NO_PENDING_APPROVALS')))
  await enterAs(page, scene, { name: APPROVER, path: '/approvals' })
  await expect(page.getByText('You have no pending approvals')).toBeVisible()
})
