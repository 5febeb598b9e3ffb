/** Keys that the server keeps: issued on demand, with a code on the phone, under another PIN, near their end. */
import { expect, type Page } from '@playwright/test'
import { allowTypes, FLAGS, operate } from '../scenes/allow-types.ts'
import { expectToast, openTab, panel, rowOf, rows } from '../scenes/certificates-scene.ts'
import { expectAccessible, openAs, problem, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

const dialog = (page: Page) => page.getByRole('dialog')
const inDialog = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true })

async function deleteRow(page: Page, alias: string): Promise<void> {
  await rowOf(page, alias)
    .getByRole('button', { name: `Delete ${alias}` })
    .click()
  await inDialog(page, 'Delete certificate').click()
  await expect(rowOf(page, alias)).toHaveCount(0)
}

async function fillIssue(page: Page, alias: string): Promise<void> {
  await page.getByRole('button', { name: 'Issue certificate' }).click()
  await dialog(page).getByLabel('Name').fill(alias)
  await dialog(page).getByLabel('PIN', { exact: true }).fill('1234')
  await dialog(page).getByLabel('Repeat PIN').fill('1234')
}

async function fillPins(page: Page, current: string, next: string, repeated = next): Promise<void> {
  await dialog(page).getByLabel('Current PIN').fill(current)
  await dialog(page).getByLabel('New PIN', { exact: true }).fill(next)
  await dialog(page).getByLabel('Repeat the new PIN').fill(repeated)
}

test.afterAll(({ scene }) => restorePeople(scene))

test('a software certificate is issued on demand, put under another PIN, and deleted', async ({ page, scene }) => {
  await openTab(page, scene, { name: 'ana', tab: 'Software' })
  await expect(panel(page)).toContainText('Have a certificate issued in your name.')
  await fillIssue(page, 'On demand')
  await dialog(page).getByLabel('Repeat PIN').fill('12345')
  await expect(dialog(page).getByText('The PINs do not match')).toBeVisible()
  await expect(inDialog(page, 'Issue certificate')).toBeDisabled()
  await dialog(page).getByLabel('Repeat PIN').fill('1234')
  await inDialog(page, 'Issue certificate').click()
  await expect(rowOf(page, 'On demand').locator('time')).toHaveText(/\d{4}/)
  await expect(panel(page).getByRole('columnheader')).toHaveText(['Name', 'Expires', 'Actions'])
  await expectToast(page, 'Task completed')

  await fillIssue(page, 'On demand')
  await inDialog(page, 'Issue certificate').click()
  await expect(dialog(page).getByRole('alert')).toContainText('already have a certificate with this name')
  await page.keyboard.press('Escape')

  await rowOf(page, 'On demand').getByRole('button', { name: 'Change the PIN of On demand' }).click()
  const confirm = inDialog(page, 'Change PIN')
  await expect(confirm).toBeDisabled()
  await fillPins(page, '', '5678')
  await expect(confirm).toBeDisabled()
  await fillPins(page, '1234', '5678', '567')
  await expect(confirm).toBeDisabled()
  await expect(dialog(page).getByText('The PINs do not match')).toBeVisible()
  await fillPins(page, '0000', '5678')
  await confirm.click()
  const current = dialog(page).getByLabel('Current PIN')
  await expect(current).toHaveAccessibleDescription(
    'Incorrect PIN, please try again. 4 tries left before the certificate is locked.',
  )
  await expect(current).toHaveValue('')
  await expect(current).toBeFocused()
  await current.fill('1234')
  await current.press('Enter')
  await expectToast(page, 'PIN changed')
  await expect(dialog(page)).toHaveCount(0)

  await rowOf(page, 'On demand').getByRole('button', { name: 'Change the PIN of On demand' }).click()
  await fillPins(page, '1234', '9999')
  await confirm.click()
  await expect(current).toHaveAccessibleDescription(/Incorrect PIN/)
  await page.keyboard.press('Escape')
  await deleteRow(page, 'On demand')
  await expectToast(page, 'Certificate deleted')
})

test(
  'a key of the vault is locked by wrong PINs: it says that the operator can unlock it, and the operator can',
  { tag: '@full' },
  async ({ page, scene }) => {
    await openTab(page, scene, { name: 'ana', tab: 'Software' })
    await fillIssue(page, 'To lock')
    await inDialog(page, 'Issue certificate').click()
    await rowOf(page, 'To lock').getByRole('button', { name: 'Change the PIN of To lock' }).click()
    await fillPins(page, '', '5678')
    const current = dialog(page).getByLabel('Current PIN')
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await current.fill('0000')
      await current.press('Enter')
      await expect(current).toHaveAccessibleDescription(new RegExp(left))
    }
    await current.fill('0000')
    await current.press('Enter')
    await expect(dialog(page).getByRole('alert')).toContainText('can unlock it')
    await expect(inDialog(page, 'Change PIN')).toBeDisabled()
    await expectAccessible(page)
    await inDialog(page, 'Close').click()
    await expect(rowOf(page, 'To lock')).toContainText(
      'Locked Too many wrong PINs. Whoever manages the portal can unlock it',
    )
    await expect(rowOf(page, 'To lock').getByRole('button')).toHaveCount(1)
    await operate(scene, ['user', 'unlock', 'ana'])
    await page.reload()
    await rowOf(page, 'To lock').getByRole('button', { name: 'Change the PIN of To lock' }).click()
    await fillPins(page, '1234', '5678')
    await inDialog(page, 'Change PIN').click()
    await expectToast(page, 'PIN changed')
    await deleteRow(page, 'To lock')
  },
)

