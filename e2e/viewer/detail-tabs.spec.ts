import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { makePdf, makePng, type Scene, sampleOf } from '@rubrica/testing'
import { expectAccessible, expectNothingClipped, openAs, PHONE, problem, test } from '../scenes/portal-scene.ts'

const sheet = Buffer.from('position;price')
const attachments = [
  { fileName: 'Annex.pdf', bytes: makePdf({ pages: 3, text: 'Annex' }) },
  { fileName: 'Plan.png', bytes: makePng({ width: 60, height: 40 }) },
  { fileName: 'Prices.csv', bytes: sheet },
]
/** Biel signs only after Carla has agreed. */
const signers = [{ userId: 'ana' }, { userId: 'biel', approvers: [{ userId: 'carla' }] }]

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const menu = (page: Page) => page.getByRole('navigation', { name: 'Attachments' })

async function openWithAttachments(page: Page, scene: Scene, language?: string): Promise<void> {
  const { guid } = await scene.send({ signers: ['ana'], attachments, description: { signers } })
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}`, language })
}

test('approvers have a tab where some signer has approvers, with name, e-mail and legal id', async ({
  page,
  scene,
}) => {
  const { guid } = await scene.send({ signers: ['ana'], description: { signers } })
  const { Signers } = await scene.people.ana.call.documentInfo({ params: { docGuid: guid } })
  const carla = Signers.flatMap(({ Approvers }) => Approvers)[0]!
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(tab(page, 'Approvers')).toBeVisible()
  await tab(page, 'Sign').press('ArrowRight')
  await expect(tab(page, 'Signers')).toBeFocused()
  await tab(page, 'Signers').press('ArrowRight')
  const table = page.getByRole('table', { name: /Have to approve before .* signs/ })
  const cells = table.getByRole('row').filter({ hasText: carla.Name }).getByRole('cell')
  await expect(cells.nth(1)).toContainText(carla.Email)
  await expect(cells.nth(2)).toContainText(carla.LegalId)
  await expect(table.getByRole('textbox')).toHaveCount(0)
  await expectAccessible(page)
})

test('without approvers and attachments there are no tabs for them', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['ana'] })
  const info = page.waitForResponse(`**/api/documentinfo/${guid}`)
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await (await info).finished()
  await expect(page.getByRole('tab')).toHaveText(['Sign', 'Signers'])
})

test('attachments have a side menu, and the chosen one is previewed with a page counter', async ({ page, scene }) => {
  await openWithAttachments(page, scene)
  await tab(page, 'Attachments').click()
  await expect(menu(page).getByRole('button')).toHaveText(['Annex.pdf', 'Plan.png', 'Prices.csv'])
  const preview = page.getByRole('region', { name: 'Annex.pdf', exact: true })
  await expect(preview.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible()
  await expect(preview.getByText('Page 1 of 3', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('region', { name: 'Pages of Annex.pdf' }).press('ArrowRight')
  await expect(preview.getByText('Page 2 of 3', { exact: true })).toBeVisible()
  // The keys of the attachment leave the document where it is.
  await expect(page.getByRole('region', { name: 'Document', exact: true }).getByText('Page 1 of 1')).toBeVisible()
  await menu(page).getByRole('button', { name: 'Plan.png' }).click()
  await expect(page.getByRole('region', { name: 'Plan.png', exact: true }).getByRole('img')).toBeVisible()
})

test('an attachment that has no pages can be saved byte by byte', { tag: '@full' }, async ({ page, scene }) => {
  await openWithAttachments(page, scene)
  await tab(page, 'Attachments').click()
  await menu(page).getByRole('button', { name: 'Prices.csv' }).click()
  await expect(page.getByText('This file cannot be shown here')).toBeVisible()
  await expectAccessible(page)
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download Prices.csv' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('Prices.csv')
  expect((await readFile(await download.path())).equals(sheet)).toBe(true)
})

for (const [what, answer] of sampleOf(
  [
    ['a 403', problem(403, 'NO_ATTACHMENTS')],
    ['an empty list', { status: 200, json: [] }],
  ] as const,
  2,
)) {
  test(`${what} of the attachments says that there are no attached documents`, async ({ page, scene }) => {
    await page.route('**/api/signatures/*/attachments/', (route) => route.fulfill(answer))
    await openWithAttachments(page, scene)
    await tab(page, 'Attachments').click()
    await expect(page.getByText('There are no attached documents')).toBeVisible()
    await expectAccessible(page)
  })
}

test(
  'attachments that cannot be loaded are told of, and asked for again',
  { tag: '@full' },
  async ({ page, scene }) => {
    await page.route('**/api/signatures/*/attachments/', (route) => route.fulfill(problem(404, 'NOT_FOUND')), {
      times: 1,
    })
    await openWithAttachments(page, scene)
    await tab(page, 'Attachments').click()
    await expect(page.getByText('The attachments could not be loaded.')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(menu(page).getByRole('button')).toHaveCount(3)
  },
)

test.describe('on a phone', () => {
  test.use(PHONE)
  for (const [language, details, attached] of sampleOf(
    [
      ['en', 'Details', 'Attachments'],
      ['es', 'Detalles', 'Adjuntos'],
      ['ca', 'Detalls', 'Adjunts'],
      ['de', 'Details', 'Anhänge'],
      ['fr', 'Détails', 'Pièces jointes'],
    ] as const,
    4,
  )) {
    test(`nothing of the tabs is clipped in ${language}`, async ({ page, scene }) => {
      await openWithAttachments(page, scene, language)
      await expect(page.getByRole('img').first()).toBeVisible()
      await expectNothingClipped(page)
      await page.getByRole('button', { name: details, exact: true }).click()
      await expect(page.getByRole('tab')).toHaveCount(4)
      await page.getByRole('tab').nth(2).click()
      await expectNothingClipped(page)
      await tab(page, attached).click()
      await expect(page.getByRole('navigation', { name: attached })).toBeVisible()
      await expectNothingClipped(page)
    })
  }
})

test.describe('on a phone', () => {
  test.use(PHONE)

  test(
    'the details give the focus back, and one finger can zoom, fit and turn the pages',
    { tag: '@full' },
    async ({ page, scene }) => {
      const { guid } = await scene.send({ signers: ['ana'] })
      await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
      const details = page.getByRole('button', { name: 'Details', exact: true })
      await details.click()
      await expect(tab(page, 'Sign')).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(details).toBeFocused()

      const image = page.locator('[data-page="1"] img')
      const width = () => image.boundingBox().then((box) => box?.width ?? 0)
      await expect(image).toBeVisible()
      const fitted = await width()
      const tools = page.getByRole('button', { name: 'Zoom', exact: true })
      await tools.click()
      await expectAccessible(page)
      await expectNothingClipped(page)
      await page.getByRole('button', { name: 'Zoom in' }).click()
      await expect.poll(width).toBeGreaterThan(fitted)
      await page.getByRole('button', { name: 'Fit the width' }).click()
      await expect.poll(width).toBe(fitted)
      await tools.click()
      await expect(page.getByRole('button', { name: 'Zoom in' })).toHaveCount(0)
    },
  )
})
