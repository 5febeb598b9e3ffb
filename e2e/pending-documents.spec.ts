import { expect } from '@playwright/test'
import { expectAccessible, openAs, PHONE, test } from './portal-scene.ts'

test('the list shows ten rows by file name, and its state survives a reload', async ({ page, scene }) => {
  for (let i = 0; i < 12; i++) {
    await scene.send({ signers: ['ana'], description: { fileName: `Row ${String(i).padStart(2, '0')}.pdf` } })
  }
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  await expect(page.getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('columnheader', { name: 'Document' })).toHaveAttribute('aria-sort', 'ascending')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Sent' }).click()
  await expect(page).toHaveURL(/sort=UploadTime&dir=des/)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(page).toHaveURL(/page=2/)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Page 2', exact: true })).toHaveAttribute('aria-current', 'page')
})

test('a page number that does not exist is warned of, with the total', async ({ page, scene }) => {
  await openAs(page, scene, { name: 'ana', path: '/documents' })
  const box = page.getByRole('textbox', { name: 'Go to page' })
  await box.fill('999')
  await box.press('Enter')
  await expect(page.getByRole('alertdialog')).toContainText(/from 1 to \d+/)
  await expectAccessible(page)
})

test.describe('on a phone', () => {
  test.use(PHONE)
  test('rows are cards, and a sheet sets their order', async ({ page, scene }) => {
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await expect(page.getByRole('cell').first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Sort' }).click()
    await page.getByLabel('Sort by').selectOption('Sender')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Show the list' }).click()
    await expect(page).toHaveURL(/sort=SenderName/)
  })
})
