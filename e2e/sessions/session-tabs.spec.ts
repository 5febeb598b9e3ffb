/** Several tabs of one browser, and a session that goes on while somebody works. */
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { DEMO_PASSWORD, type Scene } from '@rubrica/testing'
import { expectAccessible, LIST, problem, sessionOf, test } from '../scenes/portal-scene.ts'
import { enterAs, logInBy, logOutBy, statusOf } from '../scenes/session-scene.ts'

const MINUTE = 60_000
const expectLogin = (page: Page) => expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
const tokenOf = async (page: Page) => (await sessionOf(page)).oauthTokenB64

interface Tabs {
  readonly page: Page
  readonly context: BrowserContext
  readonly scene: Scene
}

/**
 * Somebody at work in one tab, under a clock that a test sets, with another that is idle; both have the `first` token.
 */
async function openTwoTabs({ page, context, scene }: Tabs): Promise<{ idle: Page; first: string }> {
  const idle = await context.newPage()
  await page.clock.install()
  const first = await enterAs(page, scene, { name: 'ana', path: '/profile' })
  await idle.goto(`${scene.portal.url}/certificates`)
  await expect.poll(() => tokenOf(idle)).toBe(first)
  return { idle, first }
}

test(
  'a log-in lets in every tab that waits, to where it was going, and a log-out ends them all',
  { tag: '@full' },
  async ({ page, context, scene }) => {
    await page.goto(`${scene.portal.url}/`)
    await page.evaluate(`localStorage.setItem('lang', 'en')`)
    await page.reload()
    const waiting = await context.newPage()
    await waiting.goto(`${scene.portal.url}/certificates?tab=x`)
    await expectLogin(waiting)
    await logInBy(page, { userId: 'ana', password: DEMO_PASSWORD })
    await expect(page).toHaveURL(/\/documents/)
    await expect(waiting).toHaveURL(/\/certificates/)
    await expect(waiting.getByRole('button', { name: 'Account of ana' })).toBeVisible()
    const { oauthTokenB64, AccessMethod, user, environment, appearanceConf } = await sessionOf(page)
    expect(await sessionOf(waiting)).toMatchObject({ oauthTokenB64, AccessMethod, user, environment, appearanceConf })

    // A tab that is opened later asks the others.
    const later = await context.newPage()
    await later.goto(`${scene.portal.url}/profile`)
    await expect(later.getByLabel('E-mail')).toHaveValue(/@/)

    await logOutBy(later, 'ana')
    for (const tab of [page, waiting, later]) {
      await expectLogin(tab)
      expect(await sessionOf(tab)).toEqual({})
    }
    await expect(waiting.getByRole('status')).toContainText('You signed out in another tab.')
    await expect.poll(() => statusOf(scene, oauthTokenB64!)).toBe(401)
  },
)

test('somebody else keeps their session when a person logs in or out in another tab', async ({
  page,
  context,
  scene,
}) => {
  const other = await context.newPage()
  await enterAs(page, scene, { name: 'ana', path: '/profile' })
  const token = await enterAs(other, scene, { name: 'biel', path: '/profile' })
  await logOutBy(page, 'ana')
  await expectLogin(page)
  await other.reload()
  await expect(other.getByRole('button', { name: 'Account of biel' })).toBeVisible()
  expect(await tokenOf(other)).toBe(token)
  // What the reload told the other tabs was for nobody who had just logged out.
  await expectLogin(page)
  expect(await sessionOf(page)).toEqual({})
})

test('a token is renewed while the person works, in all their tabs; the old one lasts for what is under way', async ({
  page,
  context,
  scene,
}) => {
  const { idle, first } = await openTwoTabs({ page, context, scene })
  const email = page.getByLabel('E-mail')
  await email.press('End')
  await page.clock.setSystemTime(Date.now() + 15 * MINUTE)
  await email.press('End')
  expect(await tokenOf(page)).toBe(first)

  // The server gives whole seconds: a token of the same one would not be newer.
  const { iat } = JSON.parse(Buffer.from(first.split('.')[1]!, 'base64url').toString()) as { iat: number }
  await expect.poll(() => Date.now() / 1000).toBeGreaterThan(iat + 1)
  await page.clock.setSystemTime(Date.now() + 21 * MINUTE)
  const renewed = page.waitForResponse('**/oauth/renew')
  await email.press('End')
  expect((await renewed).status()).toBe(200)
  await expect.poll(() => tokenOf(page)).not.toBe(first)
  const second = await tokenOf(page)
  await expect.poll(() => tokenOf(idle)).toBe(second)
  expect([await statusOf(scene, first), await statusOf(scene, second!)]).toEqual([200, 200])

  // They are one session: its end is the end of both.
  await logOutBy(page, 'ana')
  await expectLogin(idle)
  await expect.poll(async () => [await statusOf(scene, first), await statusOf(scene, second!)]).toEqual([401, 401])
})

