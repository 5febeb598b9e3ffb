/**
 * What is said of the signatures in a document and of changes after them, in light and in dark, on a desktop and on a
 * phone: axe finds nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { openBatch, sendBatch } from '../scenes/batch-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { found, foundSignature, sayOfSignatures, sendChanged, VALIDATION } from '../scenes/signatures-scene.ts'

/** One signature for each sentence that a reader can meet. */
function everything(language: string) {
  const { what, allowed, reasons, levels, warnings, archive } = readCatalogue(language).signatures
  const changes = [
    ...Object.keys(what).map((What, i) => ({ What, Page: (i % 3) + 1, Revision: 2, JustifiedBy: null })),
    ...Object.keys(allowed).map((JustifiedBy) => ({ What: 'CATALOG', Page: null, Revision: 2, JustifiedBy })),
  ]
  const signatures = Object.keys(reasons).map((SubIndication, i) =>
    foundSignature({
      Field: `Signature${i}`,
      Kind: i % 4 === 3 ? 'timestamp' : 'signature',
      Signer: i % 5 === 4 ? null : 'Maria del Carme Puigdevall i Casademunt-Vilaregut de l’Administració General',
      Indication: i % 2 === 0 ? 'TOTAL-FAILED' : 'INDETERMINATE',
      SubIndication,
      Level: Object.keys(levels)[i % Object.keys(levels).length]!,
      ProvedAt: null,
      Revision: i % 3 === 2 ? null : 1,
      ...(i === 0 && { Changes: changes, ChangedPages: [1, 2, 3] }),
    }),
  )
  return found({
    Integrity: 'suspicious',
    Trust: 'unknown',
    NeedsConfirmation: true,
    Revisions: 2,
    Warnings: Object.keys(warnings),
    Signatures: signatures,
    Archive: { State: 'failed', Level: 'PAdES-BASELINE-T', Reason: Object.keys(archive.reasons).at(-1)! },
  })
}

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the line, the signatures, the pictures and the question are accessible, and nothing is cut off', async ({
      page,
      scene,
    }) => {
      const { signatures, signing, batch, common, viewer, documents } = readCatalogue(language)
      const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
      const { guid } = await sendChanged(scene, { signers: ['biel'] })
      const open = () => openAs(page, scene, { name: 'biel', path: `/documents/${guid}`, language })

      await sayOfSignatures(page, found({ Trust: 'unknown' }))
      await open()
      await expect(page.getByText(signatures.notAnchored)).toBeVisible()
      await look(page)
      await page.unroute(VALIDATION)

      const revoked = { Indication: 'INDETERMINATE', SubIndication: 'REVOKED_NO_POE' } as const
      await sayOfSignatures(page, found({ Signatures: [foundSignature(revoked)] }))
      await page.reload()
      await expect(page.getByText(signatures.doubts)).toBeVisible()
      await look(page)
      await page.unroute(VALIDATION)

      await page.route(VALIDATION, (route) => route.abort('connectionreset'))
      await page.reload()
      await expect(page.getByText(signatures.failed)).toBeVisible()
      await look(page)
      await page.unroute(VALIDATION)

      await sayOfSignatures(page, { ...everything(language), Integrity: 'broken' })
      await press(common.tryAgain)
      await expect(page.getByRole('alert').getByText(signatures.brokenTitle)).toBeVisible()
      await look(page)
      await page.unroute(VALIDATION)

      await sayOfSignatures(page, everything(language))
      await page.reload()
      await expect(page.getByRole('alert').getByText(signatures.suspiciousTitle)).toBeVisible()
      await look(page)
      await press(signatures.showChanges)
      await expect(page.getByRole('article').first()).toBeVisible()
      await look(page)
      await page.getByRole('button', { name: /3/ }).and(page.getByRole('article').first().getByRole('button')).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByRole('img')).toHaveCount(width === 390 ? 1 : 2)
      await look(page)
      await dialog.getByRole('button', { name: common.close }).click()
      if (width === 390) await press(viewer.closeDetails)

      await press(viewer.sign)
      await expect(dialog.or(page.getByRole('alertdialog')).getByText(signing.changedSeen)).toBeVisible()
      await look(page)
      await press(common.cancel)

      const prefix = `Changed ${width} ${language} ${crypto.randomUUID().slice(0, 4)}`
      await sendBatch(scene, { name: 'biel', count: 2, prefix: `${prefix} of the offices on the second floor` })
      await openBatch(page, scene, { name: 'biel', prefix, language })
      await expect(page.getByRole('checkbox', { name: new RegExp(prefix) })).toHaveCount(2)
      await page.getByRole('checkbox', { name: documents.selectPage }).check()
      await press(documents.signSelected)
      await expect(page.getByRole('alertdialog').getByText(batch.changedMeaning)).toBeVisible()
      await look(page)
    })
  })
}
