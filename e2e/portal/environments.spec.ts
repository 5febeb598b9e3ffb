/** A portal whose server is another origin, and one portal for the servers of three environments. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { askPdfsig, DEMO_PASSWORD, logIn as logInAt, makePdf, sampleOf } from '@rubrica/testing'
import { test, watchCalls } from '../scenes/environments-scene.ts'
import { expectSignedAndVerified, approve, leaveForPage, linkIvnosys, openWith } from '../scenes/ivnosys-scene.ts'
import { sessionOf } from '../scenes/portal-scene.ts'
import { logOutBy } from '../scenes/session-scene.ts'

const MINUTE = 60_000

async function logIn(page: Page, user: string, password: string): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill(user)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
}

test('with the server at another origin a person logs in, reads, signs with a key of the vault and takes the signed file away', async ({
  page,
  scene,
  environments: { servers },
}) => {
  const { origins, refused } = watchCalls(page)
  const fileName = 'From elsewhere.pdf'
  await scene.send({ signers: ['carla'], pdf: makePdf({ pages: 2, text: fileName }), description: { fileName } })
  await page.goto(scene.portal.url)
  await logIn(page, 'carla', DEMO_PASSWORD)
  await expect(page.getByRole('heading', { name: 'Pending documents' })).toBeVisible()
  await page.getByRole('button', { name: 'Sent' }).click()
  await expect(page).toHaveURL(/sort=UploadTime&dir=des/)
  await page.getByRole('link', { name: fileName }).first().click()
  await expect(page.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()
  await page.getByRole('main').press('End')
  await expect(page.getByRole('img', { name: 'Page 2 of 2' })).toBeVisible()
  // A reload begins with what stands in the page itself.
  await page.reload()
  await expect(page.getByRole('img', { name: /^Page \d of 2/ }).first()).toBeVisible()

  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  await page.getByRole('dialog').getByLabel('PIN of the certificate').fill(scene.people.carla.pin)
  await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
  await expect(page.getByRole('status').getByText(`${fileName} was signed`)).toBeVisible()
  await page.getByRole('button', { name: 'Recent messages' }).click()
  const downloading = page.waitForEvent('download')
  await page.getByRole('dialog', { name: 'Recent messages' }).getByRole('button', { name: 'Download' }).click()
  const signed = await readFile(await (await downloading).path())
  expect((await askPdfsig(signed)).verdicts).toEqual(['Signature is Valid.'])
  expect(origins()).toEqual([servers.LOCAL])
  expect(refused).toEqual([])
})

test('with the server at another origin a token is renewed while the person works, and log-out ends it there', async ({
  page,
  scene,
  environments: { servers },
}) => {
  await page.clock.install()
  const { token } = await logInAt(servers.LOCAL, { userId: 'biel', password: DEMO_PASSWORD })
  await page.goto(`${scene.portal.url}/config.json`)
  await page.evaluate(`localStorage.setItem('lang', 'en')
    sessionStorage.setItem('oauthTokenB64', '${token}')
    sessionStorage.setItem('user', 'biel')`)
  await page.goto(`${scene.portal.url}/profile`)
  const email = page.getByLabel('E-mail')
  await email.press('End')
  await page.clock.setSystemTime(Date.now() + 21 * MINUTE)
  const renewed = page.waitForResponse('**/oauth/renew')
  await email.press('End')
  expect([new URL((await renewed).url()).origin, (await renewed).status()]).toEqual([servers.LOCAL, 200])
  await logOutBy(page, 'biel')
  await expect(page).toHaveURL(`${scene.portal.url}/`)
  const headers = { authorization: `Bearer ${token}` }
  const standing = async () => (await fetch(`${servers.LOCAL}/api/vidmobileuser/`, { headers })).status
  await expect.poll(standing).toBe(401)
})

const WAYS = [
  ['Google', 'GOOGLE_ACCOUNT'],
  ['Active Directory', 'MS_ACCOUNT'],
  ['Identity wallet', 'VID_WALLET'],
  ['SANDBOX SSO', 'SSO'],
  ['SAML', 'SAML'],
] as const

for (const [way, AccessMethod] of sampleOf(WAYS, 4)) {
  test(`with the server at another origin ${way} leads back to the portal, where the documents open`, async ({
    page,
    scene,
  }) => {
    await page.goto(scene.portal.url + (way === 'SAML' ? '/login-ad' : '/'))
    if (way === 'SAML') await page.getByLabel('E-mail').fill('biel@sandbox.example')
    await page.getByRole('button', { name: way === 'SAML' ? 'Sign in with SAML' : way }).click()
    await page.getByRole('button', { name: 'Biel Roca Puig' }).click()
    await expect(page).toHaveURL(`${scene.portal.url}/documents`)
    await expect(page.getByRole('banner')).toBeVisible()
    const session = await sessionOf(page)
    expect(session).toMatchObject({ AccessMethod, user: 'biel', environment: 'PRO' })
    expect(session).not.toHaveProperty('loginState')
  })
}

test('with the server at another origin a signature on a provider’s page comes back to the portal and is completed', async ({
  page,
  scene,
}) => {
  await linkIvnosys(scene)
  const sent = await openWith(page, scene, { name: 'carla', alias: 'plain-redirect' })
  await leaveForPage(page)
  await approve(page)
  await expectSignedAndVerified(page, scene, sent)
  await expect(page).toHaveURL(`${scene.portal.url}/documents`)
})

test('three environments are three servers: the host of the portal says which, and on any other host the choice does', async ({
  page,
  environments: { portal, servers },
}) => {
  const { origins, refused } = watchCalls(page)
  const expectAskedAt = async (environment: keyof typeof servers) => {
    const asked = page.waitForResponse('**/oauth/token')
    await logIn(page, 'nobody', 'Wrong-2026')
    expect(new URL((await asked).url()).origin).toBe(servers[environment])
    // The answer could be read.
    await expect(page.getByRole('alert')).toHaveText('Invalid login credentials')
  }
  for (const environment of ['LOCAL', 'PRE', 'PRO'] as const) {
    await page.goto(portal[environment])
    await expectAskedAt(environment)
  }
  await page.goto(portal.LOCAL)
  await page.getByText('Advanced options').click()
  await page.getByRole('combobox', { name: 'Environment' }).selectOption('PRE')
  await expectAskedAt('PRE')
  await page.goto(`${portal.LOCAL}/?env=pro`)
  await expectAskedAt('LOCAL')
  expect(origins()).toEqual([servers.LOCAL, servers.PRE, servers.PRO])
  expect(refused).toEqual([])
})

test('a portal that the server does not name cannot read its answers, and is told of a server that it does not reach', async ({
  page,
  environments: { unnamed },
}) => {
  const { refused } = watchCalls(page)
  await page.goto(unnamed)
  await logIn(page, 'ana', DEMO_PASSWORD)
  await expect(page.getByRole('alert')).toContainText('There was an error, please try again')
  expect(refused).toEqual([expect.stringContaining('CORS')])
  expect(await sessionOf(page)).not.toHaveProperty('oauthTokenB64')
})

test('a page of the portal may call the servers of its environments and no other', async ({
  page,
  scene,
  environments: { servers },
}) => {
  await page.goto(scene.portal.url)
  const call = (address: string) =>
    page.evaluate<string>(`fetch(${JSON.stringify(address)}).then(({ status }) => String(status), () => 'refused')`)
  for (const server of [servers.LOCAL, servers.PRE]) expect(await call(`${server}/api/vidmobileuser/`)).toBe('401')
  expect(await call(scene.portal.sandbox.url)).toBe('refused')
})
