/**
 * Every face of the certificates screen, in light and in dark, on a desktop and on a phone: axe finds nothing, and no
 * text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { DEMO_PASSWORD } from '@rubrica/testing'
import { forgetTries } from '../scenes/certificates-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

test.afterAll(({ scene }) => restorePeople(scene))

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the tabs, forms, steps and dialogs of certificates are accessible, and nothing is cut off', async ({
      page,
      scene,
    }) => {
      const { certificates, common, login } = readCatalogue(language)
      const { account } = certificates
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const inDialog = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true })
      const field = (name: string) => page.getByLabel(name, { exact: true })
      const tab = (name: string) => page.getByRole('tab', { name }).click()
      const fill = async (password: string) => {
        await field(account.fields.Username).fill('ana')
        await field(account.fields.Password).fill(password)
      }
      await forgetTries(scene)
      await openAs(page, scene, { name: 'ana', path: '/certificates?ivnosysAuthorization=true', language })
      // The tab that an address chooses is brought into sight, though it is the last of a row that is scrolled.
      await expect(page.getByRole('tab', { name: 'Ivnosys' })).toBeInViewport({ ratio: 1 })
      await tab('Software')
      await expect(page.getByText(certificates.emptyTitle)).toBeVisible()
      await look(page)
      await button(certificates.issue.open).click()
      await look(page)
      await page.keyboard.press('Escape')
      await button(certificates.types.open).click()
      await look(page)
      await page.keyboard.press('Escape')

      await tab('KeyVault')
      await button(certificates.changePin.label.replace('{{alias}}', 'Ana Vidal Serra')).click()
      await field(certificates.changePin.current).fill('0000')
      await field(certificates.changePin.new).fill('1234')
      await field(certificates.changePin.confirmation).fill('123')
      await look(page)
      await page.keyboard.press('Escape')
      await button(certificates.upload.open).click()
      await look(page)
      await page.keyboard.press('Escape')

      await tab('TrustPRO')
      await expect(button(account.authorise)).toBeDisabled()
      await look(page)
      await fill('not mine')
      await button(account.authorise).click()
      await expect(page.getByRole('tabpanel').getByRole('alert')).toHaveText(login.invalid)
      await look(page)
      await fill(DEMO_PASSWORD)
      await button(account.authorise).click()
      await expect(button(account.unauthorise)).toBeVisible()
      await look(page)
      await button(account.unauthorise).click()
      await look(page)
      await inDialog(account.unauthorise).click()
      await expect(button(account.authorise)).toBeVisible()

      await tab('Nebula')
      await look(page)
      await field(account.fields.Client).fill('rubrica')
      await fill(DEMO_PASSWORD)
      await button(account.next).click()
      await expect(page.getByRole('radio')).toHaveCount(3)
      await look(page)
      await page.getByRole('radio', { name: account.ways.LIST }).check()
      await button(account.next).click()
      await expect(page.getByLabel(account.code)).toBeVisible()
      await page.getByLabel(account.code).fill('000000')
      await button(account.authorise).click()
      await expect(page.getByLabel(account.code)).toHaveValue('')
      await expect(page.getByLabel(account.code)).toBeEnabled()
      await look(page)
      await button(common.cancel).click()

      const status = { IsAuthorized: false, LogsInThere: true }
      await page.route('**/firmaremotaauth/status', (route) => route.fulfill({ json: status }))
      await page.reload()
      await tab('TrustPRO')
      await expect(button(account.goThere.replace('{{provider}}', 'TrustPRO'))).toBeEnabled()
      await look(page)

      await page.route('**/redtrustauth/status', (route) => route.fulfill(problem(403, 'SCOPE_TOO_NARROW')))
      await tab('RedTrust')
      await expect(page.getByText(account.statusFailed)).toBeVisible()
      await look(page)
    })
  })
}
