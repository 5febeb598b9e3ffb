/** What people type as a secret is nowhere afterwards: not in the browser, not in an address, not on the server. */
import { expect, test as base, type Page } from '@playwright/test'
import { countMessages, DEMO_PASSWORD, openScene, PROVIDER_PIN, readKept, type Scene } from '@rubrica/testing'
import { codeOf } from '../../apps/api/tests/scenes/factor-scene.ts'
import { dialogButton, enterPin, selectAll, sendBatch, signSelected } from '../scenes/batch-scene.ts'
import {
  authoriseButton,
  expectToast,
  fillAccount,
  issueKey,
  panel,
  rowOf,
  unauthoriseButton,
  uploadKey,
} from '../scenes/certificates-scene.ts'
import { approve, leaveForPage, ORGANISATION } from '../scenes/ivnosys-scene.ts'
import { LOCAL_NAMES, Pass, SESSION_NAMES } from '../scenes/secrets-pass.ts'
import { codeField, setUpApp } from '../scenes/second-factor-scene.ts'
import { chooseCertificate, codeIn } from '../scenes/signing-scene.ts'

const MARKED = {
  password: 'Canary-Password-7f31',
  'wrong password': 'Canary-Wrong-Password-e402',
  'password of a file': 'canary-file-password-9d11',
  'wrong password of a file': 'canary-wrong-file-password-31b7',
  PIN: 'canary-pin-1f7c22',
  'PIN before it was changed': 'canary-old-pin-70aa',
  'wrong PIN': 'canary-wrong-pin-52c8',
  'PIN of an issued certificate': 'canary-software-pin-88ab',
  'wrong PIN at a provider': 'canary-provider-pin-4c4d',
  'wrong password at a provider': 'canary-provider-password-c3d4',
  'wrong password at Ivnosys': 'canary-ivnosys-password-6e1d',
  'wrong PIN at Ivnosys': 'canary-ivnosys-pin-27fa',
  'wrong code at a log-in': 'canary-login-code-5a5a',
  'wrong code': 'canary-code-04d9',
  'wrong code of a second factor': 'canary-challenge-b2f0',
} as const

const test = base.extend<{ scene: Scene }>({
  scene: async ({}, provide) => {
    // A database of its own: its files are searched too.
    await using scene = await openScene({ env: { LOG_LEVEL: 'trace' } })
    await provide(scene)
  },
})

async function typePassword({ page }: Pass, password: string): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill('ana')
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

async function logIn(pass: Pass, password: string): Promise<void> {
  const { page, scene } = pass
  await typePassword(pass, password)
  if (password === MARKED['wrong password']) await expect(page.getByRole('alert')).toBeVisible()
  else await expect(page).toHaveURL(`${scene.portal.url}/documents`)
}

async function logOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Account of ana' }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
}

async function changePassword(pass: Pass): Promise<void> {
  const { page } = pass
  await pass.open('/')
  await logIn(pass, MARKED['wrong password'])
  await pass.look()
  await logIn(pass, DEMO_PASSWORD)
  await pass.open('/profile')
  await page.getByLabel('New password', { exact: true }).fill(MARKED.password)
  await page.getByLabel('Repeat new password').fill(MARKED.password)
  await page.getByLabel('Current password').fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByLabel('New password', { exact: true })).toHaveValue('')
  await pass.look()
  await logOut(page)
  await logIn(pass, MARKED.password)
  await pass.look()
}

/** Sets up an app, and logs in with what it shows and with a recovery code. @returns what nobody else may know */
async function useSecondFactor(pass: Pass): Promise<Record<string, string>> {
  const { page, scene } = pass
  const { secret, codes } = await setUpApp(page, scene.portal.url)
  await pass.look()
  // The one that set it up does not serve again; the next one is half a minute away, and counts already.
  const shown = codeOf(secret, Date.now() + 30_000)
  pass.codes.push(shown)
  await logOut(page)
  await typePassword(pass, MARKED.password)
  await codeField(page).fill(shown)
  await codeField(page).press('Enter')
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await pass.look()
  await logOut(page)
  await typePassword(pass, MARKED.password)
  await page.getByRole('button', { name: 'Use a recovery code' }).click()
  const recovery = page.getByRole('textbox', { name: 'Recovery code' })
  await recovery.fill(codes[0]!)
  await pass.look()
  await recovery.press('Enter')
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  await pass.look()
  return { 'secret of an app': secret.replaceAll(' ', ''), 'used recovery code': codes[0]!, 'recovery code': codes[1]! }
}

