import { expect, type Page } from '@playwright/test'
import type { Scene } from '@rubrica/testing'
import { expectAccessible, expectRows, openAs, test } from '../scenes/portal-scene.ts'

const next = (page: Page) => page.getByRole('link', { name: 'Next document' })
const rowLink = (page: Page, index: number) =>
  page.getByRole('table').getByRole('row').nth(index).getByRole('link').last()

/** The names of the pending documents that were sent for this, in one order. */
async function namesInOrder(scene: Scene, OrderType: 'asc' | 'des'): Promise<string[]> {
  const query = { OrderBy: 'FileName', OrderType, PageSize: '100', FileName: 'Next' } as const
  const { List } = await scene.people.carla.call.pendingDocuments({ query })
  return List.map(({ FileName }) => FileName)
}

async function openList(page: Page, scene: Scene, search: string): Promise<void> {
  await openAs(page, scene, { name: 'carla', path: `/documents?${search}` })
  await expectRows(page)
}

test('the next document is the next one of the list as it was opened, over its pages, and it rests on the last', async ({
  page,
  scene,
}) => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
    await scene.send({ signers: ['carla'], description: { fileName: `Next ${name}.pdf` } })
  }
  const names = await namesInOrder(scene, 'des')
  await openList(page, scene, 'name=Next&sort=FileName&dir=des&size=5')
  await rowLink(page, 5).click()
  await expect(page.getByRole('heading', { name: names[4] })).toBeVisible()
  await next(page).click()
  await expect(page.getByRole('heading', { name: names[5] })).toBeVisible()
  await next(page).click()
  await expect(page.getByRole('heading', { name: names[6] })).toBeVisible()
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expect(page).toHaveURL(/page=2/)

  await page.goto(`${scene.portal.url}/documents?name=Next&sort=FileName&dir=des&size=100`)
  await expectRows(page)
  await rowLink(page, names.length).click()
  const resting = page.getByRole('button', { name: 'Next document' })
  await expect(resting).toBeDisabled()
  await expect(resting).toHaveAttribute('title', 'This is the last document of the list')
  await expectAccessible(page)
})

test('sign and next signs a document and goes on with the one after it, at the same place of the list', async ({
  page,
  scene,
}) => {
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
    await scene.send({ signers: ['carla'], description: { fileName: `Onwards ${name}.pdf` } })
  }
  await openList(page, scene, 'name=Onwards&sort=FileName&dir=asc&size=5')
  await rowLink(page, 5).click()
  await expect(page.getByRole('heading', { name: 'Onwards e.pdf' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign and next' }).click()
  const pin = page.getByRole('dialog').getByLabel('PIN of the certificate')
  await pin.fill(scene.people.carla.pin)
  await pin.press('Enter')
  await expect(page.getByRole('heading', { name: 'Onwards f.pdf' })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  // It is the last one: there is nothing to go on with.
  await expect(page.getByRole('button', { name: 'Next document' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Sign and next' })).toHaveCount(0)
  await page.getByRole('link', { name: 'Back to the list' }).click()
  await expectRows(page)
  expect(page.url()).not.toContain('page=2')
  const left = page.getByRole('link', { name: /^See Onwards/ })
  await expect(left).toHaveCount(5)
  await expect(page.getByRole('link', { name: 'See Onwards e.pdf' })).toHaveCount(0)
})

test('the box in the header selects the document, which the list then shows', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['carla'], description: { fileName: 'To select.pdf' } })
  await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
  await page.getByRole('checkbox', { name: 'Select' }).check()
  const { List } = await scene.people.carla.call.pendingDocuments({ query: { FileName: 'To select' } })
  expect(await page.evaluate(`sessionStorage.getItem('docsSelectedSignerGUIString')`)).toBe(
    List[0]!.SignerDTO.SignerGUID,
  )
  await page.getByRole('checkbox', { name: 'Select' }).uncheck()
  expect(await page.evaluate(`sessionStorage.getItem('docsSelectedSignerGUIString')`)).toBe('')
})

test('a document that must be read completely has no box to select it', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['carla'], signer: { readAll: true } })
  await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
  await expect(page.getByRole('button', { name: 'Download the document' })).toBeVisible()
  await expect(page.getByText('1 of 1 page viewed')).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeEnabled()
  await expect(page.getByRole('checkbox')).toHaveCount(0)
})

test('a folded header stays folded after a reload, and keeps the ways back and on', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['carla'] })
  await openAs(page, scene, { name: 'carla', path: `/documents/${guid}` })
  const download = page.getByRole('button', { name: 'Download the document' })
  await expect(download).toBeVisible()
  await page.getByRole('button', { name: 'Fold the header' }).click()
  await expect(download).toBeHidden()
  await page.reload()
  await expect(page.getByRole('button', { name: 'Unfold the header' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Back to the list' })).toBeVisible()
  await expect(download).toBeHidden()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Unfold the header' }).click()
  await expect(download).toBeVisible()
})
