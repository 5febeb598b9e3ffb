/** A document in windows of every size: the header is there, the page has room, and forced colours lose no edge. */
import { expect, type Locator, type Page } from '@playwright/test'
import { makePdf, sampleOf } from '@rubrica/testing'
import { expectAccessible, openAs, test } from '../scenes/portal-scene.ts'
import { sendChanged } from '../scenes/signatures-scene.ts'

const firstPage = (page: Page) => page.locator('[data-page="1"] img')
/** One of them chooses another language, which the account keeps. */
test.afterEach(({ scene }) => scene.people.biel.call.updateUser({ body: { language: 'en' } }))

const heightOf = (element: Locator) => element.boundingBox().then((box) => box?.height ?? 0)

test('over a document the header has its menus in one row, on a phone too', async ({ page, scene }) => {
  const { guid } = await scene.send({ signers: ['biel'] })
  await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
  await expect(firstPage(page)).toBeVisible()
  const header = page.getByRole('banner')
  for (const size of [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size)
    await expect(header.getByRole('link', { name: 'Rúbrica, pending documents' })).toBeVisible()
    const row = await heightOf(header)
    for (const name of ['Language: English', 'Account of biel']) {
      const button = header.getByRole('button', { name })
      await expect(button).toBeVisible()
      expect(row).toBeLessThan(2 * (await heightOf(button)))
    }
    await expectAccessible(page)
  }
  await header.getByRole('button', { name: 'Language: English' }).click()
  await page.getByRole('menuitemradio', { name: 'Deutsch' }).click()
  await expect(page.getByRole('button', { name: 'Unterzeichnen', exact: true })).toBeVisible()
  await header.getByRole('button', { name: /biel/ }).click()
  await page.getByRole('menuitem', { name: 'Zertifikate' }).click()
  await expect(page).toHaveURL(/\/certificates$/)
})

for (const [what, size] of sampleOf(
  [
    ['magnified four times', { width: 320, height: 256 }],
    ['of a phone on its side', { width: 740, height: 360 }],
  ] as const,
  2,
)) {
  test(`in a window ${what} the page has at least half the height`, async ({ page, scene }) => {
    await page.setViewportSize(size)
    const read = await scene.send({
      signers: ['biel'],
      pdf: makePdf({ pages: 3 }),
      signer: { readAll: true, reason: 'The yearly renewal' },
    })
    const changed = await sendChanged(scene, { signers: ['biel'] })
    await openAs(page, scene, { name: 'biel', path: `/documents/${read.guid}` })
    for (const { guid } of [read, changed]) {
      await page.goto(`${scene.portal.url}/documents/${guid}`)
      await expect(firstPage(page)).toBeVisible()
      await expect(page.getByRole('button', { name: 'Sign', exact: true })).toBeInViewport({ ratio: 1 })
      if (guid === changed.guid) await expect(page.getByRole('alert')).toBeVisible()
      expect(await heightOf(page.getByRole('main'))).toBeGreaterThanOrEqual(size.height / 2)
      await expectAccessible(page)
    }
    await page.goto(`${scene.portal.url}/documents/${read.guid}`)
    await page.getByRole('button', { name: 'Details', exact: true }).click()
    await expect(page.getByText('The yearly renewal')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('banner').getByRole('button', { name: 'Account of biel' })).toBeVisible()
    await page.getByRole('button', { name: 'Menu', exact: true }).click()
    await expect(page.getByRole('banner')).toHaveCount(0)
  })
}

const styleOf = (page: Page, selector: string, name: string) =>
  page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).getPropertyValue('${name}')`)

test(
  'in forced colours the selected tab, the current screen and the edges of dialogs are seen',
  { tag: '@full' },
  async ({ page, scene }) => {
    const { guid } = await scene.send({ signers: ['biel'] })
    await page.emulateMedia({ forcedColors: 'active' })
    await openAs(page, scene, { name: 'biel', path: `/documents/${guid}` })
    await expect(firstPage(page)).toBeVisible()
    const lineOf = (isSelected: boolean) =>
      styleOf(page, `[role="tab"][aria-selected="${isSelected}"]`, 'border-bottom-color')
    const paper = await styleOf(page, '[role="tablist"]', 'background-color')
    expect(await lineOf(true)).not.toBe(await lineOf(false))
    expect(await lineOf(true)).not.toBe(paper)

    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await styleOf(page, 'dialog[open]', 'border-top-style')).toBe('solid')
    expect(Number.parseFloat(await styleOf(page, 'dialog[open]', 'border-top-width'))).toBeGreaterThanOrEqual(1)
    const edge = await styleOf(page, 'dialog[open]', 'border-top-color')
    expect(edge).not.toBe(await styleOf(page, 'dialog[open]', 'background-color'))
    await page.keyboard.press('Escape')

    await page.getByRole('link', { name: 'Back to the list' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Documents' })).toBeVisible()
    const current = await styleOf(page, 'nav a[aria-current]', 'border-bottom-color')
    expect(current).not.toBe(await styleOf(page, 'nav a[aria-current]', 'background-color'))
    expect(current).not.toBe(await styleOf(page, 'header', 'background-color'))
  },
)
