/** Applications that ask people to sign: from the address that they send people to, to the signature that they get. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { verify, X509Certificate } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { checkAnsweredCms } from '@rubrica/pki'
import {
  callCsc,
  countMessages,
  decidePush,
  DEMO_PASSWORD,
  digestOf,
  exchangeCode,
  linkAccount,
  nextCode,
  PROVIDER_PIN,
  registerApplication,
  type Application,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { logInAs, sendThere } from '../scenes/authorisation-scene.ts'
import { expectAccessible, openAs, problem, sessionOf, test as base } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { addPerson, logInBy } from '../scenes/session-scene.ts'
import { allowTypes, FLAGS, setPhone } from '../scenes/signing-scene.ts'
import { comeBackTo, decideThere, goToSwisscom, lookWhenAsked } from '../scenes/swisscom-scene.ts'

/** An application with a server of its own, which notes how people come back. */
interface Sender {
  readonly application: Application
  readonly answers: URLSearchParams[]
}

const test = base.extend<object, { sender: Sender }>({
  sender: [
    async ({ scene }, use) => {
      const answers: URLSearchParams[] = []
      const server = createServer((request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
        if (pathname === '/back') answers.push(searchParams)
        response.setHeader('content-type', 'text/html').end('<title>Sender</title><h1>You are back</h1>')
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const redirectUri = `http://127.0.0.1:${(server.address() as AddressInfo).port}/back?tenant=7`
      const application = await registerApplication(scene.portal, { id: 'sender', redirectUris: [redirectUri] })
      await use({ application, answers })
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
    { scope: 'worker' },
  ],
})

test.afterAll(({ scene }) => restorePeople(scene))

/** What the router would write as 1.2345678901234567e+24, had it the say. */
const STATE = '1234567890123456789012345'
const TEXTS = ['the first document', 'the second document'] as const
const SHA256 = '2.16.840.1.101.3.4.2.1'

const signatureOf = ({ application }: Sender, more: Readonly<Record<string, string>> = {}) => ({
  response_type: 'code',
  client_id: application.id,
  redirect_uri: application.redirectUri,
  state: STATE,
  hash: TEXTS.map((text) => digestOf(text).toString('base64url')).join(','),
  hashalgo: 'SHA256',
  ...more,
})

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const inDialog = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
const pinIn = (page: Page) => page.getByRole('dialog').getByLabel('PIN of the certificate')
const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The browser is back at the application. */
async function comeBack(page: Page, { answers }: Sender): Promise<Readonly<Record<string, string>>> {
  await expect(page.getByText('You are back')).toBeVisible()
  return Object.fromEntries(answers.at(-1)!)
}

/** The application's server has what was authorised signed, and the certificate verifies both signatures. */
async function expectSignatures(scene: Scene, { application }: Sender, who: DemoName, code: string): Promise<void> {
  const { body: granted } = await exchangeCode(scene, application, { code })
  expect(granted).toMatchObject({ token_type: 'SAD', scope: 'credential' })
  const { access_token: SAD, credentialID } = granted
  const hash = TEXTS.map((text) => digestOf(text).toString('base64'))
  const { access_token: token } = (
    await exchangeCode(scene, application, { code: await serviceCode(scene, application, who) })
  ).body
  const found = await callCsc(scene, 'v1/credentials/info', { token, body: { credentialID } })
  const { certificates } = found.body['cert'] as { certificates: string[] }
  const { algo } = found.body['key'] as { algo: string[] }
  const signed = await callCsc(scene, 'v1/signatures/signHash', {
    token,
    body: { credentialID, SAD, hash, hashAlgo: SHA256, signAlgo: algo[0] },
  })
  const { publicKey } = new X509Certificate(Buffer.from(certificates[0]!, 'base64'))
  const signatures = signed.body['signatures'] as string[]
  expect(signatures, JSON.stringify(signed.body)).toHaveLength(TEXTS.length)
  for (const [at, text] of TEXTS.entries()) {
    expect(verify('sha256', Buffer.from(text), publicKey, Buffer.from(signatures[at]!, 'base64'))).toBe(true)
  }
}

/** A code with which the application may see the person's certificates, without the page. */
async function serviceCode(scene: Scene, { id, redirectUri }: Application, username: DemoName): Promise<string> {
  const { call } = scene.people[username]
  const { RequestId } = await call.checkAuthorisation({
    body: { response_type: 'code', client_id: id, redirect_uri: redirectUri, scope: 'service' },
  })
  const body = { grant_type: 'authorization_code', username, password: DEMO_PASSWORD, scope: 'service' } as const
  return (await call.authorisationCode({ body: { ...body, RequestId } })).code
}

test('an application asks, a person signs in for it and confirms with a PIN, and the application gets its signatures', async ({
  page,
  scene,
  sender,
}) => {
  await page.addInitScript("localStorage.setItem('lang', 'de')")
  await sendThere(page, scene, signatureOf(sender, { token: 'an account token', description: 'Two deeds' }))

  // English, since the application names no language; user access only, and no choice of environment.
  const summary = page.getByRole('region', { name: 'What an application asks for' })
  await expect(summary).toContainText('sender asks you to sign 2 documents')
  await expect(summary).toContainText('Two deeds')
  expect(page.url()).toBe(`${scene.portal.url}/signhash/cms`)
  await expect(page.getByText('Continue with')).toHaveCount(0)
  await expect(page.getByText('Advanced options')).toHaveCount(0)
  expect(await sessionOf(page)).toMatchObject({
    responseType: 'code',
    clientId: 'sender',
    redirectUri: sender.application.redirectUri,
    lang: 'en',
    state: STATE,
    hash: signatureOf(sender).hash,
    hashalgo: 'SHA256',
    token: 'an account token',
  })

  await logInAs(page, 'ana')
  await expect(page).toHaveURL(`${scene.portal.url}/authcerts`)
  await expect(heading(page)).toHaveText('sender asks you to sign 2 documents')
  const option = page.getByRole('radio', { name: 'Ana Vidal Serra' })
  await expect(option).toBeChecked()
  await expect(option).toHaveAccessibleName(/KeyVault Expires \w+ \d+, \d{4}/)
  expect(JSON.stringify(await page.evaluate('[{ ...sessionStorage }, { ...localStorage }]'))).not.toContain(
    DEMO_PASSWORD,
  )

  await button(page, 'Authorise').click()
  await expect(pinIn(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button(page, 'Authorise')).toBeFocused()
  await page.keyboard.press('Enter')
  await pinIn(page).fill(scene.people.ana.pin)
  await pinIn(page).press('Enter')
  await expect(heading(page)).toHaveText('You have authorised it')
  await expect(page.getByText('You are being taken back to 127.0.0.1')).toBeVisible()
  expect(await page.evaluate("sessionStorage.getItem('oauthTokenB64')")).toBeNull()

  const { code, ...rest } = await comeBack(page, sender)
  expect(rest).toEqual({ tenant: '7', state: STATE })
  await expectSignatures(scene, sender, 'ana', code!)
  // The way back leads to where the person was before, and nothing is left of what was asked for.
  await page.goBack()
  expect(page.url()).toBe('about:blank')
  await page.goto(`${scene.portal.url}/authcerts`)
  await expect(button(page, 'Anmelden')).toBeVisible()
})

test('who came to answer an application sees that page alone, and is asked for the password after a reload', async ({
  page,
  scene,
  sender,
}) => {
  await sendThere(page, scene, signatureOf(sender))
  await logInAs(page, 'ana')
  await expect(page.getByRole('radio')).toBeChecked()
  for (const path of ['/documents', '/approvals', '/profile', '/certificates', '/', '/signhash/cms']) {
    await page.goto(scene.portal.url + path)
    await expect(page, path).toHaveURL(`${scene.portal.url}/authcerts`)
  }
  await expect(heading(page)).toHaveText('sender asks you to sign 2 documents')
  const password = page.getByLabel('Password', { exact: true })
  await password.fill('not mine')
  await button(page, 'Continue').click()
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await expect(password).toBeFocused()
  await password.fill(DEMO_PASSWORD)
  await password.press('Enter')
  await expect(page.getByRole('radio')).toBeChecked()

  // The password was changed elsewhere meanwhile: it is asked for again, before anything is given.
  await page.route('**/api/oauth/code', (route) => route.fulfill(problem(401, 'INVALID_CREDENTIALS')))
  await button(page, 'Authorise').click()
  await pinIn(page).fill(scene.people.ana.pin)
  await inDialog(page, 'Authorise').click()
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await page.unroute('**/api/oauth/code')

  await button(page, 'Not you?').click()
  await expect(page).toHaveURL(`${scene.portal.url}/signhash/cms`)
  await logInAs(page, 'biel')
  await expect(page.getByRole('radio')).toBeChecked()
  await expect(page.getByText('biel', { exact: false }).first()).toBeVisible()
  await button(page, 'Refuse').click()
  await expect(heading(page)).toHaveText('You have refused')
  expect(await comeBack(page, sender)).toMatchObject({ tenant: '7', state: STATE, error: 'access_denied' })
})

test('an application that wants to see certificates is allowed that, in the language that it names', async ({
  page,
  scene,
  sender,
}) => {
  // Whoever was logged in on this page before no longer is.
  await openAs(page, scene, { name: 'biel', path: '/documents' })
  await expect(page.getByRole('button', { name: /biel/ })).toBeVisible()
  await page.addInitScript("if (!sessionStorage.getItem('clientId')) sessionStorage.clear()")
  const { client_id, redirect_uri, state } = signatureOf(sender)
  const asked = { response_type: 'code', client_id, redirect_uri, state, scope: 'service', lang: 'ca-ES' }
  await page.goto(`${scene.portal.url}/csc/v1/oauth2/authorize?${new URLSearchParams(asked).toString()}`)
  await expect(page).toHaveURL(`${scene.portal.url}/signhash/cms`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'ca')
  await page.getByLabel('Usuari', { exact: true }).fill('ana')
  await page.getByLabel('Contrasenya', { exact: true }).fill(DEMO_PASSWORD)
  await button(page, 'Entra').click()
  await expect(heading(page)).toHaveText('sender demana fer servir els vostres certificats')
  await button(page, 'Permet').click()
  const { code, ...rest } = await comeBack(page, sender)
  expect(rest).toEqual({ tenant: '7', state: STATE })
  const { body } = await exchangeCode(scene, sender.application, { code: code! })
  expect(body).toMatchObject({ token_type: 'Bearer', scope: 'service' })
  const { body: listed } = await callCsc(scene, 'v1/credentials/list', { token: body.access_token })
  expect(listed).toEqual({ credentialIDs: [scene.people.ana.certificateId] })
})

test('keys that send codes ask for them: one of the vault, one at a provider, and one that is accepted on the phone', async ({
  page,
  scene,
  sender,
}) => {
  test.setTimeout(90_000)
  const { ana } = scene.people
  await setPhone(scene, 'ana', '+34600111222')
  const p12 = await scene.portal.sandbox.makePerson({ commonName: 'Ana with codes', keyType: 'ec', pin: '445566' })
  await ana.call.uploadCertificate({
    params: { legalid: ana.legalId },
    body: {
      p12: Buffer.from(p12).toString('base64'),
      certalias: 'With codes',
      pin: '445566',
      certtype: 'keyvault',
      dynamicpin: true,
    },
  })
  const remote = await linkAccount(scene, 'ana', 'firmaremota')
  const enter = async (more: Readonly<Record<string, string>> = {}) => {
    await sendThere(page, scene, signatureOf(sender, more))
    await logInAs(page, 'ana')
    await expect(page.getByRole('radio').first()).toBeChecked()
  }
  const confirm = async (alias: string) => {
    const before = await countMessages(scene)
    await page.getByRole('radio', { name: alias }).check()
    await button(page, 'Authorise').click()
    return before
  }
  const codeIn = page.getByRole('dialog').getByLabel('One-time code')

  await enter()
  // One of them is disabled at its provider, and one has expired.
  await expect(page.getByRole('radio')).toHaveCount(2 + remote.size - 2)
  await page.getByText('2 cannot sign now').click()
  await expect(page.getByRole('listitem').filter({ hasText: '(disabled)' })).toContainText('Not usable')
  await expect(page.getByRole('listitem').filter({ hasText: 'Expired' })).toHaveCount(1)
  let before = await confirm('With codes')
  const code = await nextCode(scene, before)
  await codeIn.fill(code === '000000' ? '000001' : '000000')
  await pinIn(page).fill('445566')
  await pinIn(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('The code is not correct')
  await codeIn.fill(code)
  await codeIn.press('Enter')
  await expectSignatures(scene, sender, 'ana', (await comeBack(page, sender)).code!)

  await enter({ scope: 'vidmobilecert\\firmaremota' })
  await expect(page.getByRole('radio')).toHaveCount(remote.size - 2)
  await expect(page.getByRole('radio').first()).toBeChecked()
  before = await confirm('(sms)')
  await codeIn.fill(await nextCode(scene, before))
  await pinIn(page).fill(PROVIDER_PIN)
  await pinIn(page).press('Enter')
  await expectSignatures(scene, sender, 'ana', (await comeBack(page, sender)).code!)

  const onThePhone = [...remote.values()].find(({ certalias }) => certalias.endsWith('(app)'))!
  await enter({ credentialID: onThePhone.GUID })
  await expect(page.getByRole('radio')).toHaveCount(1)
  await confirm('(app)')
  await expect(page.getByRole('dialog')).toContainText('This certificate is confirmed on your phone')
  await inDialog(page, 'Authorise').click()
  await expect(page.getByRole('dialog')).toContainText('Waiting for you to accept on your phone')
  await decidePush(scene, 'accept')
  await expectSignatures(scene, sender, 'ana', (await comeBack(page, sender)).code!)
})

test('a request that is not in order is told what is wrong, and leads nowhere', async ({ page, scene, sender }) => {
  const asked = signatureOf(sender)
  const { url } = scene.portal
  const wrong: [string, string][] = [
    [new URLSearchParams({ ...asked, client_id: 'somebody' }).toString(), 'not known to this portal'],
    [new URLSearchParams({ ...asked, redirect_uri: `${asked.redirect_uri}&x=1` }).toString(), 'is not registered'],
    [new URLSearchParams({ ...asked, redirect_uri: 'https://evil.example/' }).toString(), 'is not registered'],
    [new URLSearchParams({ ...asked, response_type: 'token' }).toString(), 'incomplete or contradicts itself'],
    [new URLSearchParams({ ...asked, hashalgo: 'SHA512' }).toString(), 'incomplete or contradicts itself'],
    [new URLSearchParams({ ...asked, numSignatures: 'many' }).toString(), 'incomplete or contradicts itself'],
    [`${new URLSearchParams(asked).toString()}&client_id=other`, 'incomplete or contradicts itself'],
    [`client_id=sender&token=secret`, 'is not registered'],
  ]
  const before = sender.answers.length
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  for (const [search, words] of wrong) {
    await page.goto(`${url}/signhash/cms?${search}`)
    await expect(page.getByRole('alert')).toContainText(words)
    await expect(page.getByRole('main').locator('a, button, input')).toHaveCount(0)
    expect(page.url()).not.toContain('secret')
  }
  expect(sender.answers).toHaveLength(before)
  // Nothing of it was kept, and nobody was logged out by it.
  expect(Object.keys(await sessionOf(page))).not.toContain('clientId')
  await page.goto(`${url}/documents`)
  await expect(page).toHaveURL(/\/documents/)
  await page.goto(`${url}/authcerts`)
  await expect(heading(page)).toHaveText('No application is asking')
  await page.route('**/api/oauth/authorize-check', (route) => route.abort())
  await page.goto(`${url}/signhash/cms?${new URLSearchParams(asked).toString()}`)
  await expect(page.getByText('The request could not be checked')).toBeVisible()
  await page.unroute('**/api/oauth/authorize-check')
  await button(page, 'Try again').click()
  await expect(page.getByRole('region', { name: 'What an application asks for' })).toContainText('sender')
})

test('a request that is over leads back without an answer, and a certificate that cannot sign is not offered', async ({
  page,
  scene,
  sender,
}) => {
  await sendThere(page, scene, signatureOf(sender))
  await logInAs(page, 'carla')
  await page.route('**/session/', (route) => route.fulfill(problem(400, 'AUTHORISATION_EXPIRED')))
  await button(page, 'Authorise').click()
  await pinIn(page).fill(scene.people.carla.pin)
  await pinIn(page).press('Enter')
  await expect(page.getByRole('dialog')).toContainText('This request is over')
  await inDialog(page, `Go back to ${new URL(sender.application.redirectUri).host}`).click()
  expect(await comeBack(page, sender)).toMatchObject({ error: 'access_denied', state: STATE })

  await allowTypes(scene, 'carla', ['Software'])
  await sendThere(page, scene, signatureOf(sender))
  await logInAs(page, 'carla')
  await expect(page.getByText('You have no certificate for this')).toBeVisible()
  await expect(page.getByText('of these types: KeyVault, TrustPRO')).toBeVisible()
  await expect(button(page, 'Authorise')).toBeDisabled()
  await allowTypes(scene, 'carla', FLAGS)
})

test('an application asks for signatures by Swisscom, and gets a CMS for each once the person has confirmed there', async ({
  page,
  scene,
  sender,
}) => {
  await allowTypes(scene, 'ana', [...FLAGS, 'Swisscom'])
  await lookWhenAsked(page)
  await sendThere(page, scene, signatureOf(sender, { scope: 'vidmobilecert\\swisscom', lang: 'en' }))
  await logInAs(page, 'ana')
  await expect(page.getByRole('radio')).toHaveCount(1)
  await expect(page.getByRole('radio', { name: /^Swisscom/ })).toBeChecked()
  await button(page, 'Authorise').click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toHaveAccessibleName('Sign with Swisscom')
  await expectAccessible(page)
  await decideThere(await goToSwisscom(page), 'cancel')
  await inDialog(page, 'I have confirmed').click()
  await expect(dialog.getByRole('alert')).toContainText('Authorization not completed: the signature was refused')
  await decideThere(await goToSwisscom(page, 'Ask again'), 'accept')
  await comeBackTo(page)
  await expect(heading(page)).toHaveText('You have authorised it')
  const { code, ...rest } = await comeBack(page, sender)
  expect(rest).toEqual({ tenant: '7', state: STATE })

  const { body: granted } = await exchangeCode(scene, sender.application, { code: code! })
  const { access_token: token, credentialID } = granted
  const hash = TEXTS.map((text) => digestOf(text).toString('base64'))
  const body = { credentialID, SAD: token, hash, hashAlgo: SHA256, signAlgo: '1.2.840.113549.1.1.11' }
  const { body: signed } = await callCsc(scene, 'v1/signatures/signHash', { token, body })
  const signatures = signed['signatures'] as string[]
  expect(signatures, JSON.stringify(signed)).toHaveLength(TEXTS.length)
  for (const [at, text] of TEXTS.entries()) {
    const cms = Buffer.from(signatures[at]!, 'base64')
    expect(() => checkAnsweredCms(cms, { digest: digestOf(text), digestAlgorithm: 'SHA-256' })).not.toThrow()
  }
})

test('a password that has to be changed comes before the answer, which the new one proves', async ({
  page,
  scene,
  sender,
}) => {
  const person = await addPerson(scene, { mustChange: true })
  await sendThere(page, scene, { ...signatureOf(sender, { scope: 'service' }), hash: '' })
  await logInBy(page, person)
  await expect(page).toHaveURL(`${scene.portal.url}/changePassword`)
  await page.getByLabel('New password', { exact: true }).fill('Nova-clau-2026')
  await page.getByLabel('Repeat new password').fill('Nova-clau-2026')
  await button(page, 'Enter').click()
  await expect(page).toHaveURL(`${scene.portal.url}/authcerts`)
  await button(page, 'Allow').click()
  expect(await comeBack(page, sender)).toMatchObject({ code: expect.any(String), state: STATE })
})
