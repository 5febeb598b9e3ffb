import { expect, type Page } from '@playwright/test'
import { DEMO_PASSWORD, type DemoName, type Scene } from '@rubrica/testing'
import { openAs } from './portal-scene.ts'
import { showAll } from './signing-scene.ts'
import { expectVerified } from './verify-signed.ts'

/** The organisation that the people of the sandbox belong to at Ivnosys. */
export const ORGANISATION = 'SANDBOX'
/** Carla's account there without a second factor, with a certificate of each kind. */
const PLAIN = 'plain'

/** The copy of the session that waits for the way back, and what the page keeps of the signature under way. */
export const copyOf = (page: Page) => page.evaluate<string | null>(`localStorage.getItem('ivnosysSession')`)
export const processOf = (page: Page) =>
  page.evaluate<string | null>(`(sessionStorage.getItem('ivnosysProcess') ?? sessionStorage.getItem('ivnosysToken'))`)

/** Authorises Carla's account at Ivnosys without any page. */
export async function linkIvnosys({ people }: Scene): Promise<void> {
  const { call, userId: id } = people.carla
  const body = { Username: PLAIN, Password: DEMO_PASSWORD, Organization: ORGANISATION }
  await call.authoriseAccount({ params: { id, account: 'ivsignauth' }, body })
}

interface Wanted {
  readonly name: DemoName
  readonly alias: string
  readonly fileName?: string
  /** The button that opens the dialog. */
  readonly button?: 'Sign' | 'Sign and next'
}

/** Opens a document as a demo person, and its dialog with one certificate of Ivnosys. */
export async function openWith(page: Page, scene: Scene, { name, alias, fileName = 'To sign.pdf', button }: Wanted) {
  const sent = await scene.send({ signers: [name], description: { fileName } })
  await openAs(page, scene, { name, path: `/documents/${sent.guid}` })
  await pressSign(page, alias, button)
  return sent
}

/** Opens the dialog of the document on the screen, with one certificate of Ivnosys. */
export async function pressSign(page: Page, alias: string, button: Wanted['button'] = 'Sign'): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).click()
  await showAll(page)
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: new RegExp(`^${alias} `) })
    .check()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

/** Confirms that the browser may leave, and waits for the provider's page. */
export async function leaveForPage(page: Page): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { name: 'Is it you?' })).toBeVisible()
}

export const approve = (page: Page) => page.getByRole('button', { name: 'Yes, it is me' }).click()
export const deny = (page: Page) => page.getByRole('button', { name: 'No, refuse' }).click()

/** Answers the provider's page beside the browser, which does not come back by itself. @returns where it would go */
export async function answerBeside(page: Page, decision: 'approve' | 'deny'): Promise<string> {
  const body = new URLSearchParams({ decision })
  const answer = await fetch(page.url(), { method: 'POST', body, redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}

/** Every address that the page comes to. */
export function noteAddresses(page: Page): string[] {
  const addresses: string[] = []
  page.on('framenavigated', (frame) => {
    const { pathname, search } = new URL(frame.url())
    addresses.push((pathname + search).replace(/transactionid=[\da-f-]{36}/, 'transactionid=*'))
  })
  return addresses
}

/** The page says that the document was signed, and neither pdfsig nor `rubrica verify` has anything against it. */
export async function expectSignedAndVerified(page: Page, scene: Scene, document: { guid: string }): Promise<void> {
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  await expectVerified(scene, document)
}
