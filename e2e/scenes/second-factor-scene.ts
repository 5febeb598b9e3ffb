import { expect, type Page } from '@playwright/test'
import { codeOf } from '../../apps/api/tests/scenes/factor-scene.ts'
import { expectAccessible } from './portal-scene.ts'

export const security = (page: Page) => page.getByRole('region', { name: 'Security', exact: true })
export const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code from your authenticator app' })

/** Sets up an app on the profile. @returns its secret, and the recovery codes */
export async function setUpApp(page: Page, origin: string): Promise<{ secret: string; codes: string[] }> {
  await page.goto(`${origin}/profile`)
  await security(page).getByRole('button', { name: 'Set up an authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  const secret = await dialog.getByRole('textbox', { name: 'Secret' }).inputValue()
  await expect(dialog.getByRole('img', { name: /QR symbol/ })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByLabel('Code from your authenticator app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Confirm the app' }).click()
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await expect(codes).toHaveCount(10)
  await expectAccessible(page)
  const texts = await codes.allTextContents()
  await page.getByRole('button', { name: 'I have kept them' }).click()
  return { secret, codes: texts }
}
