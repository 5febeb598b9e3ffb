/** Several documents of which each is confirmed at the provider: begun together, asked for one after another. */
import { expect, type Page } from '@playwright/test'
import { linkAccount, type Scene } from '@rubrica/testing'
import { countSignatures, dialogButton } from '../scenes/batch-scene.ts'
import { expectAccessible, expectTold, test, toasts } from '../scenes/portal-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'
import { runButton, runNotice, stopRuns } from '../scenes/runs-scene.ts'
import { allowTypes, openSeveral } from '../scenes/signing-scene.ts'
import { decideThere, onConsentPage } from '../scenes/swisscom-scene.ts'

test.describe.configure({ mode: 'serial' })
test.beforeEach(({ scene }) => scene.portal.sandbox.control('reset', {}))
test.afterEach(({ scene }) => stopRuns(scene, 'ana'))
test.afterAll(({ scene }) => restorePeople(scene))

const confirmLink = (page: Page) => runNotice(page).getByRole('link', { name: 'Confirm it there' })

async function linkIvnosys(scene: Scene): Promise<void> {
  await allowTypes(scene, 'ana', ['Ivnosys'])
  await linkAccount(scene, 'ana', 'ivnosys')
}

/** Opens the page of the provider for the document that is asked for. */
async function goThere(page: Page): Promise<Page> {
  const opened = page.context().waitForEvent('page')
  await confirmLink(page).click()
  return opened
}

test('documents are confirmed at Swisscom one after another, and the list says which is next', async ({
  page,
  scene,
}) => {
  await allowTypes(scene, 'ana', ['Swisscom'])
  const batch = await openSeveral(page, scene, { name: 'ana', count: 3, prefix: 'One after another' })
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Swisscom asks you to confirm each of these 3 documents by itself')
  await expect(dialog.getByRole('definition').first()).toContainText('Ana Vidal Serra')
  await expectAccessible(page)
  await dialogButton(page, 'Begin').click()
  await expect(toasts(page).getByText('You are asked to confirm 3 documents, one after another.')).toBeVisible()
  for (const signed of [0, 1, 2]) {
    await expect(runNotice(page).getByRole('heading', { name: `Signing: ${signed} of 3` })).toBeVisible()
    await expect(runNotice(page)).toContainText('is next: confirm it at the provider')
    if (signed === 0) await expectAccessible(page)
    const tab = await onConsentPage(await goThere(page))
    await decideThere(tab, 'accept')
  }
  await expectTold(page, '3 documents were signed')
  expect(await countSignatures(scene, batch)).toEqual([1, 1, 1])
})

test('who refuses one is told so, and goes on or stops', async ({ page, scene }) => {
  const batch = await openSeveral(page, scene, { name: 'ana', count: 2, prefix: 'Refused there' })
  await dialogButton(page, 'Begin').click()
  await decideThere(await onConsentPage(await goThere(page)), 'cancel')
  await expect(runNotice(page).getByRole('heading', { name: '2 documents wait for you to sign' })).toBeVisible()
  await expect(runNotice(page)).toContainText('the signature was refused')
  await runButton(page, 'Go on').click()
  await decideThere(await onConsentPage(await goThere(page)), 'accept')
  await expect(runNotice(page).getByRole('heading', { name: 'Signing: 1 of 2' })).toBeVisible()
  await runButton(page, 'Stop').click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(page.getByRole('heading', { name: /^Signing: / })).toHaveCount(0)
  expect([...(await countSignatures(scene, batch))].sort()).toEqual([0, 1])
})

test('the page of Ivnosys leads back to one that can be closed, and the list goes on', async ({ page, scene }) => {
  await linkIvnosys(scene)
  const batch = await openSeveral(page, scene, { name: 'ana', alias: 'ana-redirect', count: 2, prefix: 'Led back' })
  await expect(page.getByRole('dialog')).toContainText('Ivnosys asks you to confirm each of these 2 documents')
  await dialogButton(page, 'Begin').click()
  for (const signed of [0, 1]) {
    await expect(runNotice(page).getByRole('heading', { name: `Signing: ${signed} of 2` })).toBeVisible()
    const tab = await goThere(page)
    await tab.locator('button[value=approve]').click()
    await expect(tab).toHaveURL(/\/confirmed(\?|$)/)
    await expect(tab.getByRole('heading', { name: 'Confirmed' })).toBeVisible()
    if (signed === 0) await expectAccessible(tab)
    await tab.close()
  }
  await expectTold(page, '2 documents were signed')
  expect(await countSignatures(scene, batch)).toEqual([1, 1])
})

test('with a PIN alone certificates of Ivnosys sign several documents at once', async ({ page, scene }) => {
  await linkIvnosys(scene)
  const batch = await openSeveral(page, scene, { name: 'ana', alias: 'ana-pin', count: 2, prefix: 'PIN of Ivnosys' })
  await page.getByRole('dialog').getByLabel('PIN of the certificate').fill('246810')
  await dialogButton(page, 'Sign').click()
  await expect(toasts(page).getByText('2 documents were signed')).toBeVisible({ timeout: 30_000 })
  expect(await countSignatures(scene, batch)).toEqual([1, 1])
})
