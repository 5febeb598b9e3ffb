/** Accounts at providers: authorised, listed, synchronised and taken back; and each way in which that can go wrong. */
import { expect } from '@playwright/test'
import { readPhone, sampleOf } from '@rubrica/testing'
import { allowTypes, FLAGS } from '../scenes/allow-types.ts'
import {
  authoriseButton,
  expectToast,
  fillAccount,
  openTab,
  panel,
  rows,
  unauthorise,
  unauthoriseButton,
} from '../scenes/certificates-scene.ts'
import { expectAccessible, holdRequests, openAs, problem, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

const TYPES = [
  { tab: 'TrustPRO', path: 'firmaremotaauth', more: {}, account: 'biel', certificate: /\(pin\)/ },
  {
    tab: 'RedTrust',
    path: 'redtrustauth',
    more: { Domain: 'rubrica' },
    account: 'biel (rubrica)',
    certificate: /biel-pin/,
  },
  { tab: 'Uanataca', path: 'uanatacaauth', more: {}, account: 'biel', certificate: /./ },
  { tab: 'ValidatedID', path: 'validatedidauth', more: {}, account: 'biel', certificate: /./ },
] as const

test.afterAll(({ scene }) => restorePeople(scene))

test('there is a tab for each type that the person may use, in their order', async ({ page, scene }) => {
  await allowTypes(scene, 'biel', [...FLAGS, 'Swisscom'])
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  await expect(page.getByRole('tab')).toHaveText([
    'Software',
    'KeyVault',
    'TrustPRO',
    'RedTrust',
    'Uanataca',
    'ValidatedID',
    'Swisscom',
    'Nebula',
    'Ivnosys',
  ])
  await page.getByRole('tab', { name: 'KeyVault' }).click()
  await expect(panel(page).getByRole('columnheader')).toHaveText(['Name', 'Expires', 'Actions'])
})

for (const { tab, path, more, account, certificate } of sampleOf(TYPES, 3)) {
  test(`an account at ${tab} is authorised, its certificates are listed with their subject, and it is taken back`, async ({
    page,
    scene,
  }) => {
    const sent: { method: string; path: string; body: unknown }[] = []
    page.on('request', (request) => {
      if (request.url().endsWith(path)) {
        sent.push({
          method: request.method(),
          path: new URL(request.url()).pathname.replace(/[0-9a-f-]{36}/, '*'),
          body: request.postDataJSON() as unknown,
        })
      }
    })
    await openTab(page, scene, { name: 'biel', tab })
    await expect(authoriseButton(page)).toBeDisabled()
    await fillAccount(page, 'biel', more)
    await authoriseButton(page).click()
    await expect(unauthoriseButton(page)).toBeVisible()
    await expectToast(page, 'Task completed')
    await expect(panel(page)).toContainText(`${account} is authorised`)
    await expect(panel(page).getByRole('columnheader').first()).toHaveText('Name')
    await expect(panel(page).getByRole('columnheader')).toHaveText(['Name', 'Subject', 'Expires'])
    const row = rows(page).filter({ hasText: certificate }).first()
    await expect(row).toContainText('CN=Biel')
    await expect(row.locator('time')).toHaveText(/\d{4}/)
    await expectAccessible(page)

    await page.reload()
    await page.getByRole('tab', { name: tab }).click()
    await expect(panel(page)).toContainText(`${account} is authorised`)
    await unauthoriseButton(page).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
    await expect(unauthoriseButton(page)).toBeVisible()
    await unauthorise(page)
    await expect(authoriseButton(page)).toBeVisible()
    await expectToast(page, 'Task completed')
    await expect(rows(page)).toHaveCount(0)
    const address = tab === 'TrustPRO' ? `/api/vidmobileuser/${path}` : `/api/vidmobileuser/*/${path}`
    const names = Object.keys(more)
    expect(sent).toEqual([
      { method: 'POST', path: address, body: expect.objectContaining({ Username: 'biel' }) as unknown },
      { method: 'DELETE', path: address, body: null },
    ])
    expect(Object.keys(sent[0]!.body as object)).toEqual(['Username', 'Password', ...names])
  })
}

test('each provider says that name or password are wrong, and the password is forgotten', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  for (const { tab, more } of TYPES) {
    await page.getByRole('tab', { name: tab }).click()
    await fillAccount(page, 'biel', { ...more, Password: 'not mine' })
    await authoriseButton(page).click()
    await expect(panel(page).getByRole('alert'), tab).toHaveText('Invalid login credentials')
    const password = panel(page).getByLabel('Password', { exact: true })
    await expect(password).toHaveValue('')
    await expect(password).toBeFocused()
    await expect(panel(page).getByLabel('User', { exact: true })).toHaveValue('biel')
    await expect(authoriseButton(page)).toBeDisabled()
  }
})