test('an authority that is away issues nothing, and the form says so', { tag: '@full' }, async ({ page, scene }) => {
  await openTab(page, scene, { name: 'carla', tab: 'Software' })
  await scene.portal.sandbox.inject({ service: 'est', fault: 'http500', times: 1 })
  await fillIssue(page, 'Never')
  await inDialog(page, 'Issue certificate').click()
  await expect(dialog(page).getByRole('alert')).toContainText('nothing was issued')
  await page.keyboard.press('Escape')
  await expect(panel(page)).toContainText('No certificates yet')
})

test('a key may also ask for a code on the phone, and without a phone the form says what to do', async ({
  page,
  scene,
}) => {
  const file = Buffer.from(
    await scene.portal.sandbox.makePerson({ of: 'carla', commonName: 'Coded', keyType: 'ec', pin: '4711' }),
  )
  await openTab(page, scene, { name: 'carla', tab: 'KeyVault' })
  const upload = async (alias: string) => {
    await page.getByRole('button', { name: 'Upload certificate' }).click()
    await dialog(page).getByLabel('Certificate file').setInputFiles({ name: 'key.p12', mimeType: '', buffer: file })
    await dialog(page).getByLabel('Password of the file').fill('4711')
    await dialog(page).getByLabel('Name').fill(alias)
    await dialog(page).getByLabel('PIN', { exact: true }).fill('4711')
    await dialog(page).getByLabel('Repeat PIN').fill('4711')
    await dialog(page).getByLabel('Also ask for a code sent to my phone').check()
    await inDialog(page, 'Upload certificate').click()
  }
  await page.route('**/certs', (route) =>
    route.request().method() === 'POST' ? route.fulfill(problem(422, 'PHONE_MISSING')) : route.fallback(),
  )
  await upload('With a code')
  await expect(dialog(page).getByRole('alert')).toContainText('No phone number of yours is known')
  await page.keyboard.press('Escape')
  await page.unroute('**/certs')
  await upload('With a code')
  await expect(rowOf(page, 'With a code')).toContainText('Code by text message · PIN')
  await deleteRow(page, 'With a code')
})

test('certificates near their end are marked, with the days that are left', async ({ page, scene }) => {
  const notAfter = new Date(Date.now() + 12.5 * 86_400_000).toISOString()
  const made = await scene.portal.sandbox.makePerson({
    of: 'carla',
    commonName: 'Old',
    keyType: 'ec',
    pin: '4711',
    notAfter,
  })
  const { call, legalId } = scene.people.carla
  const { GUID } = await call.uploadCertificate({
    params: { legalid: legalId },
    body: { p12: Buffer.from(made).toString('base64'), certalias: 'Old key', pin: '4711', certtype: 'keyvault' },
  })
  await openTab(page, scene, { name: 'carla', tab: 'KeyVault' })
  await expect(rowOf(page, 'Old key')).toContainText('Expires in 12 days')
  await expect(rows(page).first()).not.toContainText('Expires in')
  await expectAccessible(page)
  await call.deleteCertificate({ params: { legalid: legalId, guid: GUID } })
})

test('types are hidden and shown again, and none can be granted', { tag: '@full' }, async ({ page, scene }) => {
  await openAs(page, scene, { name: 'carla', path: '/certificates' })
  const choose = async () => {
    await page.getByRole('button', { name: 'Choose types' }).click()
    return dialog(page).getByRole('checkbox')
  }
  await expect(page.getByRole('tab')).toHaveCount(FLAGS.length)
  await choose()
  await dialog(page).getByLabel('RedTrust').uncheck()
  await dialog(page).getByLabel('Nebula').uncheck()
  await inDialog(page, 'Save').click()
  await expect(page.getByRole('tab')).toHaveText([
    'Software',
    'KeyVault',
    'TrustPRO',
    'Uanataca',
    'ValidatedID',
    'Ivnosys',
  ])
  await expectToast(page, 'Task completed')
  await page.reload()
  await expect(page.getByRole('tab')).toHaveCount(FLAGS.length - 2)

  const boxes = await choose()
  await expect(boxes).toHaveCount(FLAGS.length)
  await expect(dialog(page).getByLabel('RedTrust')).not.toBeChecked()
  for (const box of await boxes.all()) await box.uncheck()
  await inDialog(page, 'Save').click()
  await expect(page.getByText('All types are hidden')).toBeVisible()
  await expectAccessible(page)
  for (const box of await (await choose()).all()) await box.check()
  await inDialog(page, 'Save').click()
  await expect(page.getByRole('tab')).toHaveCount(FLAGS.length)
})

test('a type that the operator did not grant is not offered', async ({ page, scene }) => {
  const granted = FLAGS.filter((flag) => flag !== 'Uanataca')
  await allowTypes(scene, 'carla', granted)
  await openAs(page, scene, { name: 'carla', path: '/certificates' })
  await expect(page.getByRole('tab')).toHaveCount(FLAGS.length - 1)
  await expect(page.getByRole('tab', { name: 'Uanataca' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Choose types' }).click()
  await expect(dialog(page).getByRole('checkbox')).toHaveCount(FLAGS.length - 1)
})
