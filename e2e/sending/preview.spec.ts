/** Before a sender sends: what each person will see and read, and who gets a copy. */
import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, makePdf, trySigning } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { holdRequests, openAs, test } from '../scenes/portal-scene.ts'
import { sendAs, SENDER } from '../scenes/sent-scene.ts'

const pdf = (name: string, pages = 1) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(makePdf({ text: name, pages })),
})

async function addPerson(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label })
  await field.fill(text)
  await expect(page.getByRole('listbox', { name: label }).getByRole('option')).toHaveCount(1)
  await field.press('Enter')
}
const main = (page: Page) => page.getByRole('main')
const preview = (page: Page) => page.getByRole('dialog', { name: 'Preview' })

/** Two files to Ana, whom Carla approves, and a copy to Carla. */
async function putTogether(page: Page): Promise<void> {
  await page
    .getByLabel(/Choose PDF files/)
    .setInputFiles([
      ...[pdf('Lease.pdf', 2), pdf('Annex.pdf')],
      { name: 'Prices.csv', mimeType: 'text/csv', buffer: Buffer.from('flat,900') },
    ])
  await expect(page.getByText('2 pages')).toBeVisible()
  await addPerson(page, 'Add somebody who signs', 'ana')
  await page.getByText(/^More for Ana/).click()
  await page.getByLabel('Reason for the signature').fill('I agree')
  await addPerson(page, 'Add somebody who approves first', 'carla')
  await addPerson(page, 'Add somebody who gets a copy', 'carla')
  await page.getByLabel('Message', { exact: true }).fill('Before Friday, please')
}

