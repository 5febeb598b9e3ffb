/**
 * Every face of the page that answers applications, in light and in dark, on a desktop and on a phone: axe finds
 * nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { DEMO_PASSWORD } from '@rubrica/testing'
import { sendThere } from '../scenes/authorisation-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { problem, test } from '../scenes/portal-scene.ts'

const CHECK = '**/api/oauth/authorize-check'

const REQUEST = {
  RequestId: '7f1c2a30-5b1d-4a8e-9a35-0d6f4f5f7a11',
  ClientName: 'Notaría Ferrer i Associats, gestió documental',
  RedirectHost: 'expedients.notaria-ferrer.example',
  Scope: 'credential',
  CertTypes: ['keyvault', 'firmaremota'],
  CertGUID: null,
  Documents: 3,
  Description: 'Deed of sale 2026/1184, with its two annexes',
  RefusedUrl: 'https://expedients.notaria-ferrer.example/back?error=access_denied',
  ExpiresAt: '2099-01-01T00:00:00.000Z',
}

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the page that answers applications is accessible, and nothing is cut off', async ({ page, scene }) => {
      const { authcerts, common, login, signing } = readCatalogue(language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const dialog = page.getByRole('dialog')
      const asked = { response_type: 'code', client_id: 'a', redirect_uri: REQUEST.RefusedUrl, lang: language }
      const answer = (change: object) =>
        page.route(CHECK, (route) => route.fulfill({ json: { ...REQUEST, ...change } }))

      await page.route(CHECK, (route) => route.fulfill(problem(400, 'AUTHORISATION_REDIRECT_UNKNOWN')))
      await sendThere(page, scene, asked)
      await expect(page.getByText(authcerts.redirectUnknown)).toBeVisible()
      await look(page)

      await answer({})
      await sendThere(page, scene, asked)
      await expect(page.getByRole('region', { name: authcerts.request })).toContainText(REQUEST.ClientName)
      await look(page)
      await page.getByLabel(login.user, { exact: true }).fill('ana')
      await page.getByLabel(login.password, { exact: true }).fill(DEMO_PASSWORD)
      await button(login.submit).click()

      await expect(page.getByRole('radio')).toBeChecked()
      await look(page)
      await page.route('**/session/', (route) => route.fulfill(problem(422, 'WRONG_PIN')))
      await button(authcerts.authorise).click()
      await dialog.getByLabel(signing.pin).fill('0000')
      await dialog.getByRole('button', { name: authcerts.authorise }).click()
      await expect(dialog.getByLabel(signing.pin)).toHaveValue('')
      await look(page)
      await page.unroute('**/session/')
      await page.route('**/session/', (route) => route.fulfill(problem(400, 'AUTHORISATION_EXPIRED')))
      await dialog.getByLabel(signing.pin).fill('0000')
      await dialog.getByRole('button', { name: authcerts.authorise }).click()
      await expect(dialog.getByText(authcerts.over)).toBeVisible()
      await look(page)

      await answer({ Scope: 'service', Documents: 0 })
      await page.reload()
      await page.getByLabel(login.password, { exact: true }).fill('not mine')
      await button(signing.next).click()
      await expect(page.getByRole('alert')).toHaveText(login.invalid)
      await look(page)
      await page.getByLabel(login.password, { exact: true }).fill(DEMO_PASSWORD)
      await button(signing.next).click()
      await expect(page.getByRole('heading', { name: authcerts.consentTitle })).toBeVisible()
      await look(page)

      await answer({ CertTypes: ['firmaremota'] })
      await page.reload()
      await page.getByLabel(login.password, { exact: true }).fill(DEMO_PASSWORD)
      await button(signing.next).click()
      await expect(page.getByText(authcerts.emptyTitle)).toBeVisible()
      await look(page)

      await page.route(CHECK, (route) => route.abort())
      await page.reload()
      await expect(button(common.tryAgain)).toBeVisible()
      await look(page)
    })
  })
}
