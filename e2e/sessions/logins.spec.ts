/** Logging in through others, from the button to the documents: the real server, and the sandbox's providers. */
import { expect, type Page } from '@playwright/test'
import { sampleOf, type Scene } from '@rubrica/testing'
import { sessionOf, test } from '../scenes/portal-scene.ts'
import { logOutBy } from '../scenes/session-scene.ts'

/** What is said about a log-in that failed. */
const said = (page: Page) => page.getByRole('alert')

/** Opens the log-in and goes to a provider, whose page asks who one is. */
async function goTo(page: Page, scene: Scene, button: string): Promise<void> {
  await page.goto(scene.portal.url)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
}

async function goToSaml(page: Page, scene: Scene): Promise<void> {
  await page.goto(`${scene.portal.url}/login-ad`)
  await page.getByLabel('E-mail').fill('biel@sandbox.example')
  await page.getByRole('button', { name: 'Sign in with SAML' }).click()
  await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
}

const choose = (page: Page, who: string): Promise<void> => page.getByRole('button', { name: who }).click()

/** The documents are open, for this person and by this way, and nothing of the log-in stands in the address. */
async function expectEntered(page: Page, scene: Scene, session: Record<string, string>): Promise<void> {
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await expect(page.getByRole('banner')).toBeVisible()
  expect(await sessionOf(page)).toMatchObject(session)
}

const WAYS = [
  ['Google', 'GOOGLE_ACCOUNT', goTo],
  ['Active Directory', 'MS_ACCOUNT', goTo],
  ['Identity wallet', 'VID_WALLET', goTo],
  ['SANDBOX SSO', 'SSO', goTo],
  ['SAML', 'SAML', goToSaml],
] as const

for (const [way, AccessMethod, go] of sampleOf(WAYS, 2)) {
  test(`${way} opens the documents of who was chosen there, and of nobody who is unknown here or refuses`, async ({
    page,
    scene,
  }) => {
    await go(page, scene, way)
    await choose(page, 'Biel Roca Puig')
    await expectEntered(page, scene, { AccessMethod, user: 'biel' })
    // The account's own language may have come by then, or not.
    await page.evaluate("sessionStorage.clear(); localStorage.setItem('lang', 'en')")
    await go(page, scene, way)
    await choose(page, 'Unknown to every portal')
    await expect(said(page)).toContainText('Inexistent user')
    expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
    await go(page, scene, way)
    await choose(page, 'Refuse')
    await expect(said(page)).toContainText('The request is not allowed.')
    expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
  })
}

test('an answer opens the documents once, and only in the browser that asked', async ({ page, scene, browser }) => {
  // The requests of the page's own browser, without the page, which would use the answer up.
  const { request } = page
  const asked = await request.get(`${scene.portal.url}/api/auth/url/google`, {
    headers: { authorization: `Basic ${btoa('portal:')}` },
  })
  const choice = await request.get(((await asked.json()) as { Url: string }).Url)
  const answer = (await request.post(choice.url(), { form: { account: 'biel' } })).url()
  const other = await (await browser.newContext({ locale: 'en' })).newPage()
  await other.goto(answer)
  await expect(said(other)).toContainText('Invalid code, try with a new URL')
  await expect(said(other)).toContainText('Finish in the same browser in which you started.')
  await other.context().close()
  await page.goto(answer)
  await expectEntered(page, scene, { user: 'biel' })
  // The account's own language may have come by then, or not.
  await page.evaluate("sessionStorage.clear(); localStorage.setItem('lang', 'en')")
  await page.goto(answer)
  await expect(said(page)).toContainText('Invalid code, try with a new URL')
  expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
})

test('another application that logged somebody in opens their documents and gets them back', async ({
  page,
  scene,
}) => {
  const back = 'https://scene.example.test/done?order=7'
  const answer = await fetch(`${scene.portal.url}/api/v1/user-tokens`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${scene.logInToken}` },
    body: JSON.stringify({ userId: 'biel' }),
  })
  const { token } = (await answer.json()) as { token: string }
  const query = new URLSearchParams({ usertoken: token, urlReturn: back })
  await page.goto(`${scene.portal.url}/?${query.toString()}`)
  await expectEntered(page, scene, { AccessMethod: 'SSO', user: 'biel', userToken: 'true', urlReturn: back })
  await page.route('https://scene.example.test/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: 'Welcome back' }),
  )
  await logOutBy(page, 'biel')
  await expect(page).toHaveURL(back)
})
