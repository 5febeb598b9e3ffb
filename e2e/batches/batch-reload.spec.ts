import { expect } from '@playwright/test'
import {
  countSignatures,
  enterPin,
  openBatch,
  selectAll,
  sendBatch,
  SIGN,
  signSelected,
  withoutRuns,
} from '../scenes/batch-scene.ts'
import { expectAccessible, test } from '../scenes/portal-scene.ts'

test.beforeEach(({ page }) => withoutRuns(page))

test('a reload in the middle of a batch says what was signed, finds the rest selected and offers to sign it', async ({
  page,
  scene,
}) => {
  const batch = await sendBatch(scene, { name: 'ana', count: 3, prefix: 'Counted anew' })
  await openBatch(page, scene, { name: 'ana', prefix: 'Counted anew' })
  await selectAll(page, batch.names)
  let calls = 0
  // The second one has no answer yet when the page is loaded again.
  await page.route(SIGN, (route) => (++calls === 2 ? undefined : route.continue()))
  await signSelected(page).click()
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('dialog')).toContainText('Signing document 2 of 3')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Select Counted anew 2.pdf' })).toBeChecked()
  await expect(page.getByText('2 selected')).toBeVisible()
  const notice = page.getByRole('region', { name: 'The signing was cut off' })
  await expect(notice).toContainText('1 of 3 documents was signed: “Counted anew 1.pdf”.')
  await expect(notice).toContainText('“Counted anew 2.pdf” was being signed')
  await expectAccessible(page)
  await notice.getByRole('button', { name: 'Sign the rest' }).click()
  await expect(page.getByRole('dialog').getByRole('listitem')).toHaveText([/^Counted anew 2/, /^Counted anew 3/])
  await enterPin(page, scene.people.ana.pin)
  await expect(page.getByRole('status').getByText('2 documents were signed')).toBeVisible()
  await expect(notice).toHaveCount(0)
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1])
  // It was told of, and is not told again.
  await page.reload()
  await expect(page.getByText('No documents match')).toBeVisible()
  await expect(notice).toHaveCount(0)
})
