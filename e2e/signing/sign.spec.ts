import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { askPdfsig } from '@rubrica/testing'
import { expectAccessible, holdRequests, openAs, sessionOf, stayUntilPressed, test } from '../scenes/portal-scene.ts'

/** Nothing is left to decide about the document that the page shows. */
async function expectSigned(page: Page, fileName: string): Promise<void> {
  await expect(page.getByRole('heading', { name: fileName })).toBeVisible()
  await expect(page.getByText(/^You signed this document on/)).toBeVisible()
  await expect(page.locator('[data-page="1"] img')).toBeVisible()
  await expect(page.getByRole('tab').first()).toHaveText('Document')
  for (const name of ['Sign', 'Reject', 'Sign and next']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  }
  await expect(page.getByRole('checkbox')).toHaveCount(0)
}

test('who has signed is told which document, opens it and takes it away, from the message, from the list of messages and by its address', async ({
  page,
  scene,
}) => {
  const sent = await scene.send({ signers: ['carla', 'biel'], description: { fileName: 'To keep.pdf' } })
  await stayUntilPressed(page)
  await openAs(page, scene, { name: 'carla', path: `/documents/${sent.guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  const toast = page.getByRole('status').filter({ hasText: 'To keep.pdf was signed' })
  await expect(toast.getByRole('button')).toHaveText(['Open', 'Download', 'See signed', ''])
  // On a phone too, what can be done stands in one row, below the words.
  await page.setViewportSize({ width: 390, height: 844 })
  const [words, open, downloadButton] = await Promise.all([
    toast.getByText('To keep.pdf was signed').boundingBox(),
    toast.getByRole('button', { name: 'Open' }).boundingBox(),
    toast.getByRole('button', { name: 'Download' }).boundingBox(),
  ])
  expect(open!.y).toBe(downloadButton!.y)
  expect(open!.y).toBeGreaterThanOrEqual(words!.y + words!.height)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(page).toHaveURL(/\/documents$/)

  const messages = page.getByRole('dialog', { name: 'Recent messages' })
  await page.getByRole('button', { name: 'Recent messages' }).click()
  const downloading = page.waitForEvent('download')
  await messages.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('To keep.pdf')
  expect((await askPdfsig(await readFile(await download.path()))).verdicts).toEqual(['Signature is Valid.'])
  await page.getByRole('button', { name: 'Recent messages' }).click()
  await expectAccessible(page)
  await messages.getByRole('button', { name: 'Open' }).click()
  await expect(page).toHaveURL(new RegExp(`${sent.guid}$`))
  await expectSigned(page, 'To keep.pdf')

  await page.reload()
  await expectSigned(page, 'To keep.pdf')
  await expectAccessible(page)
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByRole('table', { name: 'Signers' })).toContainText('Signed')
})

test('a document is signed with the PIN of the only certificate', async ({ page, scene }) => {
  const sent = await scene.send({ signers: ['carla'], description: { fileName: 'To sign.pdf' } })
  await openAs(page, scene, { name: 'carla', path: `/documents/${sent.guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const dialog = page.getByRole('dialog')
  const pin = dialog.getByLabel('PIN of the certificate')
  await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeDisabled()
  await expectAccessible(page)

  await pin.fill('not the PIN')
  await pin.press('Enter')
  await expect(dialog.getByText(/Incorrect PIN, please try again.*4 tries left/)).toBeVisible()
  await expect(pin).toHaveValue('')
  await expectAccessible(page)

  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await expect(page).toHaveURL(/\/documents$/)
  await expect(page.getByRole('link', { name: 'See To sign.pdf' })).toHaveCount(0)
  const { verdicts } = await askPdfsig(await scene.download(sent))
  expect(verdicts).toEqual(['Signature is Valid.'])
})

test('an answer lost on the way is not shown as a conflict', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['carla'] })
  await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
  let lost = 0
  await page.route('**/signature/keyvault/**', async (route) => {
    if (lost++ > 0) return route.continue()
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  expect(lost).toBe(2)
})

test(
  'too many wrong PINs lock the certificate, and another one is offered',
  { tag: '@full' },
  async ({ page, scene }) => {
    const file = await scene.portal.sandbox.makePerson({
      of: 'biel',
      commonName: 'To lock',
      keyType: 'ec',
      pin: '4711',
    })
    const { call, legalId } = scene.people.biel
    const { GUID: lockedGuid } = await call.uploadCertificate({
      params: { legalid: legalId },
      body: { p12: Buffer.from(file).toString('base64'), certalias: 'To lock', pin: '4711', certtype: 'keyvault' },
    })
    const { guid } = await scene.send({ signers: ['biel'] })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'To lock' }).check()
    await dialog.getByRole('button', { name: 'Continue' }).click()
    const pin = dialog.getByLabel('PIN of the certificate')
    for (const left of ['4 tries', '3 tries', '2 tries', '1 try']) {
      await pin.fill('wrong')
      await pin.press('Enter')
      await expect(dialog.getByText(new RegExp(`${left} left before`))).toBeVisible()
    }
    await pin.fill('wrong')
    await pin.press('Enter')
    await expect(dialog.getByRole('heading', { name: 'This certificate is locked' })).toBeVisible()
    await expect(dialog).toContainText('Whoever manages the portal can unlock it')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Use another certificate' }).click()
    await expect(dialog.getByRole('radio')).toHaveCount(1)
    await dialog.getByText('1 cannot sign now').click()
    await expect(dialog.getByRole('listitem')).toHaveText(/^To lock\s*Locked/)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await pin.fill(scene.people.biel.pin)
    await pin.press('Enter')
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await call.deleteCertificate({ params: { legalid: legalId, guid: lockedGuid } })
  },
)

