/** The main job of the product, as the person does it: from the mail of a sender to a signature that others accept. */
import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { askPdfsig, DEMO_PASSWORD, makePdf, sampleOf } from '@rubrica/testing'
import { test, WINDOWS } from '../scenes/portal-scene.ts'

async function showNewestFirst(page: Page, phone: boolean): Promise<void> {
  if (phone) {
    await page.getByRole('button', { name: 'Sort' }).click()
    await page.getByLabel('Sort by').selectOption('Sent')
    await page.getByLabel('Order', { exact: true }).selectOption('Descending')
    await page.getByRole('button', { name: 'Show the list' }).click()
  } else {
    await page.getByRole('button', { name: 'Sent' }).click()
  }
  await expect(page).toHaveURL(/sort=UploadTime&dir=des/)
}

for (const { width, use } of sampleOf(WINDOWS, 2)) {
  test.describe(`at ${width} px`, () => {
    test.use({ ...use, locale: 'en-GB' })
    test('a document that a program sent is found, read, downloaded and signed, and pdfsig finds it valid', async ({
      page,
      scene,
    }) => {
      const fileName = `Whole way at ${width}.pdf`
      const pdf = makePdf({ pages: 3, text: fileName })
      const sent = await scene.send({ signers: ['carla'], pdf, description: { fileName } })

      await page.goto(scene.portal.url)
      await page.getByLabel('User', { exact: true }).fill('carla')
      await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
      await page.getByLabel('Password', { exact: true }).press('Enter')
      await expect(page.getByRole('heading', { name: 'Pending documents' })).toBeVisible()
      await showNewestFirst(page, width === 390)
      await page.getByRole('link', { name: fileName }).first().click()

      await expect(page.getByRole('img', { name: 'Page 1 of 3' })).toBeVisible()
      await page.getByRole('main').press('End')
      await expect(page.getByRole('img', { name: 'Page 3 of 3' })).toBeVisible()
      const downloading = page.waitForEvent('download')
      await page.getByRole('button', { name: 'Download the document' }).click()
      const download = await downloading
      expect(download.suggestedFilename()).toBe(fileName)
      const downloaded = await readFile(await download.path())
      expect(downloaded.subarray(0, pdf.length).equals(pdf)).toBe(true)

      await page.getByRole('button', { name: 'Sign', exact: true }).click()
      await page.getByRole('dialog').getByLabel('PIN of the certificate').fill(scene.people.carla.pin)
      await page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true }).click()
      await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
      await expect(page.getByRole('heading', { name: 'Pending documents' })).toBeVisible()
      await expect(page.getByRole('link', { name: fileName })).toHaveCount(0)

      const signed = await scene.download(sent)
      expect(Buffer.from(signed).subarray(0, downloaded.length).equals(downloaded)).toBe(true)
      expect((await askPdfsig(signed)).verdicts).toEqual(['Signature is Valid.'])
    })
  })
}