async function keepKeys(pass: Pass): Promise<void> {
  const { page, scene } = pass
  await pass.openTab('KeyVault')
  const [alias, oldPin, filePassword] = ['With code', MARKED['PIN before it was changed'], MARKED['password of a file']]
  const file = await scene.portal.sandbox.makePerson({ commonName: alias, keyType: 'rsa', pin: filePassword })
  const key = { alias, pin: oldPin, file, withCode: true }
  await uploadKey(page, scene, { ...key, filePassword: MARKED['wrong password of a file'] })
  await expect(page.getByRole('dialog')).toContainText('Certificate password error')
  await pass.look()
  await page.getByRole('dialog').getByLabel('Password of the file').fill(filePassword)
  await dialogButton(page, 'Upload certificate').click()
  await rowOf(page, alias).getByRole('button', { name: 'Change the PIN' }).click()
  await page.getByRole('dialog').getByLabel('Current PIN').fill(oldPin)
  await page.getByRole('dialog').getByLabel('New PIN', { exact: true }).fill(MARKED.PIN)
  await page.getByRole('dialog').getByLabel('Repeat the new PIN').fill(MARKED.PIN)
  await dialogButton(page, 'Change PIN').click()
  await expectToast(page, 'PIN changed')
  await pass.look()
  await pass.openTab('Software')
  await issueKey(page, { alias: 'Issued', pin: MARKED['PIN of an issued certificate'] })
  await expect(rowOf(page, 'Issued')).toBeVisible()
  await pass.look()
}

