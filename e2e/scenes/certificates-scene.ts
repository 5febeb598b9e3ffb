import { expect, type Locator, type Page } from '@playwright/test'
import { DEMO_PASSWORD, type DemoName, type Scene } from '@rubrica/testing'
import { openAs, toasts } from './portal-scene.ts'

/** Opens one tab of the certificates screen. */
export async function openTab(page: Page, scene: Scene, where: { name: DemoName; tab: string }): Promise<void> {
  await openAs(page, scene, { name: where.name, path: '/certificates' })
  await page.getByRole('tab', { name: where.tab }).click()
}

export const panel = (page: Page): Locator => page.getByRole('tabpanel')
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true })

/** The button of the form, not the one that takes the authorisation back. */
export const authoriseButton = (page: Page) => panel(page).getByRole('button', { name: 'Authorise', exact: true })
export const unauthoriseButton = (page: Page) => panel(page).getByRole('button', { name: 'Unauthorise', exact: true })

/** Types user, password and what else the form asks for. */
export async function fillAccount(
  page: Page,
  user: string,
  more: Readonly<Record<string, string>> = {},
): Promise<void> {
  for (const [label, text] of Object.entries({ User: user, Password: DEMO_PASSWORD, ...more })) {
    await field(page, label).fill(text)
  }
}

/** Takes the authorisation back, after the confirmation. */
export async function unauthorise(page: Page): Promise<void> {
  await unauthoriseButton(page).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Unauthorise', exact: true }).click()
  await expect(dialog).toBeHidden()
}

/** The words of the newest toast, which stay in the list of messages. */
export const expectToast = (page: Page, text: string): Promise<void> =>
  expect(toasts(page).getByText(text).first()).toBeVisible()

/** The rows of the table, without its head. */
export const rows = (page: Page): Locator => panel(page).getByRole('rowgroup').last().getByRole('row')

/** Wrong passwords and codes of earlier tests no longer count at the providers. */
export async function forgetTries({ portal }: Scene): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  expect((await fetch(`${portal.sandbox.url}/control/reset`, { method: 'POST', headers, body: '{}' })).ok).toBe(true)
}

interface NewKey {
  /** Whose it is; Ana's where nothing is said. */
  readonly of?: DemoName
  readonly alias: string
  readonly pin: string
  /** Of the file, where it is not the PIN. */
  readonly filePassword?: string
  /** Another key than one made for the test. */
  readonly file?: Uint8Array
  readonly withCode?: boolean
}

async function enterNewPin(page: Page, pin: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('PIN', { exact: true }).fill(pin)
  await dialog.getByLabel('Repeat PIN').fill(pin)
}

/** Fills the form that puts a key file into the vault, on the open tab, and sends it. */
export async function uploadKey(page: Page, scene: Scene, key: NewKey): Promise<void> {
  const { of = 'ana', alias, pin, filePassword, withCode = false } = key
  const made = { of, commonName: alias, keyType: 'ec', pin: filePassword ?? pin }
  const buffer = Buffer.from(key.file ?? (await scene.portal.sandbox.makePerson(made)))
  await panel(page).getByRole('button', { name: 'Upload certificate' }).click()
  const dialog = page.getByRole('dialog')
  const file = { name: `${alias}.p12`, mimeType: 'application/x-pkcs12', buffer }
  await dialog.getByLabel('Certificate file').setInputFiles(file)
  await dialog.getByLabel('Password of the file').fill(filePassword ?? pin)
  await enterNewPin(page, pin)
  await dialog.getByLabel('Also ask for a code').setChecked(withCode)
  await dialog.getByRole('button', { name: 'Upload certificate' }).click()
}

/** Has a certificate issued, on the open tab. */
export async function issueKey(page: Page, { alias, pin }: NewKey): Promise<void> {
  await panel(page).getByRole('button', { name: 'Issue certificate' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill(alias)
  await enterNewPin(page, pin)
  await dialog.getByRole('button', { name: 'Issue certificate' }).click()
}

export const rowOf = (page: Page, alias: string): Locator => rows(page).filter({ hasText: alias })