test('two minutes before a session ends every tab warns of it; who stays in one stays in all, and who does nothing is out', async ({
  page,
  context,
  scene,
}) => {
  const { idle, first } = await openTwoTabs({ page, context, scene })
  const begun = Date.now()
  const pass = (minutes: number) => page.clock.setSystemTime(begun + minutes * MINUTE)
  const warning = (tab: Page) => tab.getByRole('alertdialog', { name: 'Your session is about to end' })
  const stay = (tab: Page) => warning(tab).getByRole('button', { name: 'Stay signed in' })
  await pass(27)
  await expect(page.getByRole('button', { name: 'Account of ana' })).toBeVisible()
  await expect(warning(page)).toHaveCount(0)
  await pass(28.5)
  for (const tab of [page, idle]) await expect(warning(tab)).toBeVisible()
  await expect(stay(page)).toBeFocused()
  await expect(warning(page).getByRole('timer')).toHaveText(/Time left: 1:[0-3]\d/)
  await expectAccessible(page)

  await page.route('**/oauth/renew', (route) => route.fulfill(problem(503, 'UNAVAILABLE')), { times: 2 })
  await stay(page).click()
  await expect(warning(page).getByRole('alert')).toBeVisible()
  // As the server would give it at that time, for the eyes of the page.
  const claims = JSON.parse(Buffer.from(first.split('.')[1]!, 'base64url').toString()) as { iat: number; exp: number }
  const later = { ...claims, iat: claims.iat + 29 * 60, exp: claims.exp + 29 * 60 }
  const access_token = first.replace(/\..*\./, `.${Buffer.from(JSON.stringify(later)).toString('base64url')}.`)
  await page.unroute('**/oauth/renew')
  await page.route('**/oauth/renew', (route) =>
    route.fulfill({ json: { access_token, token_type: 'bearer', expires_in: 1800 } }),
  )
  await stay(page).click()
  for (const tab of [page, idle]) {
    await expect(warning(tab)).toHaveCount(0)
    expect(await tokenOf(tab)).toBe(access_token)
  }

  await pass(58)
  await expect(warning(idle)).toBeVisible()
  await pass(60)
  await expect(idle.getByRole('alertdialog', { name: 'Your session has expired' })).toBeVisible()
  await expect(warning(idle)).toHaveCount(0)
})

test('a server that cannot renew tokens is asked once, and nothing else changes', async ({ page, scene }) => {
  let asked = 0
  await page.route('**/oauth/renew', (route) => {
    asked += 1
    return route.fulfill(problem(404, 'NOT_FOUND'))
  })
  await page.clock.install()
  const token = await enterAs(page, scene, { name: 'ana', path: '/profile' })
  for (const minutes of [21, 23, 26]) {
    await page.clock.setSystemTime(Date.now() + minutes * MINUTE)
    await page.getByLabel('E-mail').press('End')
    await expect.poll(() => asked).toBe(1)
  }
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await tokenOf(page)).toBe(token)
})

test('who logs in again in another tab goes on in the one whose session had expired', async ({
  page,
  context,
  scene,
}) => {
  await page.route(LIST, (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
  await enterAs(page, scene, { name: 'ana', path: '/documents' })
  await expect(page.getByRole('alertdialog')).toContainText('Your session has expired')
  await page.unroute(LIST)
  const again = await context.newPage()
  await again.goto(`${scene.portal.url}/recovery`)
  await again.getByRole('link', { name: 'Go to sign in' }).click()
  await logInBy(again, { userId: 'ana', password: DEMO_PASSWORD })
  await expect(again).toHaveURL(/\/documents/)
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await tokenOf(page)).toBe(await tokenOf(again))
})
