/** Signing with Ivnosys: with a PIN, on its page, on the phone, after a log-in there; and each way to come back. */
import { expect } from '@playwright/test'
import { decidePush, PROVIDER_PIN } from '@rubrica/testing'
import { enterPin, pinIn } from '../scenes/batch-scene.ts'
import { expectToast, forgetTries } from '../scenes/certificates-scene.ts'
import {
  answerBeside,
  approve,
  copyOf,
  deny,
  expectSignedAndVerified,
  leaveForPage,
  linkIvnosys,
  noteAddresses,
  openWith,
  pressSign,
  processOf,
} from '../scenes/ivnosys-scene.ts'
import { expectAccessible, problem, sessionOf, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.beforeAll(({ scene }) => linkIvnosys(scene))
test.afterAll(async ({ scene }) => {
  await forgetTries(scene)
  await restorePeople(scene)
})

test('a software certificate signs with its PIN; a wrong one closes the dialog and is forgotten', async ({
  page,
  scene,
}) => {
  const methods = new Set<string>()
  page.on('request', (request) => {
    const [, call] = /\/(initsign|completesign)(?:\/[^/]+)?$/.exec(request.url()) ?? []
    if (call) methods.add(`${call} ${String((request.postDataJSON() as { AccessMethod?: unknown }).AccessMethod)}`)
  })
  const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-pin' })
  const dialog = page.getByRole('dialog')
  await expect(pinIn(page)).toBeFocused()
  await expectAccessible(page)
  await enterPin(page, '000000')
  await expectToast(page, 'Incorrect PIN, please try again')
  await expect(dialog).toHaveCount(0)
  await pressSign(page, 'plain-pin')
  await expect(pinIn(page)).toHaveValue('')
  await enterPin(page, PROVIDER_PIN)
  await expectSignedAndVerified(page, scene, sent)
  expect([...methods].sort()).toEqual(['completesign USER_PASS', 'initsign USER_PASS'])
  expect(JSON.stringify(await sessionOf(page))).not.toContain(PROVIDER_PIN)
})

test('its page is gone to with a sealed copy of the session, and back, and the signature completes by itself', async ({
  page,
  scene,
}) => {
  const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-redirect' })
  await expect(page.getByRole('dialog')).toContainText('Ivnosys asks you to confirm on a page of its own')
  await expectAccessible(page)
  await leaveForPage(page)
  const other = await page.context().newPage()
  await other.goto(`${scene.portal.url}/config.json`)
  const copy = (await copyOf(other)) ?? ''
  expect(copy).not.toBe('')
  expect(copy + atob(copy.split('.')[2]!)).not.toContain(scene.people.carla.token)
  const addresses = noteAddresses(page)
  await approve(page)
  await expectSignedAndVerified(page, scene, sent)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  expect(addresses).toEqual(
    expect.arrayContaining(['/ivsign-sign?transactionid=*', '/documents?ivnosysInitSign=true&transactionid=*']),
  )
  expect([await copyOf(page), await processOf(page)]).toEqual([null, null])
})

test('a certificate with a page and a PIN asks for the PIN on the way back, in another tab too, and then goes on with the next document', async ({
  page,
  scene,
}) => {
  await scene.send({ signers: ['carla'], description: { fileName: 'Away 2.pdf' } })
  const sent = await openWith(page, scene, {
    ...{ name: 'carla', alias: 'plain-redirectpin' },
    ...{ fileName: 'Away 1.pdf', button: 'Sign and next' },
  })
  await leaveForPage(page)
  const back = await answerBeside(page, 'approve')
  // No tab of the portal is open that could lend its session.
  const other = await page.context().newPage()
  await other.goto(back)
  await expect(other.getByRole('dialog', { name: 'Sign this document' })).toBeVisible()
  await expect(pinIn(other)).toBeFocused()
  expect(await copyOf(other)).toBeNull()
  await expectAccessible(other)
  await other.reload()
  await enterPin(other, PROVIDER_PIN)
  await expect(other.getByRole('heading', { name: 'Away 2.pdf' })).toBeVisible()
  await expectSignedAndVerified(other, scene, sent)
})

test('the phone is waited for and can be given up; once it has accepted, the document is signed', async ({
  page,
  scene,
}) => {
  const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-mobile' })
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('status')).toContainText('Waiting for you to accept on your phone')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toHaveCount(0)
  await pressSign(page, 'plain-mobile')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await decidePush(scene, 'accept')
  await expectSignedAndVerified(page, scene, sent)
})

