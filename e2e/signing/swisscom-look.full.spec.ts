/**
 * Every face of the way to Swisscom, in light and in dark, on a desktop and on a phone: axe finds nothing, and no text
 * is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'
import { lookWhenAsked } from '../scenes/swisscom-scene.ts'

const filled = (text: string) => text.replaceAll('{{provider}}', 'Swisscom')
const IDENTITY = {
  DN: 'cn=Ana Vidal Serra,givenname=Ana,surname=Vidal Serra,c=ES,serialnumber=IDCES-00000000T,emailaddress=ana@example.test',
  Phone: '+34600000001',
}
const PAST = {
  GUID: crypto.randomUUID(),
  CertType: 'swisscom',
  certalias: 'Ana Vidal Serra',
  DN: IDENTITY.DN,
  AuthenticationType: 'APP',
  PinRequired: false,
  ExpirationDate: '2026-01-01T00:10:00Z',
  Holder: { Name: 'Ana Vidal Serra', Organisation: 'Forja Roca SL', Kind: 'employee', Verdict: 'same', MaySign: true },
}

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the way to Swisscom is accessible, and nothing is cut off', async ({ page, scene }) => {
      const { common, consent, signing, viewer } = readCatalogue(language)
      const dialog = page.getByRole('dialog')
      const button = (name: string) => dialog.getByRole('button', { name: filled(name), exact: true })
      let identity: object = { json: { ...IDENTITY, Phone: null } }
      let certificates: object = { status: 404, json: {} }
      const ends = [problem(409, 'CONSENT_PENDING'), problem(409, 'CONSENT_PENDING'), problem(409, 'CONSENT_MISMATCH')]
      await page.route('**/vidmobileuser/certstype', (route) =>
        route.fulfill({ json: { Swisscom: true, Local: true } }),
      )
      await page.route('**/certs', (route) => route.fulfill(certificates))
      await page.route('**/swisscom/identity', (route) => route.fulfill(identity))
      let RedirectURL: string | null = null
      await page.route('**/signrequest', (route) =>
        route.fulfill({ json: { RedirectURL, RequestID: crypto.randomUUID() } }),
      )
      await page.route('**/completesignature/**', (route) => route.fulfill(ends.shift()))
      await page.addInitScript('window.open = () => null')
      await lookWhenAsked(page)
      const { guid } = await scene.send({ signers: ['biel'] })
      const open = async () => {
        await page.getByRole('button', { name: viewer.sign, exact: true }).click()
        await expect(dialog.getByRole('radio')).toHaveCount(2)
      }
      await openAs(page, scene, { name: 'biel', path: `/documents/${guid}`, language })
      await open()
      await look(page)
      await button(signing.next).click()
      await expect(dialog).toContainText(consent.phoneMissing)
      await look(page)

      identity = { json: IDENTITY }
      await page.reload()
      await open()
      await button(signing.next).click()
      await expect(dialog).toContainText(IDENTITY.Phone)
      await look(page)
      await button(consent.ask).click()
      await expect(dialog).toContainText(filled(consent.onPhone))
      await look(page)
      RedirectURL = `${scene.portal.url}/consent`
      await page.reload()
      await open()
      await button(signing.next).click()
      await button(consent.ask).click()
      await expect(dialog).toContainText(filled(consent.blocked))
      await look(page)
      await button(consent.confirmed).click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await look(page)
      await button(common.tryAgain).click()
      await expect(button(consent.askAgain)).toBeFocused()
      await look(page)

      for (const listed of [[], [PAST]]) {
        certificates = listed.length === 0 ? { status: 404, json: {} } : { json: listed }
        await page.goto(`${scene.portal.url}/certificates`)
        await expect(page.getByRole('tabpanel')).toContainText(IDENTITY.Phone)
        await look(page)
      }
    })
  })
}