test('a sender looks at the screen and the mail of each person, in their language, by keyboard alone; then sends', async ({
  page,
  scene,
}) => {
  const speak = (language: 'de' | 'en') =>
    scene.people.ana.call.updateUser({ body: { language, currentpassword: DEMO_PASSWORD } })
  await speak('de')
  await openAs(page, scene, { name: SENDER, path: '/send' })
  await expect(page.getByRole('button', { name: 'Preview' })).toHaveCount(0)
  await putTogether(page)
  await page.getByLabel('Attach files').setInputFiles(pdf('Plan.pdf', 3))
  await expect(page.getByRole('button', { name: 'Remove Plan.pdf' })).toBeVisible()
  const release = await holdRequests(page, '**/assets/de-*.js')
  await page.getByRole('button', { name: 'Preview' }).press('Enter')
  const dialog = preview(page)
  await expect(dialog).toContainText(
    'Carla Núñez Ortega approves, then Ana Vidal Serra signs. Carla Núñez Ortega gets a copy.',
  )
  // The approver first, in the language of the page.
  const person = dialog.getByLabel('As seen by')
  await expect(person.locator('option')).toHaveText([
    'Carla Núñez Ortega approves for Ana Vidal Serra',
    'Ana Vidal Serra signs',
    'Carla Núñez Ortega gets a copy',
  ])
  await expect(dialog.getByRole('button', { name: 'Approve' })).toBeDisabled()
  await dialog.getByRole('tab', { name: 'Attachments' }).press('Enter')
  const along = dialog.getByRole('navigation', { name: 'Attachments' })
  await expect(along.getByRole('button')).toHaveText(['Prices.csv', 'Plan.pdf'])
  await expect(dialog.getByRole('region', { name: 'Prices.csv' })).toContainText('Prices.csv · CSV file · 8 bytes')
  await along.getByRole('button', { name: 'Plan.pdf' }).press('Enter')
  await expect(dialog.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Next person' }).press('Enter')
  await expect(dialog.getByRole('status')).toHaveText('Loading')
  release()
  // Ana’s own screen, in hers: the pages, the place of her signature with its look, and nothing to press.
  await expect(dialog.getByRole('button', { name: 'Unterzeichnen', exact: true })).toBeDisabled()
  await expect(dialog.getByRole('button', { name: 'Ablehnen' })).toBeDisabled()
  await expect(dialog.getByText('Before Friday, please').first()).toBeVisible()
  await dialog.getByRole('region', { name: 'Wo Sie unterzeichnen' }).getByRole('button').click()
  const stamp = dialog.getByRole('img', { name: /^Ana Vidal Serra, \d{4}-\d\d-\d\d \d\d:\d\d UTC, I agree$/ })
  await expect(stamp).toBeVisible()
  await dialog.getByRole('tab', { name: 'Their screen' }).focus()
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('heading', { name: 'Zur Unterschrift: Lease.pdf' })).toBeVisible()
  await expect(dialog.getByText('Before Friday, please')).toBeVisible()
  await expect(dialog.getByText('Lesen und unterzeichnen', { exact: true })).toHaveCSS('font-weight', '600')
  await dialog.getByRole('button', { name: 'As plain text' }).press('Enter')
  await expect(dialog).toContainText('> Before Friday, please')
  await dialog.getByRole('button', { name: 'Next person' }).press('Enter')
  await dialog.getByLabel('Document', { exact: true }).selectOption('Annex.pdf')
  await expect(dialog.getByRole('heading', { name: 'Annex.pdf is complete' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Preview' })).toBeFocused()
  await main(page).getByRole('button', { name: 'Send', exact: true }).click()
  await expect(page.getByRole('status').filter({ hasText: '2 documents were sent' })).toBeVisible()
  await speak('en')
})

test('who has a copy finds it under Signed, reads it, downloads it, and has nothing to decide', async ({
  page,
  scene,
}) => {
  const description = { copies: [{ userId: 'carla' }] }
  const sent = await sendAs(scene, SENDER, { fileName: 'Copied.pdf', signers: [{ userId: 'ana' }], description })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await openAs(page, scene, { name: 'carla', path: '/signed?name=Copied' })
  const row = page.getByRole('row').filter({ hasText: 'Copied.pdf' })
  await expect(row).toContainText('Copy')
  await expect(row).toContainText('Complete')
  await look(page)
  await page.getByRole('link', { name: 'See Copied.pdf' }).click()
  await expect(page).toHaveURL(new RegExp(`/copies/${sent.copies[0]!.guid}$`))
  await expect(page.getByText(/You have had a copy since/)).toBeVisible()
  await expect(page.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible()
  await page.getByRole('tab', { name: 'Signers' }).click()
  await expect(page.getByRole('table')).toContainText('Ana Vidal Serra')
  await expect(page.getByRole('tab', { name: 'Signatures' })).toBeVisible()
  await expect(page.getByRole('button', { name: /^(Sign|Reject|Approve)$/ })).toHaveCount(0)
  await look(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('Copied.pdf')
  await page.getByRole('link', { name: 'Back to the signed documents' }).click()
  await expect(page).toHaveURL(/\/signed\?name=Copied$/)
  await openAs(page, scene, { name: 'ana', path: `/copies/${sent.copies[0]!.guid}` })
  await expect(page.getByRole('button', { name: 'Go to the list' })).toBeVisible()
})

test('copies are given and taken away after sending', { tag: '@full' }, async ({ page, scene }) => {
  const { guid } = await sendAs(scene, SENDER, { fileName: 'Given.pdf', signers: [{ userId: 'ana' }] })
  await openAs(page, scene, { name: SENDER, path: `/sent/${guid}` })
  const copies = page.getByRole('region', { name: 'Copies' })
  await expect(copies).toContainText('Nobody')
  await copies.getByRole('button', { name: 'Change copies' }).click()
  const dialog = page.getByRole('dialog', { name: 'Who gets a copy' })
  await expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
  await addPerson(page, 'Add somebody who gets a copy', 'carla')
  await look(page)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(copies.getByRole('listitem')).toContainText(['Carla Núñez Ortega'])
  await expect(page.getByRole('region', { name: 'What happened' })).toContainText('Copies: none → Carla Núñez Ortega')
  await copies.getByRole('button', { name: 'Change copies' }).click()
  await dialog.getByRole('button', { name: 'Remove Carla Núñez Ortega' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(copies.getByRole('listitem')).toHaveCount(0)
})

for (const { title, use } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)
    test(
      'the preview is accessible, its screen and its mail, and nothing is cut off',
      { tag: '@full' },
      async ({ page, scene }) => {
        await openAs(page, scene, { name: SENDER, path: '/send' })
        await putTogether(page)
        await look(page)
        await page.getByRole('button', { name: 'Preview' }).click()
        const dialog = preview(page)
        await expect(dialog.getByRole('button', { name: 'Approve' })).toBeVisible()
        await dialog.getByLabel('As seen by').selectOption('Ana Vidal Serra signs')
        await expect(dialog.getByRole('button', { name: 'Sign', exact: true })).toBeVisible()
        await expect(dialog.getByRole('img', { name: 'Page 1 of 2' })).toBeVisible()
        await dialog.getByRole('region', { name: 'Where you sign' }).getByRole('button').click()
        await expect(dialog.getByRole('img', { name: /^Ana Vidal Serra, / })).toBeVisible()
        await look(page)
        await dialog.getByRole('tab', { name: 'Their e-mail' }).click()
        await expect(dialog.getByRole('article').getByText('Lease.pdf').first()).toBeVisible()
        await look(page)
      },
    )
  })
}
