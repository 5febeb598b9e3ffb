/**
 * The profile in every state, in light and in dark, on a desktop and on a phone: axe finds nothing, and no text is cut
 * off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { DEMO_PASSWORD, makePng } from '@rubrica/testing'
import { look, looksOf } from '../scenes/look-scene.ts'
import { openAs, test } from '../scenes/portal-scene.ts'
import { giveAddress, putImage } from '../scenes/profile-scene.ts'

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('the profile is accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const button = (name: string) => page.getByRole('button', { name, exact: true })
      const picture = Buffer.from(makePng({ width: 300, height: 100 }))
      await putImage(scene, 'ana', picture)
      await openAs(page, scene, { name: 'ana', path: '/profile', language })
      await expect(page.getByRole('img', { name: texts.profile.present })).toBeVisible()
      await look(page)

      await button(texts.profile.delete).click()
      await page.getByLabel(texts.password.new, { exact: true }).fill('Abc')
      await page.getByLabel(texts.password.repeat).fill('Abd')
      await page.getByLabel(texts.profile.email).fill('ana@')
      await page.getByLabel(texts.password.repeat).focus()
      await expect(page.getByText(texts.profile.emailInvalid)).toBeVisible()
      await look(page)

      await button(texts.profile.change).click()
      const file = page.getByLabel(texts.profile.file)
      await file.setInputFiles({ name: 'mine.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') })
      await expect(page.getByText(texts.profile.imageProblems.FORMAT)).toBeVisible()
      await look(page)
      await file.setInputFiles({ name: 'mine.png', mimeType: 'image/png', buffer: picture })
      await expect(page.getByRole('img', { name: texts.profile.preview })).toBeVisible()
      await look(page)

      await page.getByRole('tab', { name: texts.profile.draw }).click()
      await look(page)
      await page.getByLabel(texts.profile.typed).fill('Ana Vidal Serra')
      await look(page)

      await button(texts.profile.discard).click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await look(page)
      await button(texts.profile.discarding.confirm).click()
      await expect(button(texts.profile.discard)).toBeDisabled()
      await putImage(scene, 'ana', Buffer.alloc(0))

      const { email } = await scene.people.ana.call.user({})
      const body = { email: 'ana.vidal.serra@elsewhere.test', currentpassword: DEMO_PASSWORD }
      await scene.people.ana.call.updateUser({ body })
      await page.reload()
      await expect(page.getByText(texts.profile.emailUnproved)).toBeVisible()
      await look(page)
      await button(texts.profile.emailConfirm).click()
      await expect(page.getByRole('dialog').getByLabel(texts.profile.emailCode)).toBeVisible()
      await look(page)
      // No code is sent again within a minute: what is said of it fits, too.
      await button(texts.profile.emailAgain).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look(page)
      await giveAddress(scene, 'ana', email)
      await scene.portal.server.database!.query('delete from email_codes')
    })
  })
}
