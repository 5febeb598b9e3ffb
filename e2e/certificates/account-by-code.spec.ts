/** An account at a service where people log in on its own page: led there, back, and every way in which that ends. */
import { expect } from '@playwright/test'
import { openScene, sampleOf, TRUSTPRO_BY_CODE } from '@rubrica/testing'
import { expectToast, openTab, panel, rows, unauthorise, unauthoriseButton } from '../scenes/certificates-scene.ts'
import { expectAccessible, stayUntilPressed, test, WINDOWS } from '../scenes/portal-scene.ts'
import { sharedPostgres } from '../scenes/share-postgres.ts'

for (const { width, use } of sampleOf(WINDOWS, 2)) {
  test.describe(`${width} px`, () => {
    test.use(use)

    test('nothing is typed: the service’s page asks who it is, and the account is authorised or not', async ({
      page,
    }) => {
      await using scene = await openScene({ postgres: sharedPostgres(), env: TRUSTPRO_BY_CODE })
      const go = panel(page).getByRole('button', { name: 'Go to TrustPRO', exact: true })
      const choose = async (name: string) => {
        await go.click()
        await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
        await page.getByRole('button', { name }).click()
      }
      await stayUntilPressed(page, '/account-return')
      await openTab(page, scene, { name: 'ana', tab: 'TrustPRO' })
      await expect(panel(page).getByText('TrustPRO asks you to sign in on a page of its own')).toBeVisible()
      await expect(panel(page).getByRole('textbox')).toHaveCount(0)
      await expectAccessible(page)

      await choose('Refuse')
      await expect(page.getByRole('heading', { name: 'Authorization failed' })).toBeVisible()
      await expectAccessible(page)
      await page.getByRole('button', { name: 'Open my certificates now' }).click()
      await choose('Biel')
      await expect(page.getByRole('alert')).toContainText('This certificate belongs to Biel Roca Puig, not to you.')
      await page.getByRole('button', { name: 'Open my certificates now' }).click()

      // The button Back of the service's page leads to the form as it was.
      await go.click()
      await expect(page.getByRole('heading', { name: 'Who are you?' })).toBeVisible()
      await page.goBack()
      await expect(go).toBeEnabled()

      await choose('Ana')
      await expectToast(page, 'Task completed')
      await expect(page.getByRole('tab', { name: 'TrustPRO' })).toHaveAttribute('aria-selected', 'true')
      await expect(panel(page).getByText('SANDBOX TrustPRO is authorised')).toBeVisible()
      await expect(rows(page).first()).toBeVisible()
      await expect(page).toHaveURL(/\/certificates\?authorised=firmaremota$/)
      await expectAccessible(page)
      await page.reload()
      await expect(unauthoriseButton(page)).toBeVisible()
      await expect(page.getByRole('status').getByText('Task completed')).toHaveCount(0)
      await unauthorise(page)
      await expect(go).toBeVisible()
      await expect(page).toHaveURL(`${scene.portal.url}/certificates`)
    })
  })
}
