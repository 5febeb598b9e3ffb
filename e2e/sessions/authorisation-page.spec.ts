/** Applications that ask people to sign: from the address that they send people to, to the signature that they get. */
import { expect } from '@playwright/test'
import { callCsc, DEMO_PASSWORD, exchangeCode } from '@rubrica/testing'
import { logInAs, sendThere } from '../scenes/authorisation-scene.ts'
import { openAs, problem, sessionOf } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { addPerson, logInBy } from '../scenes/session-scene.ts'
import {
  button,
  comeBack,
  expectSignatures,
  heading,
  inDialog,
  pinIn,
  signatureOf,
  STATE,
  test,
} from '../scenes/sender-scene.ts'

test.afterAll(({ scene }) => restorePeople(scene))

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

test(
  'an application that wants to see certificates is allowed that, in the language that it names',
  { tag: '@full' },
  async ({ page, scene, sender }) => {
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
  },
)

test(
  'a password that has to be changed comes before the answer, which the new one proves',
  { tag: '@full' },
  async ({ page, scene, sender }) => {
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
  },
)
