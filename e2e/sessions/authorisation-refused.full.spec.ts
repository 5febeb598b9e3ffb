/** Requests of applications that nobody can grant: those not in order, those that are over, and without a certificate. */
import { expect } from '@playwright/test'
import { logInAs, sendThere } from '../scenes/authorisation-scene.ts'
import { openAs, problem, sessionOf } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { allowTypes, FLAGS } from '../scenes/signing-scene.ts'
import { button, comeBack, heading, inDialog, pinIn, signatureOf, STATE, test } from '../scenes/sender-scene.ts'

test.afterAll(({ scene }) => restorePeople(scene))

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
