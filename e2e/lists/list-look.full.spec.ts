/**
 * The list of documents with all that can be opened on it, in light and in dark, on a desktop and on a phone: axe finds
 * nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { expectRows, openAs, problem, test } from '../scenes/portal-scene.ts'

for (const { title, width, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the list with filters, calendar, selection and messages is accessible, and nothing is cut off', async ({
      page,
      scene,
    }) => {
      const phone = width === 390
      const texts = readCatalogue(language)
      const field = (name: string) => page.getByLabel(name, { exact: true })
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const prefix = `Lease ${crypto.randomUUID().slice(0, 4)}`
      const description = { senderName: 'Legal department of the old town hall', tags: ['Legal', 'Urgent'] }
      const sent = []
      for (let i = 1; i <= 6; i += 1) {
        const fileName = `${prefix} of the offices on floor ${i}.pdf`
        const certificate = i === 4 ? scene.people.carla.certificateId : undefined
        const document = await scene.send({
          signers: ['carla'],
          signer: { certificate, readAll: i === 2 },
          description: { fileName, ...description },
        })
        sent.push(document.signers[0]!.guid)
      }
      const filters = `name=${encodeURIComponent(prefix)}&tag=Legal&sender=Legal&from=2026-01-01`
      await openAs(page, scene, { name: 'carla', path: `/documents?size=5&${filters}`, language })
      await expectRows(page)
      await look(page)

      await page.locator('[aria-expanded], [aria-haspopup]').filter({ hasText: texts.search.filters }).click()
      await expect(field(texts.documents.certificate)).toBeVisible()
      await look(page)
      await field(texts.search.to).fill('nonsense')
      await field(texts.search.to).press('Tab')
      await look(page)
      await field(texts.search.to).fill('')
      await button(texts.dates.open.replace('{{label}}', texts.search.to)).click()
      await expect(page.getByRole('grid')).toBeVisible()
      await look(page)
      await page.keyboard.press('Escape')
      if (phone) await button(texts.search.show).click()

      await field(texts.documents.selectPage).first().check()
      await expect(button(texts.documents.signSelected)).toBeEnabled()
      await look(page)

      // What the person may sign with is known before the list is: an answer to a fresh page.
      for (const [gone, answer, said] of [
        [sent[0]!, problem(400, 'VALIDATION_FAILED'), texts.signing.loadFailed],
        [sent[2]!, problem(404, 'NO_CERTIFICATES'), texts.signing.emptyTitle],
      ] as const) {
        await scene.people.carla.call.rejectDocument({
          params: { signerGuid: gone },
          body: { RejectionReason: 'in another window', AccessMethod: 'USER_PASS' },
        })
        await page.route('**/certs', (route) => route.fulfill(answer))
        await page.reload()
        await button(texts.documents.signSelected).click()
        await expect(page.getByRole('dialog')).toContainText(said)
        await look(page)
        await page.keyboard.press('Escape')
      }
      await button(texts.header.messages).click()
      await expect(page.getByRole('listitem').filter({ hasText: texts.selection.someGone })).toBeVisible()
      await look(page)

      await page.goto(`${scene.portal.url}/documents?name=none+is+called+so`)
      await expect(page.getByText(texts.documents.noMatchTitle)).toBeVisible()
      await look(page)
    })
  })
}