test(
  'an account that asks for a code is authorised with it, and refused without it',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openTab(page, scene, { name: 'carla', tab: 'TrustPRO' })
    await fillAccount(page, 'mfa')
    await authoriseButton(page).click()
    await expect(panel(page).getByRole('alert')).toHaveText('Invalid login credentials')
    const app = (await readPhone(scene)).apps.find(({ user }) => user === 'mfa')
    await fillAccount(page, 'mfa', { 'One-time code (optional)': app!.code })
    await authoriseButton(page).click()
    await expect(panel(page)).toContainText('mfa is authorised')
    await unauthorise(page)
  },
)

test('an error about the code stands beside the code', { tag: '@full' }, async ({ page, scene }) => {
  await openTab(page, scene, { name: 'carla', tab: 'TrustPRO' })
  const code = panel(page).getByLabel('One-time code (optional)')
  for (const [refusal, words] of [
    ['CODE_REQUIRED', /This account also asks for a one-time code/],
    ['WRONG_CODE', /The code is not correct/],
  ] as const) {
    await page.route('**/firmaremotaauth', (route) => route.fulfill(problem(400, refusal)))
    await fillAccount(page, 'mfa', { 'One-time code (optional)': '000000' })
    await authoriseButton(page).click()
    await expect(code).toHaveAccessibleDescription(words)
    await expect(code).toHaveValue('')
    await page.unroute('**/firmaremotaauth')
  }
})

test(
  'a provider that is slow is said to be asked, and nothing is sent twice',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openTab(page, scene, { name: 'carla', tab: 'RedTrust' })
    const release = await holdRequests(page, '**/redtrustauth')
    let sent = 0
    page.on('request', (request) => (sent += Number(request.url().endsWith('redtrustauth'))))
    await fillAccount(page, 'carla', { Domain: 'rubrica' })
    await authoriseButton(page).click()
    await expect(panel(page).getByRole('status').first()).toHaveText('Asking RedTrust')
    await expect(panel(page).getByLabel('Password', { exact: true })).toBeDisabled()
    await page.keyboard.press('Enter')
    release()
    await expect(unauthoriseButton(page)).toBeVisible()
    expect(sent).toBe(1)
    await unauthorise(page)
    await expect(authoriseButton(page)).toBeVisible()
  },
)

/** How an authorisation can fail, and what is said of it. */
const FAILURES = [
  ['Uanataca', 502, 'PROVIDER_UNREACHABLE', 'Error connecting to Uanataca', 'Invalid login credentials'],
  ['ValidatedID', 502, 'PROVIDER_FAILED', 'SignCloud: Token not found', 'Invalid login credentials'],
  [
    'RedTrust',
    502,
    'PROVIDER_UNREACHABLE',
    'Error connecting to RedTrust',
    'RedTrust cannot be reached at the moment.',
  ],
  ['RedTrust', 504, 'PROVIDER_TIMEOUT', 'late', 'RedTrust took too long to answer.'],
  ['TrustPRO', 503, 'PROVIDER_NOT_CONFIGURED', 'off', 'TrustPRO is not set up on this portal.'],
  ['TrustPRO', 403, 'CERTIFICATE_TYPE_NOT_ALLOWED', 'no', 'Your account may not use certificates of this type.'],
] as const

test('each failure of an authorisation is said in its place, and the password is forgotten', async ({
  page,
  scene,
}) => {
  await openAs(page, scene, { name: 'carla', path: '/certificates' })
  for (const [tab, status, code, message, words] of FAILURES) {
    await page.getByRole('tab', { name: tab }).click()
    await page.route(/auth$/, (route) =>
      route.request().method() === 'POST' ? route.fulfill(problem(status, code, message)) : route.fallback(),
    )
    await fillAccount(page, 'carla', tab === 'RedTrust' ? { Domain: 'rubrica' } : {})
    await authoriseButton(page).click()
    await expect(panel(page).getByRole('alert'), `${tab}: ${code}`).toContainText(words)
    await expect(panel(page).getByLabel('Password', { exact: true })).toHaveValue('')
    await page.unroute(/auth$/)
  }
})

