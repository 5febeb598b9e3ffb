/**
 * The log-in in all its faces, in light and in dark, on a desktop and on a phone: axe finds nothing, and no text is cut
 * off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { deployAs } from '../scenes/login-scene.ts'
import { look, looksOf } from '../scenes/look-scene.ts'
import { test } from '../scenes/portal-scene.ts'

for (const { width, use, language } of looksOf(import.meta.filename)) {
  test.describe(() => {
    test.use({ ...use, ...(width === 1440 && { viewport: { width, height: 900 } }) })
    test(`the log-in in every face is accessible and nothing is cut off at ${width} px in ${language}`, async ({
      page,
      scene,
    }) => {
      const texts = readCatalogue(language)
      const { url } = scene.portal
      await deployAs(page, { logins: { oidc: { name: 'Mancomunitat de municipis de la Vall del Llobregat, seu' } } })
      await page.addInitScript({ content: `localStorage.setItem('lang', '${language}')` })
      await page.goto(url)
      await page.getByText(texts.login.advanced).click()
      await look(page)
      await page.getByRole('button', { name: texts.login.forgot }).click()
      await expect(page.getByRole('dialog', { name: texts.entry.forgotTitle })).toBeVisible()
      await look(page)
      await page.goto(`${url}/login-ad`)
      await expect(page.getByRole('heading', { name: texts.samlLogin.title })).toBeVisible()
      await look(page)
      await page.goto(`${url}/new-login`)
      await expect(page.getByRole('navigation', { name: texts.login.social })).toBeVisible()
      await look(page)
      await page.goto(`${url}/auth?state=${'a-long-state-without-end'.repeat(8)}`)
      await expect(page.getByRole('alert')).toContainText(texts.entry.codeMissing)
      await look(page)
    })
  })
}
