import { randomBytes } from 'node:crypto'
import { expect, type Locator, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { openAs, test } from '../scenes/portal-scene.ts'

const CERTS = '**/vidmobileusers/*/certs'
const PIN = '4711'

interface Upload {
  readonly name?: string
  readonly file: Uint8Array
  readonly alias: string
  readonly pin?: string
  readonly repeated?: string
  /** Of the file; the PIN of this suite where nothing is said. */
  readonly password?: string
}

async function fillUpload(page: Page, upload: Upload): Promise<{ dialog: Locator; confirm: Locator }> {
  const { name = 'key.p12', file, alias, pin = PIN, repeated = pin, password = PIN } = upload
  const dialog = page.getByRole('dialog')
  if (!(await dialog.isVisible())) await page.getByRole('button', { name: 'Upload certificate' }).click()
  await dialog
    .getByLabel('Certificate file')
    .setInputFiles({ name, mimeType: 'application/x-pkcs12', buffer: Buffer.from(file) })
  await dialog.getByLabel('Password of the file').fill(password)
  await dialog.getByLabel('Name').fill(alias)
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('Repeat PIN').fill(repeated)
  return { dialog, confirm: dialog.getByRole('button', { name: 'Upload certificate' }) }
}

const rowOf = (page: Page, alias: string) => page.getByRole('row').filter({ hasText: alias })

test.beforeEach(async ({ page, scene }) => {
  await openAs(page, scene, { name: 'biel', path: '/certificates' })
  await page.getByRole('tab', { name: 'KeyVault' }).click()
})

test('a key file is put into the vault with a name and a PIN, and deleted after a confirmation', async ({
  page,
  scene,
}) => {
  const file = await scene.portal.sandbox.makePerson({
    of: 'biel',
    commonName: 'Biel at work',
    keyType: 'ec',
    pin: PIN,
  })
  const { dialog, confirm } = await fillUpload(page, { file, alias: 'Biel at work' })
  await confirm.click()
  await expect(page.getByRole('status').getByText('Task completed')).toBeVisible()
  await expect(dialog).toBeHidden()
  const row = rowOf(page, 'Biel at work')
  await expect(row.locator('time')).toHaveText(/\d{4}/)

  await row.getByRole('button', { name: 'Delete Biel at work' }).click()
  const asking = page.getByRole('dialog', { name: 'Delete “Biel at work”?' })
  await asking.getByRole('button', { name: 'Cancel' }).click()
  await expect(row).toBeVisible()
  await row.getByRole('button', { name: 'Delete Biel at work' }).click()
  await asking.getByRole('button', { name: 'Delete certificate' }).click()
  await expect(page.getByRole('status').getByText('Certificate deleted')).toBeVisible()
  await expect(row).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the button waits for a .p12 or .pfx file, a name, and the same PIN twice', async ({ page }) => {
  const file = new Uint8Array([1])
  const { dialog, confirm } = await fillUpload(page, { name: 'key.txt', file, alias: 'Key' })
  await expect(dialog.getByText('Choose a .p12 or .pfx file')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await fillUpload(page, { name: 'key.PFX', file, alias: 'Key', repeated: '4712' })
  await expect(dialog.getByText('The PINs do not match')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await fillUpload(page, { file, alias: '  ' })
  await expect(confirm).toBeDisabled()
  await fillUpload(page, { file, alias: 'Key', pin: '' })
  await expect(confirm).toBeDisabled()
  await fillUpload(page, { file, alias: 'Key' })
  await expect(confirm).toBeEnabled()
})

test('the name is that of the file until another one is written', { tag: '@full' }, async ({ page }) => {
  await page.getByRole('button', { name: 'Upload certificate' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (name: string) =>
    dialog.getByLabel('Certificate file').setInputFiles({ name, mimeType: '', buffer: Buffer.from([1]) })
  const alias = dialog.getByLabel('Name')
  await choose('my_key.p12')
  await expect(alias).toHaveValue('my key')
  await choose('another.p12')
  await expect(alias).toHaveValue('another')
  await alias.fill('Mine')
  await choose('third.p12')
  await expect(alias).toHaveValue('Mine')
})

test('leaving the file picker without a file keeps the form', { tag: '@full' }, async ({ page }) => {
  const { dialog } = await fillUpload(page, { file: new Uint8Array([1]), alias: 'Kept' })
  // What the browser says then.
  await dialog.getByLabel('Certificate file').evaluate((input: { dispatchEvent(event: unknown): void }, type) => {
    input.dispatchEvent(new Event(type, { bubbles: true }))
  }, 'cancel')
  await expect(dialog.getByLabel('Name')).toHaveValue('Kept')
})

test('a file that cannot be used is refused with its reason, and what was typed stays', async ({ page, scene }) => {
  const make = (profile: string) =>
    scene.portal.sandbox.makePerson({ of: 'biel', commonName: profile, keyType: 'ec', pin: PIN, profile })
  for (const [file, text] of [
    [await make('expired'), 'It has expired.'],
    [await make('ca'), 'It belongs to a certificate authority, not to a person.'],
    [randomBytes(300), 'The file is damaged or is not a certificate file.'],
  ] as const) {
    const { dialog, confirm } = await fillUpload(page, { file, alias: 'Refused' })
    await confirm.click()
    await expect(dialog.getByRole('alert').filter({ hasText: text })).toBeVisible()
    await expect(dialog.getByLabel('PIN', { exact: true })).toHaveValue(PIN)
  }
  // Told with its status too; a password that is wrong has words of its own.
  await expect(page.getByText('Error 422: The file is damaged or is not a certificate file.').first()).toBeAttached()
  await expect(page.getByText(/^Error \d+: Certificate password error/)).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(rowOf(page, 'Refused')).toHaveCount(0)
})

/** How the sentence about a password that does not open the file begins in each language. */
const WRONG_PASSWORD = [
  ['es', 'Error en la contraseña del certificado'],
  ['en', 'Certificate password error'],
  ['ca', 'Error en la contrasenya del certificat'],
  ['de', 'Fehler beim Passwort des Zertifikats'],
  ['fr', 'Erreur de mot de passe du certificat'],
] as const

test(
  'a password that does not open the key file is said under its field, in the language of the page',
  { tag: '@full' },
  async ({ page, scene }) => {
    for (const [language, words] of WRONG_PASSWORD) {
      expect(readCatalogue(language).keyFileErrors.P12_WRONG_PASSWORD).toContain(words)
    }
    const { certificates, keyFileErrors } = readCatalogue('ca')
    await openAs(page, scene, { name: 'biel', path: '/certificates', language: 'ca' })
    await page.getByRole('tab', { name: 'KeyVault' }).click()
    await page.getByRole('button', { name: certificates.upload.open }).click()
    const dialog = page.getByRole('dialog')
    const buffer = Buffer.from(
      await scene.portal.sandbox.makePerson({ of: 'biel', commonName: 'Closed', keyType: 'ec', pin: PIN }),
    )
    await dialog.getByLabel(certificates.upload.file).setInputFiles({ name: 'key.p12', mimeType: '', buffer })
    await dialog.getByLabel(certificates.upload.pin, { exact: true }).fill(PIN)
    await dialog.getByLabel(certificates.upload.repeatPin).fill(PIN)
    const password = dialog.getByLabel(certificates.upload.filePassword)
    await password.fill('not its password')
    await dialog.getByRole('button', { name: certificates.upload.confirm }).click()
    await expect(password).toHaveAccessibleDescription(new RegExp(keyFileErrors.P12_WRONG_PASSWORD))
    await expect(password).toBeFocused()
    await expect(password).toHaveValue('not its password')
    await expect(dialog.getByRole('button', { name: certificates.upload.confirm })).toBeEnabled()
  },
)

test('a name that is taken is refused', { tag: '@full' }, async ({ page, scene }) => {
  const [own] = await scene.people.biel.call.certificates({ params: { legalid: scene.people.biel.legalId } })
  const file = await scene.portal.sandbox.makePerson({ of: 'biel', commonName: 'Twin', keyType: 'ec', pin: PIN })
  const { dialog, confirm } = await fillUpload(page, { file, alias: own!.certalias })
  await confirm.click()
  await expect(dialog.getByRole('alert')).toHaveText(/already have a certificate with this name/)
})

test('of a file with several keys one is chosen, and sent with the file', async ({ page, scene }) => {
  const file = await scene.portal.sandbox.makePerson({ of: 'biel', commonName: 'Several', keyType: 'ec', pin: PIN })
  const sent: (string | undefined)[] = []
  await page.route(CERTS, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const body = route.request().postDataJSON() as { keyalias?: string }
    sent.push(body.keyalias)
    const Keys = [
      { Alias: 'one', Subject: 'CN=First key' },
      { Alias: 'two', Subject: 'CN=Second key' },
    ]
    if (sent.length === 1) {
      return route.fulfill({ status: 422, json: { Code: 'P12_SEVERAL_KEYS', Message: 'choose', Details: { Keys } } })
    }
    await route.continue({ postData: { ...body, keyalias: undefined } })
  })
  const { dialog, confirm } = await fillUpload(page, { file, alias: 'Several' })
  await confirm.click()
  await expect(dialog.getByText('The file holds several keys. Choose one.')).toBeVisible()
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('radio', { name: 'CN=Second key' }).check()
  await confirm.click()
  await expect(dialog).toBeHidden()
  expect(sent).toEqual([undefined, 'two'])
  const row = rowOf(page, 'Several')
  await row.getByRole('button', { name: 'Delete Several' }).click()
  await page.getByRole('button', { name: 'Delete certificate' }).click()
  await expect(row).toHaveCount(0)
})

test('the password of the file is asked for apart from the new PIN, which signs afterwards', async ({
  page,
  scene,
}) => {
  const file = await scene.portal.sandbox.makePerson({
    of: 'biel',
    commonName: 'Other',
    keyType: 'ec',
    pin: 'of the file',
  })
  const { dialog, confirm } = await fillUpload(page, { file, alias: 'Other password', password: '' })
  await expect(dialog.getByLabel('PIN', { exact: true })).toHaveAccessibleDescription(/each time you sign/)
  await confirm.click()
  const password = dialog.getByLabel('Password of the file')
  await expect(password).toHaveAccessibleDescription(/the password does not open the file/)
  await password.fill('of the file')
  await confirm.click()
  await expect(dialog).toBeHidden()
  const { GUID: CertGUID } = (
    await scene.people.biel.call.certificates({
      params: { legalid: scene.people.biel.legalId },
    })
  ).find(({ certalias }) => certalias === 'Other password')!
  const sent = await scene.send({ signers: ['biel'] })
  const sign = (pin: string) =>
    scene.people.biel.call.sign({
      params: { type: 'keyvault', signerGuid: sent.signers[0]!.guid },
      body: { CertGUID, PIN: pin, CertType: 'keyvault', AccessMethod: 'USER_PASS' },
    })
  await expect(sign('of the file')).rejects.toMatchObject({ status: 422 })
  await sign(PIN)
  const row = rowOf(page, 'Other password')
  await row.getByRole('button', { name: 'Delete Other password' }).click()
  await page.getByRole('button', { name: 'Delete certificate' }).click()
  await expect(row).toHaveCount(0)
})

test('another key file is not asked for a key of the one before', { tag: '@full' }, async ({ page }) => {
  const sent: unknown[] = []
  await page.route('**/vidmobileusers/*/certs', (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    sent.push((route.request().postDataJSON() as { keyalias?: string }).keyalias)
    const Keys = [
      { Alias: 'one', Subject: 'CN=First key' },
      { Alias: 'two', Subject: 'CN=Second key' },
    ]
    return route.fulfill({
      status: 422,
      json: { Code: 'P12_SEVERAL_KEYS', Message: 'choose', Details: { Keys } },
    })
  })
  await page.getByRole('button', { name: 'Upload certificate' }).click()
  const dialog = page.getByRole('dialog')
  const choose = (name: string) =>
    dialog.getByLabel('Certificate file').setInputFiles({ name, mimeType: '', buffer: Buffer.from([1]) })
  const confirm = dialog.getByRole('button', { name: 'Upload certificate' })
  await choose('several.p12')
  await dialog.getByLabel('PIN', { exact: true }).fill('4711')
  await dialog.getByLabel('Repeat PIN').fill('4711')
  await confirm.click()
  await dialog.getByRole('radio', { name: 'CN=Second key' }).check()
  await choose('single.p12')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await confirm.click()
  await expect(dialog.getByRole('radio')).toHaveCount(2)
  expect(sent).toEqual([undefined, undefined])
})

test('the screen opens on the first type that has a certificate, and a reload stays on the tab', async ({ page }) => {
  await page.evaluate(`sessionStorage.removeItem('certificatesTab')`)
  await page.reload()
  await expect(page.getByRole('tab', { name: 'KeyVault' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('tab', { name: 'Nebula' }).click()
  await page.reload()
  await expect(page.getByRole('tab', { name: 'Nebula' })).toHaveAttribute('aria-selected', 'true')
})
