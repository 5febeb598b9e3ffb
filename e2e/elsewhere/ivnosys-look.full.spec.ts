/**
 * Every face of a signature with Ivnosys and of the ways back, in light and in dark, on a desktop and on a phone: axe
 * finds nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'

const PAGE = 'https://ivsign.example/mfa'
const TransactionId = crypto.randomUUID()

const certificate = (kind: string, AuthenticationType: string, i: number) => ({
  GUID: crypto.randomUUID().replace(/^./, `${i}`),
  CertType: 'Ivnosys',
  certalias: `The certificate of a representative with a long name ${kind}`,
  DN: 'CN=Somebody',
  AuthenticationType,
  PinRequired: AuthenticationType === 'PIN',
  ExpirationDate: '2099-01-01T00:00:00Z',
  Holder: { Name: 'Ana Vidal Serra', Organisation: 'Forja Roca SL', Kind: 'employee', Verdict: 'same', MaySign: true },
})
const CERTIFICATES = [certificate('pin', 'PIN', 1), certificate('page', 'OTP', 2), certificate('phone', 'APP', 3)]

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the faces of Ivnosys are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const dialog = page.getByRole('dialog')
      let begun: object = {}
      await page.route('**/vidmobileuser/certstype', (route) => route.fulfill({ json: { Ivnosys: true } }))
      await page.route('**/certs', (route) => route.fulfill({ json: CERTIFICATES }))
      await page.route('**/initsign', (route) => route.fulfill({ json: begun }))
      await page.route('**/completesign/**', (route) =>
        route.fulfill({ status: 202, json: { TransactionId, AuthType: 'MOBILE' } }),
      )
      // With nothing to show, the browser stays where it is.
      await page.route(`${PAGE}*`, (route) => route.fulfill({ status: 204 }))
      const { guid } = await scene.send({ signers: ['biel'] })
      await openAs(page, scene, { name: 'biel', path: `/documents/${guid}`, language })
      const goOn = () => dialog.getByRole('button', { name: texts.signing.next }).click()
      const cancel = () => dialog.getByRole('button', { name: texts.common.cancel }).click()
      const choose = async (kind: string, AuthType: string, RedirectUrl?: string) => {
        begun = { TransactionId, AuthType, RedirectUrl }
        await page.getByRole('button', { name: texts.viewer.sign, exact: true }).click()
        await dialog.getByRole('radio', { name: kind }).check()
        await goOn()
      }

      await choose(' pin', 'PIN')
      await expect(dialog.getByLabel(texts.signing.pin)).toBeFocused()
      await look(page)
      await cancel()

      await choose(' phone', 'MOBILE')
      await expect(dialog).toContainText(texts.ivnosys.confirmPhone)
      await look(page)
      await goOn()
      await expect(dialog.getByRole('status')).toContainText(texts.signing.waiting)
      await look(page)
      await cancel()

      await choose(' page', 'REDIRECT', PAGE)
      await expect(dialog).toContainText(texts.ivnosys.confirmPage)
      await look(page)
      await goOn()
      await expect(dialog.getByRole('status')).toContainText(texts.ivnosys.leaving)
      await look(page)
      await cancel()

      await page.goto(`${scene.portal.url}/ivsign-sign?transactionid=${TransactionId}`)
      await expect(page.getByRole('alertdialog')).toContainText(texts.ivnosys.lostText)
      await look(page)

      await page.clock.install()
      await page.goto(`${scene.portal.url}/ivsign-sign`)
      await expect(page.getByRole('alert')).toContainText(texts.ivnosys.missingTransaction)
      await look(page)
    })
  })
}
