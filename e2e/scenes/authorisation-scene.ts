import type { Page } from '@playwright/test'
import { DEMO_PASSWORD, type DemoName, type Scene } from '@rubrica/testing'

/** What an application asks for, as it writes it into the address. */
export type Asked = Readonly<Record<string, string>>

/** Sends the browser to the portal, as an application does. */
export async function sendThere(page: Page, { portal }: Scene, asked: Asked): Promise<void> {
  await page.goto(`${portal.url}/signhash/cms?${new URLSearchParams(asked).toString()}`)
}

/** Types user and password into the log-in, in English. */
export async function logInAs(page: Page, name: DemoName): Promise<void> {
  await page.getByLabel('User', { exact: true }).fill(name)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}
