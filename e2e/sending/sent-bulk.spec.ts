/** Acts on several sent documents: chosen by boxes, confirmed, done on the server, each with its result. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { sampleOf } from '@rubrica/testing'
import { expectAccessible, openAs, test } from '../scenes/portal-scene.ts'
import { openSent, SENDER, sendSome, sentDocuments as documents } from '../scenes/sent-scene.ts'

const bar = (page: Page) => page.getByRole('region', { name: 'Selected documents' })
const choose = (page: Page, name: string) => page.getByRole('checkbox', { name: new RegExp(`${name}\\.pdf`) }).check()

test('chosen documents are withdrawn with a reason after a confirmation, and each refusal has words and a link', async ({
  page,
  scene,
}) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix)
  await choose(page, 'order')
  await choose(page, 'minutes')
  await expect(bar(page)).toContainText('2 documents selected')
  await bar(page).getByRole('button', { name: 'Withdraw' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw these 2 documents?' })
  await expect(dialog).toContainText('This cannot be undone.')
  await dialog.getByLabel('Reason (optional)').fill('A wrong annex')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  const results = page.getByRole('dialog', { name: 'Withdrawal' })
  await expect(results).toContainText('Done for 1 of 2')
  await expect(results).toContainText('It is over: complete, rejected, expired or withdrawn.')
  await expectAccessible(page)
  await page.reload()
  await expect(results).toContainText('Done for 1 of 2')
  await results.getByRole('link', { name: /minutes/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: /minutes/ })).toBeVisible()
  await page.goBack()
  await results.getByRole('button', { name: 'Close' }).click()
  await expect(documents(page).filter({ hasText: 'order' })).toContainText('Withdrawn')
})

test('by keys alone all documents are chosen and reminded', { tag: '@full' }, async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix)
  await expect(documents(page)).toContainText(['draft', 'offer', 'order', 'minutes', 'lease'])
  const all = page.getByRole('columnheader').getByRole('checkbox')
  await all.press('Space')
  await expect(bar(page)).toContainText('5 documents selected')
  await bar(page).getByRole('button', { name: 'Remind' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Send reminders' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Reminders' })).toContainText('Done for 2 of 5')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})

test('who has left is replaced in several documents, and each refusal says why', async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix)
  await choose(page, 'offer')
  await choose(page, 'order')
  await bar(page).getByRole('button', { name: 'Replace person' }).click()
  const dialog = page.getByRole('dialog', { name: 'Replace a person in 2 documents' })
  await expect(dialog.getByRole('button', { name: 'Replace', exact: true })).toBeDisabled()
  await dialog.getByLabel('Person to replace').fill('carla')
  await dialog.getByRole('combobox', { name: 'Who signs instead' }).pressSequentially('biel')
  await expect(dialog.getByRole('option', { name: /Biel/ })).toBeVisible()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Reason (optional)').fill('Carla has left')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Replace', exact: true }).click()
  const results = page.getByRole('dialog', { name: 'Replacement' })
  await expect(results).toContainText('Done for 1 of 2')
  await expect(results).toContainText('It does not wait for this person.')
})

test('a download is prepared and saved as a ZIP', { tag: '@full' }, async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix)
  await choose(page, 'lease')
  await choose(page, 'offer')
  await bar(page).getByRole('button', { name: 'Download' }).click()
  await page.getByRole('checkbox', { name: 'Originals, as they were sent' }).check()
  await page.getByRole('button', { name: 'Prepare download' }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save ZIP' }).click()
  const file = await readFile(await (await saved).path())
  for (const name of ['lease/', 'lease.pdf', 'offer/', 'original/']) expect(file.includes(name)).toBe(true)
})

test('deadlines are extended for several documents', { tag: '@full' }, async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  await openSent(page, scene, prefix)
  await choose(page, 'lease')
  await choose(page, 'order')
  await bar(page).getByRole('button', { name: 'Extend deadline' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('button', { name: 'Extend deadline' })).toBeDisabled()
  const year = new Date().getFullYear() + 1
  await dialog.getByRole('textbox', { name: 'New deadline' }).fill(`06/30/${year}`)
  await dialog.getByRole('textbox', { name: 'New deadline' }).press('Tab')
  await dialog.getByRole('button', { name: 'Extend deadline' }).click()
  const results = page.getByRole('dialog', { name: 'New deadline' })
  await expect(results).toContainText('Done for 1 of 2')
  await expect(results).toContainText('It has no deadline, or a later one.')
})

test('a filter is saved, used, renamed and deleted', { tag: '@full' }, async ({ page, scene }) => {
  const { prefix } = await sendSome(scene)
  const menu = (name: string) => page.getByRole('button', { name: 'Saved filters' }).filter({ hasText: name })
  await openAs(page, scene, { name: SENDER, path: `/sent?state=open&name=${encodeURIComponent(prefix)}` })
  await menu('Saved filters').click()
  await page.getByRole('menuitem', { name: 'Save this filter' }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Under way ${prefix}`)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu(`Under way ${prefix}`)).toBeVisible()
  await page.goto(`${scene.portal.url}/sent`)
  await menu('').click()
  await page.getByRole('menuitem', { name: `Under way ${prefix}` }).click()
  await expect(page).toHaveURL(/state=open/)
  await expect(documents(page)).toHaveCount(2)
  await menu(prefix).click()
  await page.getByRole('menuitem', { name: /^Rename or delete/ }).click()
  await page.getByLabel('Name', { exact: true }).fill(`Late ${prefix}`)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await menu(`Late ${prefix}`).click()
  await page.getByRole('menuitem', { name: /^Rename or delete/ }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  await expect(menu(`Late ${prefix}`)).toHaveCount(0)
})

for (const [name, width] of sampleOf(
  [
    ['phone', 390],
    ['wide', 1440],
  ] as const,
  2,
)) {
  test(`the boxes, the bar and the dialogs stand well: ${name}`, async ({ page, scene }) => {
    await page.setViewportSize({ width, height: 900 })
    const { prefix } = await sendSome(scene)
    await openSent(page, scene, prefix)
    await choose(page, 'lease')
    await choose(page, 'minutes')
    await expect(bar(page)).toBeVisible()
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('chosen.png') })
    await bar(page).getByRole('button', { name: 'Download' }).click()
    await expect(page.getByRole('button', { name: 'Prepare download' })).toBeVisible()
    await page.screenshot({ path: test.info().outputPath('download.png') })
    await page.keyboard.press('Escape')
    await bar(page).getByRole('button', { name: 'Remind' }).click()
    await page.getByRole('button', { name: 'Send reminders' }).click()
    await expect(page.getByRole('dialog')).toContainText('Done for 1 of 2')
    await expectAccessible(page)
    await page.screenshot({ path: test.info().outputPath('results.png') })
  })
}
