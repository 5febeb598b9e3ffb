/**
 * Every screen, dialog and state, in light and in dark, on a desktop and on a phone: axe finds nothing, and no text is
 * cut off. In English; with RUBRICA_FULL_TESTS=1 in every language.
 */
import { expect, type Page } from '@playwright/test'
import { readCatalogue, type Catalogue } from '@rubrica/locales/node'
import { makePdf, type Scene } from '@rubrica/testing'
import { look, LOOKED_AT } from '../scenes/look-scene.ts'
import { expectRows, openAs, test, WINDOWS } from '../scenes/portal-scene.ts'

const PIN = '4711'

/** A stop on the walk through the portal. */
interface Walk {
  readonly page: Page
  readonly scene: Scene
  readonly texts: Catalogue
  readonly language: string
  readonly phone: boolean
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const withName = (text: string, values: Record<string, string | number>) =>
  text.replace(/\{\{(\w+)[^}]*\}\}/g, (_, name: string) => String(values[name]))

async function openNew(walk: Walk, options: { pages?: number; readAll?: boolean } = {}): Promise<void> {
  const { page, scene, language } = walk
  const { guid } = await scene.send({
    signers: ['biel', 'ana'],
    pdf: makePdf({ pages: options.pages ?? 1 }),
    signer: { readAll: options.readAll, reason: 'I agree with the terms of the lease and with its annexes' },
    description: {
      fileName: 'Contract of lease of the offices on the second floor.pdf',
      description: 'Please read before Friday',
      tags: ['Legal', 'Urgent'],
      senderName: 'Legal department',
    },
  })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}`, language })
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
}

async function walkLogin({ page, scene, texts, language }: Walk): Promise<void> {
  await page.addInitScript({ content: `localStorage.setItem('lang', '${language}')` })
  await page.goto(scene.portal.url)
  const user = page.getByLabel(texts.login.user, { exact: true })
  await expect(user).toBeVisible()
  await look(page)
  await user.fill('ana')
  await user.fill('')
  await page.getByLabel(texts.login.password, { exact: true }).fill('wrong')
  await expect(page.getByText(texts.login.userMissing)).toBeVisible()
  await look(page)
  await user.fill('ana')
  await button(page, texts.login.submit).click()
  await expect(page.getByRole('alert')).toHaveText(texts.login.invalid)
  await look(page)
}

async function walkList({ page, scene, texts, language, phone }: Walk): Promise<void> {
  await openAs(page, scene, { name: 'ana', path: '/documents', language })
  await expectRows(page)
  await look(page)
  await button(page, withName(texts.header.userMenu, { user: 'ana' })).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await look(page)
  await page.keyboard.press('Escape')
  if (phone) {
    await page.getByRole('button', { name: texts.documents.sortedBy.replace('{{column}}', '') }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await look(page)
    await page.keyboard.press('Escape')
  }
  await page.route('**/pendingsignatures/paginated?*', (route) =>
    route.fulfill({ json: { List: [], Count: 0, TotalPages: 0, PageNumber: 1, PageSize: 10 } }),
  )
  await page.reload()
  await expect(page.getByText(texts.documents.emptyTitle)).toBeVisible()
  await look(page)
  await page.unroute('**/pendingsignatures/paginated?*')
  await page.route('**/pendingsignatures/paginated?*', (route) =>
    route.fulfill({ status: 400, json: { Code: 'VALIDATION_FAILED', Message: 'no' } }),
  )
  await page.reload()
  await expect(page.getByText(texts.documents.failedTitle)).toBeVisible()
  await look(page)
}

async function walkViewer(walk: Walk): Promise<void> {
  const { page, texts, phone } = walk
  await openNew(walk, { pages: 12, readAll: true })
  await expect(page.locator('[data-page="2"] img')).toBeAttached()
  await look(page)
  if (phone) {
    await button(page, texts.viewer.details).click()
    await expect(page.getByRole('tab', { name: texts.viewer.signTab, exact: true })).toBeVisible()
    await look(page)
  }
  await page.getByRole('tab', { name: texts.viewer.signersTab }).click()
  await expect(page.getByRole('table', { name: texts.viewer.signers }).getByRole('row')).toHaveCount(3)
  await look(page)
  if (phone) {
    await button(page, texts.viewer.closeDetails).click()
    await page.getByRole('button', { name: texts.viewer.goToPage }).click()
    await look(page)
  }
  const box = page.getByRole('textbox', { name: texts.viewer.goToPage })
  await box.fill('99')
  await box.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(texts.pageBox.warningTitle)
  await look(page)
}

async function walkRejection(walk: Walk): Promise<void> {
  const { page, texts } = walk
  await openNew(walk)
  await button(page, texts.viewer.reject).click()
  const reason = page.getByRole('textbox', { name: texts.reject.reason })
  await reason.fill('x'.repeat(430))
  await look(page)
  await reason.fill('')
  await expect(page.getByText(texts.reject.empty)).toBeVisible()
  await look(page)
}

async function walkSigning(walk: Walk): Promise<void> {
  const { page, scene, texts } = walk
  const { call, legalId, certificateId } = scene.people.biel
  const file = await scene.portal.sandbox.makePerson({ of: 'biel', commonName: 'Second key', keyType: 'ec', pin: PIN })
  const second = await call.uploadCertificate({
    params: { legalid: legalId },
    body: { p12: Buffer.from(file).toString('base64'), certalias: 'Second key', pin: PIN, certtype: 'keyvault' },
  })
  await openNew(walk)
  await button(page, texts.viewer.sign).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  await look(page)
  await dialog.getByRole('radio', { name: 'Second key' }).check()
  await button(page, texts.signing.next).click()
  const pin = dialog.getByLabel(texts.signing.pin)
  await expect(pin).toBeVisible()
  await look(page)
  await pin.fill('wrong')
  await pin.press('Enter')
  await expect(dialog.getByText(texts.errors.WRONG_PIN)).toBeVisible()
  await look(page)

  let release = () => {}
  const held = new Promise<void>((done) => (release = done))
  await page.route('**/signature/keyvault/**', async (route) => {
    await held
    await route.fulfill({ status: 423, json: { Code: 'PIN_LOCKED', Message: 'locked' } })
  })
  await pin.fill(PIN)
  await pin.press('Enter')
  await expect(dialog.getByText(texts.signing.progressText)).toBeVisible()
  await look(page)
  release()
  await expect(dialog.getByRole('heading', { name: texts.signing.lockedTitle })).toBeVisible()
  await look(page)
  await call.deleteCertificate({ params: { legalid: legalId, guid: second.GUID } })
  expect(certificateId).not.toBe(second.GUID)
}

async function walkCertificates({ page, scene, texts, language }: Walk): Promise<void> {
  await openAs(page, scene, { name: 'biel', path: '/certificates', language })
  const { certificates } = texts
  await page.getByRole('tab', { name: 'KeyVault' }).click()
  const deletion = page.getByRole('row').nth(1).getByRole('button').last()
  await expect(deletion).toBeVisible()
  await look(page)
  await deletion.click()
  await expect(page.getByRole('dialog')).toContainText(certificates.delete.text)
  await look(page)
  await page.keyboard.press('Escape')
  await button(page, certificates.upload.open).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel(certificates.upload.filePassword)).toBeVisible()
  await look(page)
  await dialog
    .getByLabel(certificates.upload.file)
    .setInputFiles({ name: 'key.p12', mimeType: '', buffer: Buffer.from('no key') })
  await dialog.getByLabel(certificates.upload.pin, { exact: true }).fill(PIN)
  await dialog.getByLabel(certificates.upload.repeatPin).fill(PIN)
  await dialog.getByRole('button', { name: certificates.upload.confirm }).click()
  await expect(dialog.getByRole('alert')).toHaveText(texts.keyFileErrors.P12_DAMAGED)
  await look(page)
  await page.route('**/certs', (route) =>
    route.fulfill({ status: 404, json: { Code: 'NO_CERTIFICATES', Message: '' } }),
  )
  await page.reload()
  await expect(page.getByText(certificates.emptyTitle)).toBeVisible()
  await look(page)
}

async function walkDeadEnds({ page, scene, texts, language }: Walk): Promise<void> {
  await openAs(page, scene, { name: 'ana', path: '/nowhere', language })
  await expect(page.getByRole('heading', { name: texts.notFound.title })).toBeVisible()
  await look(page)
  await page.goto(`${scene.portal.url}/documents/${crypto.randomUUID()}`)
  await expect(page.getByText(texts.viewer.notFoundTitle)).toBeVisible()
  await look(page)
  await button(page, texts.viewer.goToList).click()
  await expectRows(page)
  await page.route('**/api/**', (route) =>
    route.fulfill({ status: 401, json: { Code: 'SESSION_EXPIRED', Message: 'expired' } }),
  )
  await page.reload()
  await expect(page.getByRole('alertdialog')).toContainText(texts.sessionExpired.title)
  await look(page)
}

const WALKS = {
  'the login': walkLogin,
  'the list': walkList,
  'the viewer': walkViewer,
  'the rejection': walkRejection,
  'the signing': walkSigning,
  'the certificates': walkCertificates,
  'dead ends and the end of the session': walkDeadEnds,
}

for (const { width, use } of WINDOWS) {
  test.describe(`at ${width} px`, () => {
    test.use({ ...use, locale: 'en-GB' })
    for (const language of LOOKED_AT) {
      for (const [where, walk] of Object.entries(WALKS)) {
        test(`axe finds nothing and no text is cut off in ${where}, ${language}`, async ({ page, scene }) => {
          await walk({ page, scene, texts: readCatalogue(language), language, phone: width === 390 })
        })
      }
    }
  })
}
