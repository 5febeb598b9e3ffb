/** What proves a document is taken away where it was sent from, and by who signed it. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { readEvidenceFile } from '@rubrica/evidence-file'
import { trySigning } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { SENDER, sendAs } from '../scenes/sent-scene.ts'

/** The file that a press has the browser save. */
async function savedBy(page: Page, press: () => Promise<void>) {
  const saving = page.waitForEvent('download')
  await press()
  const download = await saving
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('who signed takes away the evidence of a document that is over, with their own values', async ({
  page,
  scene,
}) => {
  const { ana, carla } = scene.people
  const { guid, signers } = await scene.send({ signers: ['ana', 'carla'], description: { fileName: 'Lease.pdf' } })
  expect(await trySigning(ana, signers[0]!.guid)).toBe(204)
  await openAs(page, scene, { name: 'ana', path: `/documents/${guid}` })
  await expect(page.getByText(/^You signed/)).toBeVisible()
  // Somebody else has not signed yet.
  await expect(page.getByRole('button', { name: 'Evidence' })).toBeHidden()
  expect(await trySigning(carla, signers[1]!.guid)).toBe(204)
  await page.reload()
  const { name, bytes } = await savedBy(page, () => page.getByRole('button', { name: 'Evidence' }).click())
  expect(name).toBe('Lease.evidence.pdf')
  const { manifest, files } = readEvidenceFile(bytes)
  expect(manifest).toMatchObject({ edition: 'reduced', documentId: guid })
  const personal = files.get('personal.json')!.toString()
  expect([personal.includes(ana.legalId), personal.includes(carla.legalId)]).toEqual([true, false])
})

test('the sender takes away all of it, once the document is over', { tag: '@full' }, async ({ page, scene }) => {
  const sent = await sendAs(scene, SENDER, { fileName: 'Sent lease.pdf', signers: [{ userId: 'ana' }] })
  expect(await trySigning(scene.people.ana, sent.signers[0]!.guid)).toBe(204)
  await openAs(page, scene, { name: SENDER, path: `/sent/${sent.guid}` })
  await page.getByRole('button', { name: 'More' }).click()
  const press = () => page.getByRole('menuitem', { name: 'Download the evidence' }).click()
  const { bytes } = await savedBy(page, press)
  expect(readEvidenceFile(bytes).manifest).toMatchObject({ edition: 'full', documentId: sent.guid })
})

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)
    test('the bar of a document that is over is accessible, and nothing is cut off', async ({ page, scene }) => {
      const { guid, signers } = await scene.send({ signers: ['ana'] })
      expect(await trySigning(scene.people.ana, signers[0]!.guid)).toBe(204)
      await openAs(page, scene, { name: 'ana', path: `/documents/${guid}`, language })
      await expect(page.getByRole('button', { name: language === 'en' ? 'Evidence' : /./ }).first()).toBeVisible()
      await look(page)
    })
  })
}
