/**
 * The screens and dialogs of the approvals, in light and in dark, on a desktop and on a phone: axe finds nothing, and
 * no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { makePdf, type Scene } from '@rubrica/testing'
import { ACCEPT, APPROVER, askForApprovals } from '../scenes/approvals-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem, test } from '../scenes/portal-scene.ts'

/** Six approvals, each with everything that one can have. */
async function askForSix(scene: Scene): Promise<void> {
  await askForApprovals(scene, [])
  for (const floor of ['first', 'second', 'third']) {
    await scene.send({
      signers: ['ana', 'carla'],
      pdf: makePdf({ pages: 7 }),
      attachments: [{ fileName: 'Plan of the offices.pdf', bytes: makePdf() }],
      signer: { approvers: [{ userId: APPROVER }], reason: 'I agree with the terms of the lease' },
      description: {
        fileName: `Contract of lease of the offices on the ${floor} floor.pdf`,
        description: 'Please read before Friday',
        tags: ['Legal', 'Urgent'],
        senderName: 'Legal department',
      },
    })
  }
}

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the approvals are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const rows = page.getByRole('row').filter({ has: page.locator('a') })
      const selectTwo = async () => {
        for (const i of [0, 1]) await rows.nth(i).getByRole('checkbox').check()
      }
      await askForSix(scene)
      await openAs(page, scene, { name: APPROVER, path: '/approvals', language })
      await expect(rows).toHaveCount(6)
      await press(texts.search.filters)
      await look(page)
      if (width === 390) {
        await press(texts.search.show)
        await page.getByRole('button', { name: texts.documents.sortedBy.replace('{{column}}', '') }).click()
        await look(page)
        await press(texts.common.cancel)
      }
      await selectTwo()
      await look(page)

      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route(ACCEPT, async (route) => {
        await held
        await route.fulfill(problem(423, 'DOCUMENT_BUSY'))
      })
      await press(texts.approvals.approveSelected)
      await look(page)
      // The last button of the question says yes.
      await page.getByRole('dialog').getByRole('button').last().click()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await look(page)
      await press(texts.approvals.stop)
      await look(page)
      answer()
      await expect(page.getByRole('alertdialog')).toContainText(texts.approvals.stoppedTitle)
      await look(page)
      await press(texts.common.close)

      await rows.nth(0).getByRole('link').first().click()
      await expect(page.locator('[data-page="1"] img')).toBeVisible()
      if (width === 390) await press(texts.viewer.details)
      await look(page)
      await page.getByRole('tab', { name: texts.viewer.signersTab }).click()
      await expect(page.getByRole('table', { name: texts.viewer.signers })).toBeVisible()
      await look(page)
      if (width === 390) await press(texts.viewer.closeDetails)
      await press(texts.viewer.reject)
      await look(page)
    })
  })
}
