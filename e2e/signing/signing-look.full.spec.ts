/**
 * Every step between a certificate and its signature, in light and in dark, on a desktop and on a phone: axe finds
 * nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'

const allowed = { KeyVault: true, FirmaRemota: true, Nebula: true, Uanataca: true }
const certificate = {
  GUID: crypto.randomUUID(),
  certalias: 'The certificate of a representative with a long name 0123456789',
  DN: 'CN=Somebody',
  AuthenticationType: 'PIN',
  PinRequired: true,
  ExpirationDate: '2099-01-01T00:00:00Z',
  Holder: { Name: 'Ana Vidal Serra', Organisation: 'Forja Roca SL', Kind: 'employee', Verdict: 'same', MaySign: true },
}
const MANY = Array.from({ length: 10 }, () => ({ CertType: 'uanataca' }))
const batch = { BatchId: crypto.randomUUID(), ExpiresAt: '2099-01-01T00:00:00Z', Failed: [] }
const Authenticators = [
  { Id: '1', Name: 'SMS' },
  { Id: '2', Name: 'LIST' },
]

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the steps of signing are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const dialog = page.getByRole('dialog')
      let own: object[] = []
      const answers: Record<string, object> = {
        '**/vidmobileuser/certstype': { json: allowed },
        '**/signature/batches': { json: batch },
        '**/firmaremotaauth/session/': { status: 202, json: { SessionId: crypto.randomUUID() } },
        '**/nebulaauth': { json: { Authenticators } },
        '**/nebulaauthmiddle': { json: { Hint: '17' } },
      }
      for (const [address, answer] of Object.entries(answers)) {
        await page.route(address, (route) => route.fulfill(answer))
      }
      await page.route('**/certs', (route) => route.fulfill({ json: own }))
      const { guid } = await scene.send({ signers: ['biel'] })
      await openAs(page, scene, { name: 'biel', path: `/documents/${guid}`, language })
      const open = async (...certificates: object[]) => {
        own = certificates.map((one, i) => ({
          ...certificate,
          ...one,
          GUID: crypto.randomUUID().replace(/^./, i.toString(16)),
        }))
        await page.reload()
        await page.getByRole('button', { name: texts.viewer.sign, exact: true }).click()
      }

      // More than a phone shows at once: what goes on stays in sight, and hides nothing that has the focus.
      await open({ CertType: 'keyvault', Locked: true }, { CertType: 'keyvault' }, ...MANY)
      await expect(dialog.getByRole('radio')).toHaveCount(4)
      await look(page)
      await dialog.getByText(texts.signing.unable_one.replace('{{count}}', '1')).click()
      await dialog.getByRole('button', { name: texts.signing.showMore_other.replace('{{count}}', '7') }).click()
      await expect(dialog.getByRole('radio')).toHaveCount(1 + MANY.length)
      const goOn = dialog.getByRole('button', { name: texts.signing.next })
      await expect(goOn).toBeInViewport({ ratio: 1 })
      await look(page)
      await dialog.getByRole('radio').first().press('ArrowUp')
      await expect(dialog.getByRole('radio').last()).toBeFocused()
      const [last, button] = await Promise.all([dialog.locator('label').last(), goOn].map((one) => one.boundingBox()))
      expect(last!.y + last!.height).toBeLessThanOrEqual(button!.y)

      await open({ CertType: 'keyvault', Locked: true })
      await expect(dialog).toContainText(texts.signing.emptyLocked)
      await look(page)

      const Holder = { ...certificate.Holder, Organisation: null, Kind: 'unknown', Verdict: 'unknown' }
      await open({ CertType: 'keyvault', Holder }, { CertType: 'keyvault' })
      await dialog.getByRole('radio').first().check()
      await expect(dialog).toContainText(texts.signing.holderUnknown)
      await look(page)
      await open({ CertType: 'keyvault', Holder: { ...certificate.Holder, Verdict: 'another', MaySign: false } })
      await expect(dialog).toContainText(texts.signing.emptyForeign)
      await look(page)

      await page.route('**/otp', (route) => route.fulfill({ json: { Qualified: true, SentTo: '+34 ··· ··· 300' } }))
      await open({ CertType: 'uanataca', AuthenticationType: 'OTP', Inputs: ['code'] })
      await expect(dialog.getByLabel(texts.signing.code)).toBeFocused()
      await expect(dialog.getByLabel(texts.signing.pin)).toBeVisible()
      await look(page)

      await page.route('**/otp', (route) => route.fulfill(problem(422, 'PHONE_MISSING')))
      await open({ CertType: 'uanataca', AuthenticationType: 'OTP', Inputs: ['code'] })
      await expect(dialog.getByRole('alert')).toContainText(texts.errors.PHONE_MISSING)
      await look(page)

      await open({ CertType: 'firmaremota', AuthenticationType: 'APP', PinRequired: false, Inputs: [] })
      const confirm = dialog.getByRole('button', { name: texts.signing.confirm, exact: true })
      await expect(confirm).toBeFocused()
      await look(page)
      await confirm.click()
      await expect(dialog.getByRole('status')).toBeFocused()
      await look(page)

      await open({ CertType: 'Nebula' })
      await expect(dialog.getByRole('radio')).toHaveCount(2)
      await look(page)
      await dialog.getByRole('button', { name: texts.signing.next }).click()
      await expect(dialog.getByLabel(texts.signing.code)).toBeFocused()
      await look(page)
    })
  })
}
