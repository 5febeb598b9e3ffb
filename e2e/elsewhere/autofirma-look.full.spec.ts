/**
 * Every face of a signature with Autofirma, in light and in dark, on a desktop and on a phone: axe finds nothing, and
 * no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { behave, dialogOf, hurry, test } from '../scenes/autofirma-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, problem } from '../scenes/portal-scene.ts'

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the faces of a signature on the PC are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const words = texts.autofirma
      const dialog = dialogOf(page)
      await hurry(page)
      const { guid } = await scene.send({ signers: ['ana'], description: { fileName: 'To sign.pdf' } })
      await openAs(page, scene, { name: 'ana', path: `/documents/${guid}`, language })
      await page.getByRole('button', { name: texts.viewer.sign, exact: true }).click()
      await expect(dialog.getByRole('checkbox')).toBeVisible()
      await expect(dialog.getByText(words.phoneText)).toHaveCount(width === 390 ? 1 : 0)
      await look(page)

      await behave(scene, { pick: 'by-hand' })
      await dialog.getByRole('button', { name: words.open }).click()
      await expect(dialog).toContainText(words.look)
      await look(page)
      await page.reload()

      await behave(scene, { pick: 'other' })
      await page.getByRole('button', { name: texts.viewer.sign, exact: true }).click()
      await dialog.getByRole('button', { name: words.open }).click()
      await expect(dialog).toContainText(texts.elsewhereErrors.LOCAL_CERTIFICATE_FOREIGN)
      await look(page)

      await behave(scene)
      await page.route(/\/api\/localsignature\/[0-9a-f-]+$/, (route) => route.fulfill(problem(502, 'BAD_GATEWAY')))
      await dialog.getByRole('button', { name: words.otherOfPc }).click()
      await expect(dialog).toContainText(texts.signing.unansweredText)
      await look(page)
      await page.reload()

      // Last, since the browser makes pages wait that have tried so often.
      await behave(scene, { startsAfter: null })
      await page.getByRole('button', { name: texts.viewer.sign, exact: true }).click()
      await dialog.getByRole('button', { name: words.open }).click()
      await expect(dialog).toContainText(words.causes['not-running'].remedy)
      await look(page)
    })
  })
}