async function linkAccounts(pass: Pass): Promise<void> {
  const { page, scene } = pass
  await pass.openTab('TrustPRO')
  const wrong = {
    Password: MARKED['wrong password at a provider'],
    'One-time code (optional)': MARKED['wrong code at a log-in'],
  }
  await fillAccount(page, 'ana', wrong)
  await authoriseButton(page).click()
  await expect(panel(page).getByRole('alert')).toHaveText('Invalid login credentials')
  await pass.look()
  await fillAccount(page, 'ana')
  await authoriseButton(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await pass.openTab('Nebula')
  await fillAccount(page, 'ana', { 'Client ID': 'rubrica' })
  const goOn = panel(page).getByRole('button', { name: 'Continue', exact: true })
  await goOn.click()
  await panel(page).getByRole('radio', { name: 'Text message' }).check()
  const before = await countMessages(scene)
  await goOn.click()
  const [code, right] = [panel(page).getByLabel('One-time code'), await pass.nextCode(before)]
  await code.fill(MARKED['wrong code of a second factor'])
  await authoriseButton(page).click()
  await expect(code).toHaveAccessibleDescription(/OTP failed/)
  await pass.look()
  await code.fill(right)
  await authoriseButton(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await pass.look()
}

async function signEverywhere(pass: Pass): Promise<void> {
  const { page, scene } = pass
  const before = await countMessages(scene)
  await pass.openDialog('With code')
  const right = await pass.nextCode(before)
  await codeIn(page).fill(MARKED['wrong code'])
  await enterPin(page, MARKED.PIN)
  await expect(page.getByRole('dialog')).toContainText('The code is not correct')
  await pass.look()
  await codeIn(page).fill(right)
  await pass.signWithPins(MARKED['wrong PIN'], MARKED.PIN)
  await pass.openDialog('Issued')
  await pass.signWithPins(MARKED['wrong PIN'], MARKED['PIN of an issued certificate'])
  await pass.openDialog('(pin)')
  await pass.signWithPins(MARKED['wrong PIN at a provider'], PROVIDER_PIN)
}

/** Several documents, which the server signs by itself once the PIN was given. */
async function signInRun(pass: Pass): Promise<void> {
  const { page, scene } = pass
  const { names } = await sendBatch(scene, { name: 'ana', count: 2, prefix: 'Of a run' })
  await pass.open('/documents?name=Of%20a%20run')
  await selectAll(page, names)
  await signSelected(page).click()
  await chooseCertificate(page, 'Issued')
  await pass.signWithPins(MARKED['wrong PIN'], MARKED['PIN of an issued certificate'], /^2 documents were signed/)
}

/** Authorises an account on its page, then signs there and with a PIN. */
async function signWithIvnosys(pass: Pass): Promise<void> {
  const { page } = pass
  await pass.openTab('Ivnosys')
  await fillAccount(page, 'ana', { Organisation: ORGANISATION, Password: MARKED['wrong password at Ivnosys'] })
  await authoriseButton(page).click()
  await expectToast(page, 'Invalid login credentials')
  await pass.look()
  await fillAccount(page, 'ana', { Organisation: ORGANISATION })
  await authoriseButton(page).click()
  await approve(page)
  await expect(unauthoriseButton(page)).toBeVisible()
  await pass.look()
  await pass.openDialog('ana-redirect')
  await leaveForPage(page)
  await approve(page)
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await pass.look()
  await pass.openDialog('ana-pin', 'Ivnosys')
  await enterPin(page, MARKED['wrong PIN at Ivnosys'])
  await expectToast(page, 'Incorrect PIN, please try again')
  await pass.look()
  await pass.openTab('Ivnosys')
}

const TYPED = { ...MARKED, 'password at the providers': DEMO_PASSWORD }

function expectAbsent(place: string, content: Buffer, secrets: Readonly<Record<string, string>>): void {
  expect(content.length, `${place} was read`).toBeGreaterThan(0)
  for (const [name, secret] of Object.entries(secrets)) {
    for (const form of [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret).toString('base64')]) {
      expect(content.includes(form), `${name} in ${place}`).toBe(false)
    }
  }
}

test('no PIN, password or code that was typed in the portal is in the browser, in an address, or on the server', async ({
  page,
  scene,
}) => {
  const pass = new Pass(page, scene)
  await changePassword(pass)
  const ofFactor = await useSecondFactor(pass)
  const token = await page.evaluate<string>("sessionStorage.getItem('oauthTokenB64')")
  await keepKeys(pass)
  await linkAccounts(pass)
  await signEverywhere(pass)
  await signInRun(pass)
  await signWithIvnosys(pass)

  // What may be there is found, so what must not be there would be.
  const server = await readKept(scene.portal.server)
  for (const content of [server.database, server['data directory']]) expect(content.includes('With code')).toBe(true)
  expect(pass.kept.join()).toContain(token)
  expect(server.log.includes('firmaremotaauth')).toBe(true)
  expect(pass.addresses.filter((address) => address.endsWith('/session/'))).not.toEqual([])

  const typed = { ...TYPED, ...ofFactor }
  const providers = Buffer.from(scene.portal.sandbox.log())
  const [browser, addresses] = [Buffer.from(pass.kept.join('\n')), Buffer.from(pass.addresses.join('\n'))]
  // The portal keeps the token for its session, and there alone.
  expectAbsent('the browser’s storage', browser, typed)
  for (const [place, content] of Object.entries({ ...server, addresses, 'log of the providers': providers })) {
    expectAbsent(place, content, { ...typed, token: token.split('.').at(-1)! })
  }
  // Six digits are part of many numbers; as a word of its own a code is nowhere.
  expect(pass.codes).toHaveLength(3)
  for (const content of [browser, addresses, server.database, server.log]) {
    for (const code of pass.codes) {
      expect(content.toString()).not.toMatch(new RegExp(`(?<![0-9a-zA-Z.-])${code}(?![0-9a-zA-Z.-])`))
    }
  }
  expect([...pass.sessionNames].filter((name) => !SESSION_NAMES.includes(name))).toEqual([])
  expect([...pass.localNames].filter((name) => !LOCAL_NAMES.includes(name))).toEqual([])
  await logOut(page)
  await pass.look()
  expect(pass.kept.at(-2)).toMatch(/^\[\{\},/)
})
