import { expect } from '@playwright/test'
import { sampleOf } from '@rubrica/testing'
import { LIST, openAs, problem, sessionOf, test } from '../scenes/portal-scene.ts'

for (const [lang, none, one, three] of sampleOf(
  [
    ['en', 'less than a minute', '1 minute ago', '3 minutes ago'],
    ['es', 'menos de un minuto', 'hace 1 minuto', 'hace 3 minutos'],
    ['ca', 'menys d’un minut', 'fa 1 minut', 'fa 3 minuts'],
    // One that the portal does not speak.
    ['pt', 'menos de un minuto', 'hace 1 minuto', 'hace 3 minutos'],
  ] as const,
  3,
)) {
  test(`a 401 opens a notice that counts the minutes, in ${lang}, and leads to the login without a session`, async ({
    page,
    scene,
  }) => {
    await page.clock.install()
    await page.route(LIST, (route) => route.fulfill(problem(401, 'SESSION_EXPIRED')))
    await openAs(page, scene, { name: 'ana', path: '/documents' })
    await page.evaluate(`localStorage.setItem('lang', '${lang}')`)
    await page.addInitScript({ content: `localStorage.setItem('lang', '${lang}')` })
    await page.reload()
    const notice = page.getByRole('alertdialog')
    await expect(notice).toContainText(none)
    await page.clock.fastForward(60_000)
    await expect(notice).toContainText(one)
    await page.clock.fastForward(60_000)
    await page.clock.fastForward(60_000)
    await expect(notice).toContainText(three)
    await notice.getByRole('button').click()
    await expect(page).toHaveURL(`${scene.portal.url}/`)
    expect(await sessionOf(page)).toEqual({})
  })
}
