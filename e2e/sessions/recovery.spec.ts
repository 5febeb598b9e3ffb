/** The choice of a new password by the link of a mail. */
import { expect, type Page } from '@playwright/test'
import { problem, sessionOf, test } from '../scenes/portal-scene.ts'
import { addPerson, askForMail, linkInMail, logInBy } from '../scenes/session-scene.ts'

const PUT = '**/api/vidmobileusers/*/password'
const NEW = 'Nova-clau-2026'
const save = (page: Page) => page.getByRole('button', { name: 'Save password' })
const expectDead = async (page: Page) => {
  await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('Choose “Forgot your password?” where you sign in')
}
const fill = async (page: Page) => {
  await page.getByLabel('New password', { exact: true }).fill(NEW)
  await page.getByLabel('Repeat new password').fill(NEW)
}
const tokenThat = (claims: object) => `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`

test('the link of the mail sets a password once, and its token leaves the address at once', async ({ page, scene }) => {
  const person = await addPerson(scene)
  await askForMail(scene, person)
  // The portal of the tests is not told under which port it is seen.
  const link = (await linkInMail(scene, person)).replace(/^https?:\/\/[^/]+/, scene.portal.url)
  await page.goto(link)
  await expect(page).toHaveURL(`${scene.portal.url}/recovery`)
  await expect(page).toHaveTitle('New password · Rúbrica')
  await page.reload()
  await expect(save(page)).toBeDisabled()
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByLabel('Repeat new password').fill('short')
  await expect(save(page)).toBeDisabled()
  await expect(page.getByRole('listitem').filter({ hasText: 'an upper-case letter' })).toContainText('not met')
  await fill(page)
  await save(page).click()
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'Password changed. Sign in with it.' })).toBeVisible()
  expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
  // Who has just chosen a password is filled in.
  await expect(page.getByLabel('User', { exact: true })).toHaveValue(person.userId)
  await logInBy(page, person)
  await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  await logInBy(page, { ...person, password: NEW })
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
  const session = await sessionOf(page)

  // Said before anybody types a password.
  await page.goto(link)
  await expectDead(page)
  await expect(save(page)).toHaveCount(0)
  // A link that opens nothing ends nobody's session either.
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await sessionOf(page)).toMatchObject({ oauthTokenB64: session.oauthTokenB64 })
})

test('a link without a token, with nonsense or of an hour ago says what to do, and leads to the log-in', async ({
  page,
  scene,
}) => {
  const now = Math.floor(Date.now() / 1000)
  const old = tokenThat({ sub: scene.people.ana.userId, iat: now - 3600, exp: now - 2700 })
  for (const query of ['', '?t=', '?t=nonsense', `?t=${old}`]) {
    await page.goto(`${scene.portal.url}/recovery${query}`)
    await expectDead(page)
  }
  await page.getByRole('link', { name: 'Go to sign in' }).click()
  await expect(page).toHaveURL(`${scene.portal.url}/`)
})

test('the call takes its person from the token and its server from env, and a failure can be tried again', async ({
  page,
  scene,
}) => {
  const asked: string[] = []
  await page.route(PUT, (route) => {
    asked.push(route.request().url(), route.request().headers()['authorization']!)
    return route.fulfill(problem(400, 'PASSWORD_NOT_SECURE'))
  })
  await page.route('**/api/vidmobileusers/*/recoverpass', (route) => route.fulfill({ json: { UserId: 'ana' } }))
  const now = Math.floor(Date.now() / 1000)
  const token = tokenThat({ sub: scene.people.ana.userId, iat: now, exp: now + 900 })
  await page.goto(`${scene.portal.url}/recovery?t=${token}&env=pre`)
  await fill(page)
  await save(page).click()
  await expect(page.getByRole('alert')).toContainText('The password is not secure enough')
  await expect(save(page)).toBeEnabled()
  const config = (await (await fetch(`${scene.portal.url}/config.json`)).json()) as {
    bases: { PRE: { identity: string } }
  }
  const address = new URL(`${config.bases.PRE.identity}/vidmobileusers/${scene.people.ana.userId}/password`, page.url())
  expect(asked).toEqual([address.href, `Bearer ${token}`])
})
