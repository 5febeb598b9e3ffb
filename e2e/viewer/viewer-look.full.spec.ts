/**
 * A document with all that can stand around its pages, in light and in dark, on a desktop and on a phone: axe finds
 * nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { makePdf } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'

const attachments = [
  { fileName: 'Plan of the offices on the second floor of the old town hall.pdf', bytes: makePdf({ pages: 3 }) },
  { fileName: 'Prices.csv', bytes: Buffer.from('position;price') },
]
const signers = [
  { userId: 'biel', readAll: true, disclaimer: { title: 'Terms of the lease', text: 'You accept them.' } },
  { userId: 'ana', approvers: [{ userId: 'carla' }] },
]

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('tabs, thumbnails, notices and the disclaimer are accessible, and nothing is cut off', async ({
      page,
      scene,
    }) => {
      const phone = width === 390
      const { viewer, disclaimer, ...texts } = readCatalogue(language)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const tab = (name: string) => page.getByRole('tab', { name, exact: true }).click()
      const { guid } = await scene.send({
        signers: ['biel'],
        pdf: makePdf({ pages: 3 }),
        attachments,
        description: { signers, fileName: 'Contract of lease.pdf' },
      })
      await page.route(
        `**/api/documentrendered/${guid}/remote/pages/2?*`,
        (route) => route.fulfill(problem(422, 'PAGE_NOT_RENDERABLE')),
        { times: 1 },
      )
      await openAs(page, scene, { name: 'biel', path: `/documents/${guid}`, language })
      await expect(page.locator('[data-page="1"] img')).toBeVisible()
      await expect(page.getByRole('main').getByRole('alert')).toBeAttached()
      await look(page)
      if (!phone) {
        await press(viewer.thumbnails)
        await press(viewer.rotate)
        await expect(page.getByRole('navigation', { name: viewer.thumbnails })).toBeVisible()
        await look(page)
        await press(viewer.thumbnails)
      }
      await page.getByRole('main').getByRole('button', { name: texts.common.tryAgain }).click()

      if (phone) await press(viewer.details)
      await tab(viewer.approversTab)
      await expect(page.getByRole('table')).toBeVisible()
      await look(page)
      await tab(viewer.attachmentsTab)
      const menu = page.getByRole('navigation', { name: viewer.attachments })
      await expect(
        page.getByRole('region', { name: attachments[0]!.fileName, exact: true }).locator('img'),
      ).not.toHaveCount(0)
      await look(page)
      await menu.getByRole('button', { name: 'Prices.csv' }).click()
      await expect(page.getByText(viewer.notShownTitle)).toBeVisible()
      await look(page)
      if (phone) await press(viewer.closeDetails)

      const sign = page.getByRole('button', { name: viewer.sign, exact: true })
      await page.getByRole('main').press('Home')
      for (const number of [2, 3]) {
        await page.getByRole('main').press('ArrowRight')
        await expect(page.locator(`[data-page="${number}"] img`)).toBeInViewport()
      }
      await expect(sign).toBeEnabled()
      await sign.click()
      await expect(page.getByRole('dialog').getByRole('region')).toBeVisible()
      await look(page)
      await press(disclaimer.accept)
      await page.keyboard.press('Escape')

      await page.route(`**/api/documentinfo/${guid}`, (route) =>
        route.fulfill(problem(409, 'DOCUMENT_NO_LONGER_AVAILABLE')),
      )
      await page.clock.install()
      await page.reload()
      await expect(page.getByRole('alertdialog')).toContainText(viewer.goneTitle)
      await look(page)
    })
  })
}