test('without a network the dialog says that nothing is known, and the same attempt goes on when it is back', async ({
  page,
  scene,
}) => {
  const sent = await scene.send({ signers: ['carla'] })
  await openAs(page, scene, { name: 'carla', path: `/documents/${sent.guid}` })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  await page.context().setOffline(true)
  await pin.press('Enter')
  const notice = page.getByRole('alertdialog', { name: 'No answer from the server' })
  await expect(notice).toBeVisible()
  await expectAccessible(page)
  await page.context().setOffline(false)
  await notice.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  expect((await askPdfsig(await scene.download(sent))).verdicts).toEqual(['Signature is Valid.'])
})

test(
  'a signature on its way does not pull a person out of the document that they opened meanwhile',
  { tag: '@full' },
  async ({ page, scene }) => {
    const first = await scene.send({
      signers: ['carla'],
      description: { fileName: '00 First.pdf' },
    })
    const other = await scene.send({
      signers: ['carla'],
      description: { fileName: '00 Other.pdf' },
    })
    await openAs(page, scene, { name: 'carla', path: '/documents' })
    await page.getByRole('link', { name: 'See 00 First.pdf' }).click()
    const open = await holdRequests(page, '**/signature/keyvault/**')
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
    await pin.fill(scene.people.carla.pin)
    await pin.press('Enter')
    await expect(page.getByRole('progressbar')).toBeVisible()
    await page.goBack()
    await page.getByRole('link', { name: 'See 00 Other.pdf' }).click()
    await expect(page).toHaveURL(new RegExp(`${other.guid}$`))
    open()
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await expect(page.getByRole('heading', { name: '00 Other.pdf' })).toBeVisible()
    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page.getByRole('link', { name: 'See 00 Other.pdf' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'See 00 First.pdf' })).toHaveCount(0)
    expect(first.guid).not.toBe(other.guid)
  },
)

test(
  'a selected document that is signed after a reload of its viewer is no longer selected',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['carla'] })
    await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
    await page.getByRole('checkbox', { name: 'Select' }).check()
    await page.reload()
    await expect(page.getByRole('checkbox', { name: 'Select' })).toBeChecked()
    await page.getByRole('button', { name: 'Sign', exact: true }).click()
    const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
    await pin.fill(scene.people.carla.pin)
    await pin.press('Enter')
    await expect(page).toHaveURL(/\/documents$/)
    await expect.poll(() => sessionOf(page).then((session) => session.docsSelectedSignerGUIString)).toBe('')
  },
)