test('a provider whose answer cannot be read is told of, and the next try works', async ({ page, scene }) => {
  await openTab(page, scene, { name: 'carla', tab: 'RedTrust' })
  await scene.portal.sandbox.inject({ service: 'redtrust', operation: 'login', fault: 'malformed', times: 1 })
  await fillAccount(page, 'carla', { Domain: 'rubrica' })
  await authoriseButton(page).click()
  await expect(panel(page).getByRole('alert')).toContainText('RedTrust could not do it.')
  await fillAccount(page, 'carla')
  await authoriseButton(page).click()
  // The list asks the provider too, and so does the status, which knows the account's name.
  await expect(panel(page)).toContainText('carla (rubrica) is authorised')
  await expect(rows(page)).toHaveCount(2)

  await scene.portal.sandbox.inject({
    service: 'redtrust',
    operation: 'getAccessibleCertificates',
    fault: 'http500',
    times: 1,
  })
  await panel(page).getByRole('button', { name: 'Synchronise' }).click()
  await expect(panel(page).getByRole('alert')).toContainText('RedTrust')
  await expect(rows(page)).toHaveCount(2)
  const issued = await fetch(`${scene.portal.sandbox.url}/control/redtrust/issue`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user: 'carla' }),
  })
  expect(issued.ok).toBe(true)
  await panel(page).getByRole('button', { name: 'Synchronise' }).click()
  await expect(rows(page)).toHaveCount(3)
  await expectToast(page, 'Task completed')
  await expect(panel(page).getByRole('alert')).toHaveCount(0)
  await unauthorise(page)
})

test('a 409 of the status call is passed over: a listed certificate tells', async ({ page, scene }) => {
  await page.route('**/redtrustauth/status', (route) => route.fulfill(problem(409, 'CONFLICT')))
  await openTab(page, scene, { name: 'biel', tab: 'RedTrust' })
  await expect(authoriseButton(page)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await fillAccount(page, 'biel', { Domain: 'rubrica' })
  await authoriseButton(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await page.reload()
  await page.getByRole('tab', { name: 'RedTrust' }).click()
  await expect(rows(page)).toHaveCount(2)
  await unauthorise(page)
  await expect(authoriseButton(page)).toBeVisible()
})

test(
  'a status that cannot be had is told of, and can be asked for again',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.route('**/validatedidauth/status', (route) => route.fulfill(problem(403, 'SCOPE_TOO_NARROW')))
    await openTab(page, scene, { name: 'biel', tab: 'ValidatedID' })
    await expect(panel(page)).toContainText('It could not be found out whether your account is authorised')
    await expectAccessible(page)
    await page.unroute('**/validatedidauth/status')
    await panel(page).getByRole('button', { name: 'Try again' }).click()
    await expect(authoriseButton(page)).toBeVisible()
  },
)

test('an authorisation that no longer works is asked for again, over the certificates that it was for', async ({
  page,
  scene,
}) => {
  await openTab(page, scene, { name: 'biel', tab: 'RedTrust' })
  await fillAccount(page, 'biel', { Domain: 'rubrica' })
  await authoriseButton(page).click()
  await expect(unauthoriseButton(page)).toBeVisible()
  await page.route('**/redtrustauth/status', (route) => route.fulfill({ json: { IsAuthorized: false } }))
  await page.reload()
  await page.getByRole('tab', { name: 'RedTrust' }).click()
  await expect(panel(page)).toContainText('RedTrust no longer accepts the authorisation you gave')
  await expect(rows(page)).toHaveCount(2)
  await expectAccessible(page)
  await page.unroute('**/redtrustauth/status')
  await fillAccount(page, 'biel', { Domain: 'rubrica' })
  await authoriseButton(page).click()
  await expect(authoriseButton(page)).toHaveCount(0)
  await unauthorise(page)
})

test(
  'what is locked, expired, or signs one document at a time is said beside the certificate',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openTab(page, scene, { name: 'biel', tab: 'TrustPRO' })
    await fillAccount(page, 'biel')
    await authoriseButton(page).click()
    const row = (text: string) => rows(page).filter({ hasText: text })
    await expect(row('(disabled)')).toContainText('TrustPRO has locked or suspended it.')
    await expect(row('(expired)')).toContainText('Expired')
    await expect(row('(single)')).toContainText('One document at a time')
    await expect(row('(sms)')).toContainText('Code by text message')
    await expect(row('(app)')).toContainText('Accepted on your phone')
    await unauthorise(page)
  },
)

test('an authorised account without certificates says so', { tag: '@full' }, async ({ page, scene }) => {
  await page.route('**/certs', (route) => route.fulfill(problem(404, 'NO_CERTIFICATES')))
  await page.route('**/redtrustauth/status', (route) =>
    route.fulfill({ json: { IsAuthorized: true, Account: 'biel' } }),
  )
  await openTab(page, scene, { name: 'biel', tab: 'RedTrust' })
  await expect(panel(page)).toContainText('RedTrust has no certificate for you')
  await expect(panel(page)).toContainText('When it has one, synchronise.')
  await expect(unauthoriseButton(page)).toBeVisible()
  await expectAccessible(page)
})
