/**
 * What a browser does to a page that comes from the internet and wants to reach a program of the person's own machine.
 * Pages on 127.0.0.1, as all other tests have them, are exempt, so this browser is told that the portal has a name and
 * a public address.
 */
import { chromium, expect, type Browser, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { wholeBrowser } from '../../tools/find-browser.mjs'
import { behave, dialogOf, hurry, lastRun, openButton, openSigning, test } from '../scenes/autofirma-scene.ts'
import { changeSettings } from '../scenes/portal-scene.ts'

const NAME = 'portal.example.test'
/** Chromium holds back by seconds who has often failed to connect, as the tests before in the same browser. */
const PATIENT = { timeout: 120_000 }

/** A page of a portal on the internet, in a browser as people have it, in which a document is about to be signed. */
async function openPublicPage(scene: Scene): Promise<{ browser: Browser; page: Page }> {
  const { launchOptions } = test.info().project.use
  const portal = new URL(scene.portal.url)
  const outside = `http://${NAME}:${portal.port}`
  const isPublic = [portal, new URL(scene.portal.sandbox.url)].map(({ host }) => `${host}=public`)
  const browser = await chromium.launch({
    ...launchOptions,
    executablePath: wholeBrowser(),
    args: [
      ...(launchOptions?.args ?? []),
      '--enable-features=LocalNetworkAccessChecks,LocalNetworkAccessChecksWebSockets',
      `--ip-address-space-overrides=${isPublic.join(',')}`,
      `--host-resolver-rules=MAP ${NAME} ${portal.hostname}`,
      // A certificate for the name would prove nothing here; without a secure context nothing may be asked at all.
      `--unsafely-treat-insecure-origin-as-secure=${outside}`,
    ],
  })
  const page = await browser.newPage({ ignoreHTTPSErrors: true, locale: 'en-GB' })
  // Chromium's delay is real time, and has to fit into the time that an attempt has here.
  await hurry(page, 2)
  await openSigning(page, { ...scene, portal: { ...scene.portal, url: outside } })
  return { browser, page }
}

test('a page from the internet is kept from Autofirma until the person allows it, and says how', async ({ scene }) => {
  await behave(scene)
  const { browser, page } = await openPublicPage(scene)
  await openButton(page).click()
  await expect(failureOf(page)).toContainText('The browser keeps this page away')
  await expect(failureOf(page)).toContainText('Apps on device')
  expect(await lastRun(scene)).toMatchObject({ dialogs: 0 })
  // Allowed, the same page in the same browser signs.
  await page.context().grantPermissions(['local-network-access'])
  await failureOf(page).getByRole('button', { name: 'Try again' }).click()
  await expect(dialogOf(page).getByRole('status')).toContainText('1 of 1 signed', PATIENT)
  await browser.close()
})

test('a policy that forbids the address is named as what it is', async ({ page, scene }) => {
  await hurry(page)
  await page.route('**/autofirma/launch', (route) => route.fulfill({ status: 204 }))
  await page.route('**/documents/*', async (route) => {
    const response = await route.fetch()
    const policy = `default-src 'self'; connect-src 'self' ${scene.portal.sandbox.url}`
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': policy } })
  })
  await openSigning(page, scene)
  await openButton(page).click()
  await expect(failureOf(page)).toContainText('The settings of this portal block Autofirma')
})

test('the address that starts Autofirma is opened in a hidden frame, which the policy allows and the page survives', async ({
  page,
  scene,
}) => {
  await behave(scene)
  await page.addInitScript({
    content: `window.events = []
      for (const name of ['securitypolicyviolation', 'beforeunload', 'pagehide'])
        addEventListener(name, () => window.events.push(name))`,
  })
  await changeSettings(page, { autofirmaLauncher: null })
  await openSigning(page, scene)
  await openButton(page).click()
  // This machine knows no such scheme: the test does what the desktop would do.
  const frame = page.locator('iframe[hidden]')
  await expect(frame).toHaveAttribute('src', /^afirma:\/\/websocket\?ports=(?:\d+,){2}\d+&v=4&jvc=4&idsession=\w{20}$/)
  const launcher = `${scene.portal.sandbox.url}/autofirma/launch`
  const url = await frame.getAttribute('src')
  await page.request.post(launcher, { data: { url } })
  await expect(dialogOf(page).getByRole('status')).toContainText('1 of 1 signed', PATIENT)
  expect(await page.evaluate('window.events')).toEqual([])
})

const failureOf = (page: Page) => page.getByRole('alertdialog', { name: 'Autofirma' })
