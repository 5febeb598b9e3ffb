import { expect, type Page } from '@playwright/test'
import { linkAccount, PROVIDER_PIN, type Scene } from '@rubrica/testing'
import {
  countSignatures,
  dialogButton,
  openBatch,
  openBatchDialog,
  pinIn,
  selectAll,
  sendBatch,
  signSelected,
} from '../scenes/batch-scene.ts'
import { expectAccessible, problem, test } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { allowTypes, chooseCertificate, openSeveral } from '../scenes/signing-scene.ts'

test.afterAll(({ scene }) => restorePeople(scene))

/** Gives the person a second certificate; the first one is theirs. */
async function addCertificate(page: Page, certalias: string): Promise<void> {
  await page.route('**/certs', async (route) => {
    const response = await route.fetch()
    const [own] = (await response.json()) as object[]
    await route.fulfill({ response, json: [own, { ...own, GUID: crypto.randomUUID(), certalias }] })
  })
}

async function openSelected(page: Page, scene: Scene, prefix: string, special = {}): Promise<readonly string[]> {
  const { names } = await sendBatch(scene, { name: 'biel', count: 2, prefix, special })
  await openBatch(page, scene, { name: 'biel', prefix })
  await selectAll(page, names)
  return names
}

test('of several certificates that can sign everything selected one is chosen, the only one by itself', async ({
  page,
  scene,
}) => {
  await openBatchDialog(page, scene, { name: 'biel', count: 2, prefix: 'Chosen' })
  await dialogButton(page, 'Cancel').click()
  await addCertificate(page, 'The other')
  await page.reload()
  await signSelected(page).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('All the documents you chose are signed with it')
  await dialog.getByRole('radio', { name: 'The other' }).check()
  await expectAccessible(page)
  await dialogButton(page, 'Continue').click()
  await expect(dialog).toContainText('The other')
  await expect(pinIn(page)).toBeVisible()
})

test('a certificate that one of the selected documents demands is the only choice', async ({ page, scene }) => {
  await addCertificate(page, 'The other')
  await openSelected(page, scene, 'Demanded', { 2: { signer: { certificate: scene.people.biel.certificateId } } })
  await signSelected(page).click()
  await expect(pinIn(page)).toBeVisible()
  await expect(page.getByRole('dialog')).not.toContainText('The other')
  await expect(dialogButton(page, 'Change')).toHaveCount(0)
})

test('without a certificate a batch says so and leads to the certificates', async ({ page, scene }) => {
  await page.route('**/certs', (route) => route.fulfill(problem(404, 'NO_CERTIFICATES')))
  await openSelected(page, scene, 'No certificate')
  await signSelected(page).click()
  await expect(page.getByRole('dialog')).toContainText('You have no certificate to sign with')
  await page.getByRole('link', { name: 'Go to certificates' }).click()
  await expect(page).toHaveURL(/\/certificates$/)
})

test('a certificate made for one document is not available for several, and signs a single one', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['FirmaRemota'])
  // The provider says of one of its keys that it signs one document at a time.
  await linkAccount(scene, 'ana', 'firmaremota')
  const alias = 'Ana Vidal Serra (single)'
  const calls: string[] = []
  page.on('request', (request) => {
    if (/\/signature\/(?:firmaremota|batches)/.test(request.url())) calls.push(request.url())
  })
  const batch = await openSeveral(page, scene, { name: 'ana', alias, count: 2, prefix: 'One by one' })
  const warning = page.getByRole('alertdialog', { name: 'This certificate is not available for several documents' })
  await expect(warning).toContainText(`${alias}” signs 1 document at a time.`)
  await expect(pinIn(page)).toHaveCount(0)
  await expectAccessible(page)
  await warning.getByRole('button', { name: 'Use another certificate' }).click()
  await expect(page.getByRole('radio', { name: alias })).toBeVisible()
  await dialogButton(page, 'Cancel').click()
  expect(calls).toEqual([])
  await page.getByRole('checkbox', { name: `Select ${batch.names[1]}` }).uncheck()
  await signSelected(page).click()
  await chooseCertificate(page, alias)
  await pinIn(page).fill(PROVIDER_PIN)
  await pinIn(page).press('Enter')
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  expect(await countSignatures(scene, batch)).toEqual([1, 0])
})