test('a refusal at the phone or on the page leaves the document unsigned, and says so', async ({ page, scene }) => {
  const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-mobile' })
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await decidePush(scene, 'refuse')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(
    page
      .getByRole('status')
      .getByText(/refused|cancel/i)
      .first(),
  ).toBeVisible()
  await pressSign(page, 'plain-redirect')
  await leaveForPage(page)
  await deny(page)
  await expectToast(page, 'It was not confirmed on the provider’s page that it is you. Begin again.')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL(`${scene.portal.url}/documents/${sent.guid}`)
  expect(await processOf(page)).toBeNull()
})

test(
  'when its log-in has run out, the person logs in there first and then signs; the token stays out of sight',
  { tag: '@full' },
  async ({ page, scene }) => {
    await forgetTries(scene)
    const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-mobile' })
    const addresses = noteAddresses(page)
    await leaveForPage(page)
    await approve(page)
    await decidePush(scene, 'accept')
    await expectSignedAndVerified(page, scene, sent)
    expect(addresses).toContain('/documents?ivnosysPreSignAuth=true&transactionid=*')
    const shown = await page.evaluate<string[]>(`performance.getEntriesByType('resource').map(({ name }) => name)`)
    expect([...shown, ...addresses.slice(-2)].join()).not.toContain('token=')
    expect([await copyOf(page), await processOf(page)]).toEqual([null, null])
  },
)

test('without an answer the network message shows, and the stored process is gone', async ({ page, scene }) => {
  await openWith(page, scene, { name: 'carla', alias: 'plain-pin' })
  await page.clock.install()
  await page.route('**/completesign/**', (route) => route.abort())
  await pinIn(page).fill(PROVIDER_PIN)
  await pinIn(page).press('Enter')
  await page.clock.runFor(10_000)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectToast(page, 'The request has timed out, please try again')
  expect(await processOf(page)).toBeNull()
  await page.unroute('**/completesign/**')
  // An error that nobody has words for is told in the server's.
  await page.route('**/initsign', (route) => route.fulfill(problem(500, 'OTHER', 'The provider is being mended')))
  await pressSign(page, 'plain-pin')
  await expect(page.getByText('Error 500: The provider is being mended').first()).toBeAttached()
})

test(
  'coming back in another browser leads to the log-in, then to the list with a sentence and the document',
  { tag: '@full' },
  async ({ browser, page, scene }) => {
    const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-redirect' })
    await leaveForPage(page)
    const back = await answerBeside(page, 'approve')
    const context = await browser.newContext()
    const elsewhere = await context.newPage()
    await elsewhere.addInitScript({ content: `localStorage.setItem('lang', 'en')` })
    await elsewhere.goto(back)
    await elsewhere.getByLabel('User', { exact: true }).fill('carla')
    await elsewhere.getByLabel('Password', { exact: true }).fill('Rubrica-2026')
    await elsewhere.getByLabel('Password', { exact: true }).press('Enter')
    const notice = elsewhere.getByRole('alertdialog', { name: 'There is nothing to finish here' })
    await expect(notice).toContainText('it is not signed: open it and sign it again')
    await expectAccessible(elsewhere)
    await notice.getByRole('button', { name: 'Close' }).click()
    await expect(elsewhere).toHaveURL(`${scene.portal.url}/documents`)
    await elsewhere.goto(`${scene.portal.url}/documents/${sent.guid}`)
    // What was authorised on the page is not lost: the same signature is gone on with.
    await pressSign(elsewhere, 'plain-redirect')
    await elsewhere.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
    await expectSignedAndVerified(elsewhere, scene, sent)
    // The first browser comes back to what is signed already.
    await page.goto(back)
    await expect(page.getByRole('alertdialog')).toContainText('no longer')
    await context.close()
  },
)

test(
  'the button Back of the provider’s page leads to the document, which is signed anew',
  { tag: '@full' },
  async ({ page, scene }) => {
    const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-redirect' })
    await leaveForPage(page)
    await page.goBack()
    await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await pressSign(page, 'plain-redirect')
    await leaveForPage(page)
    await approve(page)
    await expectSignedAndVerified(page, scene, sent)
  },
)
