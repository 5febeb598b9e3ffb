import { expect, type Locator, type Page, type Request } from '@playwright/test'
import { askPdfsig, type DemoName, type Scene } from '@rubrica/testing'
import { openAs, problem } from './portal-scene.ts'

/** The sign call of the key vault. */
export const SIGN = '**/signature/keyvault/**'

/** A server of before signing runs: the portal signs document by document, as with keys that are elsewhere. */
export const withoutRuns = (page: Page) =>
  page.route(/\/signature\/runs(?:\/local)?$/, (route) => route.fulfill(problem(404, 'NOT_FOUND')))

export interface SentBatch {
  /** File names in the order of the list, which is the order of signing. */
  readonly names: readonly string[]
  readonly sent: readonly Awaited<ReturnType<Scene['send']>>[]
}

interface BatchToSend {
  readonly name: DemoName
  readonly count: number
  /** Begins each file name; the test's own. */
  readonly prefix: string
  /** What is special about one of them, counted from 1. */
  readonly special?: Readonly<Record<number, Partial<Parameters<Scene['send']>[0]>>>
}

/** Sends documents that are called after their number. */
export async function sendBatch(scene: Scene, { name, count, prefix, special = {} }: BatchToSend): Promise<SentBatch> {
  const names = Array.from({ length: count }, (_, i) => `${prefix} ${i + 1}.pdf`)
  const sent = []
  for (const [i, fileName] of names.entries()) {
    const { description, ...rest } = special[i + 1] ?? {}
    sent.push(await scene.send({ signers: [name], ...rest, description: { fileName, ...description } }))
  }
  return { names, sent }
}

/** Opens the list with these documents alone. */
export const openBatch = (page: Page, scene: Scene, where: { name: DemoName; prefix: string; language?: string }) =>
  openAs(page, scene, { ...where, path: `/documents?name=${encodeURIComponent(where.prefix)}&size=100` })

export async function selectAll(page: Page, names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
}

/** Selects everything that the page of the list shows, as soon as that is so many documents. */
export async function selectPage(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('checkbox', { name: /^Select .+\.pdf$/ })).toHaveCount(count)
  await page.getByRole('checkbox', { name: 'Select all on this page' }).check()
}

export const signSelected = (page: Page) => page.getByRole('button', { name: 'Sign selected' })
export const pinIn = (page: Page): Locator => page.getByRole('dialog').getByLabel('PIN of the certificate')
export const dialogButton = (page: Page, name: string) => page.getByRole('dialog').getByRole('button', { name })

/** Sends documents, selects all of them and goes as far as the question for the PIN. */
export async function openBatchDialog(page: Page, scene: Scene, batch: BatchToSend): Promise<SentBatch> {
  const sent = await sendBatch(scene, batch)
  await openBatch(page, scene, batch)
  await selectAll(page, sent.names)
  await signSelected(page).click()
  await expect(pinIn(page)).toBeVisible()
  return sent
}

export async function enterPin(page: Page, pin: string): Promise<void> {
  await pinIn(page).fill(pin)
  await pinIn(page).press('Enter')
}

/** What a sign call says: for whom, under which key, with which PIN. */
export function readCall(request: Request): { signer: string; key: string; pin: string } {
  const { PIN } = request.postDataJSON() as { PIN: string }
  return { signer: request.url().split('/').at(-1)!, key: request.headers()['idempotency-key'] ?? '', pin: PIN }
}

/** Keeps what the sign calls of the page say. */
export function noteCalls(page: Page): ReturnType<typeof readCall>[] {
  const calls: ReturnType<typeof readCall>[] = []
  page.on('request', (request) => {
    if (request.url().includes('/signature/keyvault/')) calls.push(readCall(request))
  })
  return calls
}

/** How many signatures each document has; each of them valid. */
export async function countSignatures(scene: Scene, { sent }: Pick<SentBatch, 'sent'>): Promise<number[]> {
  const counts = []
  for (const document of sent) {
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts.every((verdict) => verdict === 'Signature is Valid.')).toBe(true)
    counts.push(verdicts.length)
  }
  return counts
}
