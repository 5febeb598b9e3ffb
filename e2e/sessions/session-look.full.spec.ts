/**
 * The screens of sessions and passwords in every state, in light and in dark, on a desktop and on a phone: axe finds
 * nothing, and no text is cut off. What of it in which run: see looksOf.
 */
import { expect } from '@playwright/test'
import { readCatalogue } from '@rubrica/locales/node'
import { look, looksOf } from '../scenes/look-scene.ts'
import { problem, test } from '../scenes/portal-scene.ts'
import { enterAs, FROM_OUTSIDE } from '../scenes/session-scene.ts'

const DEMAND = '**/api/vidmobileuser/*/resetpassword'

for (const { title, use, language } of looksOf(import.meta.filename)) {
  test.describe(title, () => {
    test.use(use)

    test('choosing a password and leaving are accessible, and nothing is cut off', async ({ page, scene }) => {
      const texts = readCatalogue(language)
      const heading = (name: string) => expect(page.getByRole('heading', { name })).toBeVisible()
      const type = async (password: string, repeated: string) => {
        await page.getByLabel(texts.password.new, { exact: true }).fill(password)
        await page.getByLabel(texts.password.repeat).fill(repeated)
      }
      await page.route(DEMAND, (route) =>
        route.fulfill({ json: { ResetPassword: true, UserName: 'Maria Antònia Fontcuberta i Casagran' } }),
      )
      await page.addInitScript({ content: `localStorage.setItem('lang', '${language}')` })
      await enterAs(page, scene, { name: 'ana', path: '/changePassword', session: FROM_OUTSIDE })
      await heading(texts.passwords.greeting.replace('{{name}}', 'Maria'))
      await look(page)
      await type('Abc', 'Abd')
      await look(page)

      await page.route('**/api/vidmobileusers/*/password', (route) => route.fulfill(problem(429, 'RATE_LIMITED')))
      await type('Nova-clau-2026', 'Nova-clau-2026')
      await page.getByRole('button', { name: texts.passwords.enter, exact: true }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await look(page)

      const link = '**/api/vidmobileusers/*/recoverpass'
      await page.route(link, (route) => route.fulfill({ json: { UserId: 'ana' } }))
      await page.goto(`${scene.portal.url}/recovery?t=${scene.people.ana.token}`)
      await heading(texts.titles.recovery)
      await type('Abc', 'Abd')
      await look(page)
      await page.unroute(link)
      await page.goto(`${scene.portal.url}/recovery?t=nonsense`)
      await heading(texts.passwords.deadTitle)
      await look(page)

      // Nobody is led away while it is looked at.
      await page.clock.install()
      await page.goto(`${scene.portal.url}/changePassword`)
      await page.getByRole('button', { name: texts.header.logOut }).click()
      await heading(texts.leaving.out)
      await look(page)
    })
  })
}
