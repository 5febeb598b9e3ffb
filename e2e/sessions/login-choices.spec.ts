/** The ways in that the log-in offers, and what it remembers and lets choose. */
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD } from '@rubrica/testing'
import { deployAs } from '../scenes/login-scene.ts'
import { problem, sessionOf, test } from '../scenes/portal-scene.ts'

const userIn = (page: Page) => page.getByLabel('User', { exact: true })
const logInAsAna = async (page: Page) => {
  await userIn(page).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
const logOut = async (page: Page) => {
  await page.getByRole('button', { name: 'Account of ana' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
}

test('the log-in offers user access, Active Directory, Google, the wallet and the own provider, as far as the deployment has them', async ({
  page,
  scene,
}) => {
  await deployAs(page)
  await page.goto(scene.portal.url)
  await expect(page.getByRole('form', { name: 'User access' })).toBeVisible()
  await expect(page.getByText('or continue with')).toBeVisible()
  const ways = page.getByRole('group', { name: 'Ways to sign in' }).getByRole('button')
  await expect(ways).toHaveText([
    'User access',
    'Active Directory',
    'Google',
    'Identity wallet',
    'Ajuntament de Castellar',
  ])
  // The form is above: its button leads to what is still to be typed.
  await ways.first().click()
  await expect(userIn(page)).toBeFocused()
  await userIn(page).fill('ana')
  await ways.first().press('Enter')
  await expect(page.getByLabel('Password', { exact: true })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Use SAML single sign-on' })).toBeVisible()
  await deployAs(page, { logins: { microsoft: false, google: false, wallet: false, oidc: null, saml: false } })
  await page.reload()
  await expect(userIn(page)).toBeVisible()
  await expect(ways).toHaveCount(0)
  await expect(page.getByText('or continue with')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Use SAML single sign-on' })).toHaveCount(0)
})

test('the link for SAML puts an e-mail field in the place of the form, whose button waits for it, and a link leads back', async ({
  page,
  scene,
}) => {
  await deployAs(page)
  const { url } = scene.portal
  let sent: unknown
  await page.route('**/api/saml/url', (route) => {
    sent = route.request().postDataJSON()
    return route.fulfill({ json: { Url: `${url}/saml?error=you+came+back` } })
  })
  await page.goto(url)
  await page.getByRole('button', { name: 'Use SAML single sign-on' }).click()
  await expect(userIn(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await expect(userIn(page)).toBeVisible()
  await page.goto(`${url}/login-ad`)
  const [email, submit] = [page.getByLabel('E-mail'), page.getByRole('button', { name: 'Sign in with SAML' })]
  await expect(email).toBeFocused()
  await email.blur()
  await expect(page.getByText('Please enter your e-mail')).toBeVisible()
  await expect(submit).toBeDisabled()
  await email.fill(' ana@company.example ')
  await submit.click()
  await expect(page.getByRole('alert')).toContainText('you came back')
  expect(sent).toEqual({ Email: 'ana@company.example' })
})

test('an organisation that nobody knows is told of, and what was typed stays', async ({ page, scene }) => {
  await deployAs(page)
  await page.route('**/api/saml/url', (route) => route.fulfill(problem(404, 'SAML_DOMAIN_UNKNOWN')))
  await page.goto(`${scene.portal.url}/login-ad`)
  await page.getByLabel('E-mail').fill('ana@nowhere.example')
  await page.getByLabel('E-mail').press('Enter')
  await expect(page.getByRole('status')).toContainText('No organisation is known for this e-mail address.')
  await expect(page.getByLabel('E-mail')).toHaveValue('ana@nowhere.example')
})

test('/new-login offers every way first, user access opens the form, and the links of the deployment stand below', async ({
  page,
  scene,
}) => {
  await deployAs(page)
  await page.goto(`${scene.portal.url}/new-login`)
  const ways = page.getByRole('group', { name: 'Ways to sign in' }).getByRole('button')
  await expect(ways).toHaveText([
    'User access',
    'Active Directory',
    'Google',
    'Identity wallet',
    'Ajuntament de Castellar',
  ])
  const social = page.getByRole('navigation', { name: 'Follow us' }).getByRole('link')
  await expect(social).toHaveText(['Mastodon'])
  await expect(social).toHaveAttribute('href', 'https://social.example/@rubrica')
  await page.getByRole('button', { name: 'User access' }).click()
  await page.getByRole('button', { name: 'Other ways to sign in' }).click()
  await page.getByRole('button', { name: 'User access' }).click()
  await logInAsAna(page)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
})

test('remember me keeps the user id on this device and nothing else, until a log-in without it', async ({
  page,
  scene,
}) => {
  const local = () => page.evaluate<Record<string, string>>('({ ...localStorage })')
  await page.goto(scene.portal.url)
  await page.getByRole('checkbox', { name: 'Remember me' }).check()
  await logInAsAna(page)
  await logOut(page)
  await expect(userIn(page)).toHaveValue('ana')
  expect(await local()).toMatchObject({ 'login.user': 'ana' })
  expect(JSON.stringify(await local())).not.toContain(DEMO_PASSWORD)
  expect(JSON.stringify(await local())).not.toMatch(/eyJ/)
  await page.getByRole('checkbox', { name: 'Remember me' }).uncheck()
  await logInAsAna(page)
  await logOut(page)
  await expect(userIn(page)).toHaveValue('')
  expect(await local()).not.toHaveProperty('login.user')
})

test('the environment is chosen under advanced options, and decides where the calls go and what the session keeps', async ({
  page,
  scene,
}) => {
  const api = { main: '/api', identity: '/api' }
  const elsewhere = { main: '/elsewhere', identity: '/elsewhere' }
  await deployAs(page, { environment: 'PRO', bases: { PRE: elsewhere, PRO: elsewhere, LOCAL: api } })
  const asked: string[] = []
  await page.route('**/oauth/token', (route) => {
    asked.push(new URL(route.request().url()).pathname)
    return route.fulfill(problem(401, 'INVALID_CREDENTIALS'))
  })
  const failToLogIn = async () => {
    await logInAsAna(page)
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  }
  await page.goto(scene.portal.url)
  await failToLogIn()
  await page.getByText('Advanced options').click()
  const select = page.getByRole('combobox', { name: 'Environment' })
  await expect(select).toHaveValue('PRO')
  await select.selectOption('PRE')
  await failToLogIn()
  expect(asked).toEqual(['/api/oauth/token', '/elsewhere/oauth/token'])
  expect(await sessionOf(page)).toMatchObject({ environment: 'PRE' })
})

test('an address with env decides instead, and offers no choice', async ({ page, scene }) => {
  for (const [env, kept] of [
    ['pre', 'PRE'],
    ['anything', 'PRO'],
  ] as const) {
    await page.goto(`${scene.portal.url}/?env=${env}`)
    await expect(userIn(page)).toBeVisible()
    await expect(page.getByText('Advanced options')).toHaveCount(0)
    expect(await sessionOf(page)).toMatchObject({ environment: kept })
  }
  await logInAsAna(page)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  expect(await sessionOf(page)).toMatchObject({ environment: 'PRO' })
})

test('an environment that there is none of keeps everybody out until one is chosen', async ({ page, scene }) => {
  let calls = 0
  await page.route('**/oauth/token', (route) => {
    calls += 1
    return route.continue()
  })
  await page.goto(scene.portal.url)
  await page.evaluate("sessionStorage.setItem('environment', 'TEST')")
  await logInAsAna(page)
  await expect(page.getByRole('alert')).toHaveText('Invalid environment selection')
  expect(calls).toBe(0)
  await page.reload()
  const select = page.getByRole('combobox', { name: 'Environment' })
  await expect(select).toHaveAccessibleDescription('Invalid environment selection')
  await select.selectOption('PRE')
  await logInAsAna(page)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
})

test('a forgotten password: the dialog waits for a user, says when there is none, and that the message was sent', async ({
  page,
  scene,
}) => {
  const token = `h.${Buffer.from(JSON.stringify({ sub: scene.people.ana.userId })).toString('base64url')}.s`
  const grants: unknown[] = []
  const asked: unknown[] = []
  let answer: object = problem(404, 'USER_NOT_FOUND')
  await page.route('**/api/oauth/token', (route) => {
    grants.push(Object.fromEntries(new URLSearchParams(route.request().postData() ?? '')))
    return route.fulfill(answer)
  })
  await page.route('**/recoverpass', (route) => {
    asked.push([route.request().headers()['authorization'], route.request().postDataJSON()])
    return route.fulfill({ status: 204 })
  })
  await page.addInitScript({ content: "localStorage.setItem('lang', 'en-GB')" })
  await page.goto(scene.portal.url)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  const dialog = page.getByRole('dialog')
  const send = dialog.getByRole('button', { name: 'Send message' })
  await expect(dialog.getByLabel('User')).toBeFocused()
  await expect(send).toBeDisabled()
  await dialog.getByLabel('User').fill('nobody')
  await send.click()
  await expect(dialog.getByRole('alert')).toHaveText('Inexistent user')
  expect(grants[0]).toMatchObject({ username: 'nobody', password: '', scope: 'vidmobileuser\\recoverpass' })
  answer = problem(429, 'RATE_LIMITED')
  await send.click()
  await expect(dialog.getByRole('alert')).toContainText('There was an error, please try again. Too many attempts.')
  answer = { json: { access_token: token, token_type: 'bearer', expires_in: 900 } }
  await dialog.getByLabel('User').fill('ana')
  await dialog.getByLabel('User').press('Enter')
  await expect(page.getByRole('dialog', { name: 'Message sent' })).toContainText('A message to recover your password')
  expect(asked).toEqual([[`Bearer ${token}`, { language: 'en' }]])
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeFocused()
  expect(await sessionOf(page)).toEqual({})
})
