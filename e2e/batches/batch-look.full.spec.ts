/**
 * Every dialog of a batch, in light and in dark, on a desktop and on a phone: axe finds nothing, and no text is cut
 * off. What of it in which run: see looksOf.
 */
import { expect, type Page } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import type { Scene } from '@rubrica/testing'
import { openBatch, sendBatch, SIGN, withoutRuns } from '../scenes/batch-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { problem, test } from '../scenes/portal-scene.ts'

test.beforeEach(({ page }) => withoutRuns(page))

/** Opens the list with five documents, the second with a disclaimer, all of them selected. */
async function openFive(page: Page, scene: Scene, language: string): Promise<void> {
  const word = `Lease ${crypto.randomUUID().slice(0, 4)}`
  const disclaimer = { title: 'Terms', text: 'You accept them.' }
  const { sent } = await sendBatch(scene, {
    name: 'carla',
    count: 5,
    prefix: `${word} of the offices on the second floor of the old town hall`,
    special: { 2: { signer: { disclaimer } } },
  })
  const selected = sent.map(({ signers }) => signers[0]!.guid).join(',')
  await page.addInitScript({
    content: `sessionStorage.setItem('docsSelectedSignerGUIString', '${selected}')
      const start = setTimeout
      globalThis.setTimeout = (run, ms, ...rest) => start(run, [600, 1500, 4000].includes(ms) ? 0 : ms, ...rest)`,
  })
  await openBatch(page, scene, { name: 'carla', prefix: word, language })
}

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the dialogs of a batch are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const dialog = page.getByRole('dialog')
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const enterPin = async () => {
        await press(texts.documents.signSelected)
        await press(texts.disclaimer.accept)
        await dialog.getByLabel(texts.signing.pin).fill('0000')
        await press(texts.signing.confirm)
      }
      await openFive(page, scene, language)

      await press(texts.documents.signSelected)
      await expect(dialog.getByRole('region')).toBeVisible()
      await look(page)
      await press(texts.disclaimer.accept)
      await expect(dialog.getByLabel(texts.signing.pin)).toBeVisible()
      await look(page)
      await dialog.getByRole('button', { name: texts.common.cancel }).click()

      let answer = () => {}
      const held = new Promise<void>((resolve) => (answer = resolve))
      await page.route(SIGN, async (route) => {
        await held
        await route.fulfill(problem(423, 'DOCUMENT_BUSY'))
      })
      await enterPin()
      await expect(page.getByRole('progressbar')).toBeVisible()
      await look(page)
      await press(texts.batch.stop)
      await look(page)
      answer()
      await expect(dialog.getByRole('listitem')).toHaveCount(5)
      await look(page)
      await press(texts.batch.selectAgain)

      await page.unroute(SIGN)
      await page.route(SIGN, (route) => route.abort('connectionreset'))
      await enterPin()
      await expect(page.getByRole('alertdialog')).toBeVisible()
      await look(page)
      await press(texts.batch.endHere)
      await press(texts.batch.selectAgain)

      await page.unroute(SIGN)
      await page.route(SIGN, (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
      await enterPin()
      await expect(page.getByRole('alertdialog')).toContainText(texts.batch.soFar_zero.replace('{{total}}', '5'))
      await look(page)
    })
  })
}
