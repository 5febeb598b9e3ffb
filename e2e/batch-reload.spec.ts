import { expect } from '@playwright/test'
import { openBatch, selectAll, sendBatch, SIGN, signSelected } from './batch-scene.ts'
import { test } from './portal-scene.ts'

test('a reload in the middle of a batch finds selected what is not signed', async ({ page, scene }) => {
  const batch = await sendBatch(scene, { name: 'ana', count: 3, prefix: 'Counted anew' })
  await openBatch(page, scene, { name: 'ana', prefix: 'Counted anew' })
  await selectAll(page, batch.names)
  let calls = 0
  // The second one has no answer yet when the page is loaded again.
  await page.route(SIGN, (route) => (++calls === 2 ? undefined : route.continue()))
  await signSelected(page).click()
  await page.getByRole('dialog').getByLabel('PIN of the certificate').fill('246810')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toContainText('Signing document 2 of 3')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Select Counted anew 2.pdf' })).toBeChecked()
  await expect(page.getByText('2 selected')).toBeVisible()
})
