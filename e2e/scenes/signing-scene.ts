import { expect, type Page } from '@playwright/test'
import { askPdfsig, type DemoName, type Scene } from '@rubrica/testing'
import { allowTypes, FLAGS, operate } from './allow-types.ts'
import {
  countSignatures,
  openBatch,
  pinIn,
  selectPage,
  sendBatch,
  signSelected,
  type SentBatch,
} from './batch-scene.ts'
import { openAs } from './portal-scene.ts'

export { allowTypes, FLAGS }

/** Tells the server where somebody's codes go. */
export const setPhone = (scene: Scene, name: DemoName, phone: string): Promise<void> =>
  operate(scene, ['user', 'set', name, '--phone', phone])

export const codeIn = (page: Page) => page.getByRole('dialog').getByLabel('One-time code')

/** Unfolds the certificates that the choice does not show at once. */
export async function showAll(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('radio').first()).toBeVisible()
  const more = dialog.getByRole('button', { name: /^Show \d+ more$/ })
  if (await more.isVisible()) await more.click()
}

/** Chooses among several certificates in the dialog that signs. */
export const chooseCertificate = async (page: Page, alias: string) => {
  await showAll(page)
  await page.getByRole('dialog').getByRole('radio', { name: alias }).check()
  await page.getByRole('dialog').getByRole('button', { name: 'Continue' }).click()
}

interface OneDocument {
  readonly name: DemoName
  /** The certificate among several. */
  readonly alias?: string
  readonly language?: string
}

/** Sends a document to somebody and opens it, as far as the dialog that signs it. */
export async function openDialog(page: Page, scene: Scene, { name, alias, language }: OneDocument) {
  const sent = await scene.send({ signers: [name], description: { fileName: 'To sign.pdf' } })
  await openAs(page, scene, { name, path: `/documents/${sent.guid}`, ...(language && { language }) })
  await page.getByRole('button', { name: 'Sign', exact: true }).click()
  if (alias !== undefined) await chooseCertificate(page, alias)
  return sent
}

/** Sends several documents to somebody and selects them, as far as the dialog that signs them. */
export async function openSeveral(
  page: Page,
  scene: Scene,
  { name, alias, count, prefix }: OneDocument & { count: number; prefix: string },
): Promise<SentBatch> {
  const batch = await sendBatch(scene, { name, count, prefix })
  await openBatch(page, scene, { name, prefix })
  await selectPage(page, batch.names.length)
  await signSelected(page).click()
  if (alias === undefined) await endReview(page)
  else await chooseCertificate(page, alias)
  return batch
}

export const signButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })

/**
 * Where the only way acts as soon as it is taken, what it will sign is shown before; other dialogs show it themselves.
 */
async function endReview(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  const next = dialog.getByRole('button', { name: 'Continue' })
  const choice = dialog.getByRole('radio')
  await expect(next.or(pinIn(page)).or(signButton(page)).or(page.getByRole('alertdialog')).first()).toBeVisible()
  if ((await choice.count()) === 0 && (await next.isVisible())) await next.click()
}

/** The one document is signed, and pdfsig accepts it. */
export async function expectSigned(page: Page, scene: Scene, document: { guid: string }): Promise<void> {
  await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
  const { verdicts } = await askPdfsig(await scene.download(document))
  expect(verdicts).toEqual(['Signature is Valid.'])
}

/** All of a batch are signed, each once. */
export async function expectAllSigned(page: Page, scene: Scene, batch: SentBatch): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await countSignatures(scene, batch)).toEqual(batch.names.map(() => 1))
}

/** The calls of the page that authorise and sign, as words: method and the end of the path. */
export function noteSteps(page: Page): string[] {
  const steps: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (!/\/signature\/|\/session\/|auth(?:middle|end)?$/.test(path)) return
    // The list only looks at runs.
    if (request.method() === 'GET' && path.includes('/signature/runs')) return
    const guid = /[0-9a-f]{8}-[0-9a-f-]{27}/g
    steps.push(`${request.method()} ${path.replace('/api/', '').replace(guid, '*')}`)
  })
  return steps
}
