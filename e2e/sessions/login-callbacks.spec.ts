/** The addresses that providers lead back to: each answer and each error, and the token of another application. */
import { expect, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { sampleOf } from '@rubrica/testing'
import { deployAs } from '../scenes/login-scene.ts'
import { problem, sessionOf, stayUntilPressed, test } from '../scenes/portal-scene.ts'

const CODE = '**/api/auth/code/*'
const WALLET = '**/api/ssi/code'
const RETURN = '**/api/auth/return-address'

/** What is said about a log-in that failed. */
const said = (page: Page) => page.getByRole('alert')

/** The log-in follows three seconds later, and not before. */
async function expectLoginAfterThreeSeconds(page: Page, url: string, path = '/'): Promise<void> {
  await page.clock.pauseAt(new Date(await page.evaluate<number>('Date.now() + 500')))
  await expect(said(page)).toBeVisible()
  await page.clock.runFor(3000)
  await expect(page).toHaveURL(url + path)
}

/** Answers the exchange of a code with ana's token, and tells what was sent. */
async function exchangeForAna(page: Page, scene: Scene, address: string): Promise<() => unknown> {
  let sent: unknown
  await page.route(address, (route) => {
    sent = route.request().postDataJSON()
    return route.fulfill({ json: { Token: scene.people.ana.token } })
  })
  return () => sent
}

for (const [button, provider, method] of [
  ['Google', 'google', 'GOOGLE_ACCOUNT'],
  ['Active Directory', 'ms', 'MS_ACCOUNT'],
  ['Identity wallet', 'ssi', 'VID_WALLET'],
] as const) {
  test(`${button} leads away and back to the documents, and the access method is ${method}`, async ({
    page,
    scene,
  }) => {
    const { url } = scene.portal
    await deployAs(page)
    await page.route(`**/api/auth/url/${provider}`, (route) =>
      route.fulfill({ json: { Url: `${url}/auth?code=c%2B1&state=${provider}-1&iss=https%3A%2F%2Fissuer.example` } }),
    )
    const sent = await exchangeForAna(page, scene, `**/api/auth/code/${provider}-1`)
    await page.goto(url)
    await page.getByRole('button', { name: button }).click()
    await expect(page).toHaveURL(`${url}/documents`)
    expect(sent()).toEqual({ Code: 'c+1', Issuer: 'https://issuer.example' })
    const kept = await sessionOf(page)
    expect(kept).toMatchObject({ AccessMethod: method, oauthTokenB64: scene.people.ana.token, user: 'ana' })
    expect(kept).not.toHaveProperty('loginState')
    expect(kept).toHaveProperty('appearanceConf')
  })
}

test('the wallet comes back to /ssi with a code that is exchanged for the documents', async ({ page, scene }) => {
  const sent = await exchangeForAna(page, scene, WALLET)
  await page.goto(`${scene.portal.url}/ssi?code=abc&state=s-1`)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  expect(sent()).toEqual({ Code: 'abc', State: 's-1' })
  expect(await sessionOf(page)).toMatchObject({ AccessMethod: 'VID_WALLET', user: 'ana' })
})

test('an answer without a code shows that none was found, with the address, and three seconds later the log-in', async ({
  page,
  scene,
}) => {
  await page.clock.install()
  for (const path of ['/auth?state=s-1', '/ssi?error=access_denied']) {
    await page.clock.resume()
    await page.goto(scene.portal.url + path)
    await expect(said(page)).toContainText('Param code not found')
    await expect(said(page)).toContainText(scene.portal.url + path)
    await expectLoginAfterThreeSeconds(page, scene.portal.url)
  }
})

for (const [status, sentence] of sampleOf(
  [
    [400, 'Invalid code, try with a new URL'],
    [401, 'Inexistent user'],
    [403, 'Request failed'],
    [502, 'Uncontrolled error'],
  ] as const,
  2,
)) {
  test(`a ${status} on the exchange of a code says ‘${sentence}’, and three seconds later the log-in`, async ({
    page,
    scene,
  }) => {
    await page.clock.install()
    for (const [address, path] of [
      [CODE, '/auth?code=c&state=s-1'],
      [WALLET, '/ssi?code=c'],
    ] as const) {
      await page.clock.resume()
      await page.route(address, (route) => route.fulfill(problem(status, 'SOME_CODE')))
      await page.goto(scene.portal.url + path)
      await expect(said(page)).toContainText(sentence)
      if (status === 400) await expect(said(page)).toContainText('Finish in the same browser in which you started.')
      // No notice of an expired session: there was none.
      await expect(page.getByRole('alertdialog')).toHaveCount(0)
      expect(new URL(page.url()).search).toBe('')
      await expectLoginAfterThreeSeconds(page, scene.portal.url)
      expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
    }
  })
}

test('a provider that says that the request is not allowed, an answer without state and a lost connection each have their sentence', async ({
  page,
  scene,
}) => {
  await stayUntilPressed(page)
  const refused = new URLSearchParams({ error_description: 'AADSTS: The request is not allowed. (1)' }).toString()
  await page.goto(`${scene.portal.url}/auth?error=access_denied&state=s&${refused}`)
  await expect(said(page)).toContainText('Request failed')
  await page.goto(`${scene.portal.url}/auth?code=abc`)
  await expect(said(page)).toContainText('Invalid URL')
  await page.route(CODE, (route) => route.abort('connectionrefused'))
  await page.goto(`${scene.portal.url}/auth?code=abc&state=s`)
  await expect(said(page)).toContainText('Uncontrolled error')
  await page.getByRole('button', { name: 'Open the log-in now' }).click()
  await expect(page).toHaveURL(`${scene.portal.url}/`)
  // Three seconds are too short for some: the log-in says it again, until the next try.
  await expect(said(page)).toHaveText('Uncontrolled error')
  await page.unroute(CODE)
  await page.getByLabel('User', { exact: true }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill('wrong')
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(said(page)).toHaveText('Invalid login credentials')
})

test('a provider whose address cannot be had is told of in the server’s words for three seconds', async ({
  page,
  scene,
}) => {
  await deployAs(page)
  await page.clock.install()
  await page.goto(scene.portal.url)
  await expect(page.getByRole('button', { name: 'Google' })).toBeVisible()
  await page.clock.pauseAt(new Date(await page.evaluate<number>('Date.now() + 500')))
  const toast = page.getByRole('status')
  for (const [answer, text] of [
    [problem(502, 'SOMETHING_OF_THEIRS', 'The provider is asleep'), 'Error 502: The provider is asleep'],
    [{ status: 200, json: { Url: "javascript:alert('x')" } }, 'Invalid URL'],
  ] as const) {
    await page.route('**/api/auth/url/google', (route) => route.fulfill(answer))
    await page.getByRole('button', { name: 'Google' }).click()
    // The page’s time goes on with each look, so that none of the three seconds is lost to a slow machine.
    const look = async () => {
      await page.clock.runFor(20)
      return toast.textContent()
    }
    await expect.poll(look, { intervals: [50] }).toContain(text)
    await page.clock.runFor(3000)
    await expect(toast).not.toContainText(text)
  }
})

test('SAML comes back with a ticket that buys the token, or with the token itself, and leads to the documents', async ({
  page,
  scene,
}) => {
  const { url } = scene.portal
  let ticket: unknown
  await page.route('**/api/saml/token', (route) => {
    ticket = route.request().postDataJSON()
    return route.fulfill({ json: { Token: scene.people.ana.token } })
  })
  const expectAna = async () => {
    await expect(page).toHaveURL(`${url}/documents`)
    const kept = await sessionOf(page)
    expect(kept).toMatchObject({ AccessMethod: 'SAML', oauthTokenB64: scene.people.ana.token })
    expect(kept).toHaveProperty('appearanceConf')
    await page.evaluate('sessionStorage.clear()')
  }
  await page.goto(`${url}/saml?token=one-time-ticket`)
  await expectAna()
  expect(ticket).toEqual({ Ticket: 'one-time-ticket' })

  // A server that knows no tickets: who began in this tab comes in with the token, and nobody else.
  await deployAs(page, { samlAnswer: 'token' })
  await page.route('**/api/saml/url', (route) =>
    route.fulfill({ json: { Url: `${url}/saml?token=${scene.people.ana.token}` } }),
  )
  await page.goto(`${url}/login-ad`)
  await page.getByLabel('E-mail').fill('ana@company.example')
  await page.getByRole('button', { name: 'Sign in with SAML' }).click()
  await expectAna()
  await page.goto(`${url}/saml?token=${scene.people.ana.token}`)
  await expect(said(page)).toContainText('Invalid URL')
  expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
})

test('a token that somebody else wrote into the address of /saml opens nothing', async ({ page, scene }) => {
  await page.goto(`${scene.portal.url}/saml?token=${scene.people.biel.token}`)
  await expect(said(page)).toContainText('Invalid code, try with a new URL')
  expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
})

test('an error of SAML is shown, and three seconds later the form for SAML', async ({ page, scene }) => {
  await deployAs(page)
  await page.clock.install()
  const error = encodeURIComponent('The organisation <b>does not</b> know you')
  for (const [path, text] of [
    [`/saml?error=${error}`, 'The organisation <b>does not</b> know you'],
    ['/saml?error=LOGIN_USER_UNKNOWN', 'Inexistent user'],
    ['/saml?error=Some+words&code=LOGIN_CODE_INVALID', 'Invalid code, try with a new URL'],
    ['/saml?error=one%0A%E2%80%AE%20line', 'one line'],
    ['/saml', 'Invalid URL'],
  ] as const) {
    await page.clock.resume()
    await page.goto(scene.portal.url + path)
    await expect(said(page)).toContainText(text)
    await expectLoginAfterThreeSeconds(page, scene.portal.url, '/login-ad')
    // The form is loaded when it is wanted, and shown by a clock that goes.
    await expect(async () => {
      await page.clock.runFor(300)
      await expect(page.getByLabel('E-mail')).toBeVisible({ timeout: 500 })
    }).toPass()
    await expect(page.getByText('Please enter your e-mail')).toHaveCount(0)
    // The portal repeats its own sentences there, and nobody else's.
    await expect(said(page)).toHaveCount(/error=(The|one)/.test(path) ? 0 : 1)
  }
})

test('a token in the address opens the documents at once, leaves the address, and brings its allowed way back', async ({
  page,
  scene,
}) => {
  const { token } = scene.people.ana
  const back = 'https://shop.example/orders?id=1&name=a%2Bb'
  let asked: unknown
  await page.route(RETURN, (route) => {
    asked = route.request().postDataJSON()
    return route.fulfill({ json: { IsAllowed: true } })
  })
  const addresses: string[] = []
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
  await page.goto(`${scene.portal.url}/?userToken=${token}&env=pre&urlReturn=${encodeURIComponent(back)}`)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  expect(asked).toEqual({ Url: back })
  expect(await sessionOf(page)).toMatchObject({
    AccessMethod: 'SSO',
    oauthTokenB64: token,
    userToken: 'true',
    urlReturn: back,
    user: 'ana',
    environment: 'PRE',
  })
  // The first is where the browser was sent; what the portal makes of it follows.
  expect(addresses.slice(1).join()).not.toContain(token)
  await page.goBack().catch(() => null)
  expect(page.url()).not.toContain(token)
})

test('somebody else’s session gives way to the token in the address, and a way back that is not allowed is not kept', async ({
  page,
  scene,
}) => {
  await page.route(RETURN, (route) => route.fulfill({ json: { IsAllowed: false } }))
  await page.goto(scene.portal.url)
  await page.evaluate(`sessionStorage.setItem('oauthTokenB64', '${scene.people.biel.token}')
    sessionStorage.setItem('docsAdvancedFilters', 'of biel')`)
  await page.goto(`${scene.portal.url}/profile?USERTOKEN=${scene.people.ana.token}&urlreturn=https://evil.example`)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await expect(page.getByRole('button', { name: 'Account of ana' })).toBeVisible()
  const kept = await sessionOf(page)
  expect(kept).toMatchObject({ userToken: 'true', user: 'ana', oauthTokenB64: scene.people.ana.token })
  expect(kept).not.toHaveProperty('urlReturn')
  expect(kept['docsAdvancedFilters']).not.toBe('of biel')
})

test('what is no token opens nothing, and three seconds later the log-in', async ({ page, scene }) => {
  await page.clock.install()
  await page.goto(`${scene.portal.url}/?usertoken=nonsense`)
  await expect(said(page)).toContainText('Invalid login credentials')
  expect(page.url()).toBe(`${scene.portal.url}/`)
  await expectLoginAfterThreeSeconds(page, scene.portal.url)
  await expect(page.getByLabel('User', { exact: true })).toBeVisible()
})

test('whoever has to choose a new password does that first, however they came in', async ({ page, scene }) => {
  await page.route('**/resetpassword', (route) =>
    route.fulfill({ json: { ResetPassword: true, UserName: 'Ana Roca' } }),
  )
  await exchangeForAna(page, scene, WALLET)
  await exchangeForAna(page, scene, '**/api/saml/token')
  for (const path of ['/ssi?code=abc', '/saml?token=ticket', `/?usertoken=${scene.people.ana.token}`]) {
    await page.goto(scene.portal.url + path)
    await expect(page).toHaveURL(`${scene.portal.url}/changePassword`)
    await page.evaluate('sessionStorage.clear()')
  }
})
