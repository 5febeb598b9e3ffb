import { expect, type Page } from '@playwright/test'
import { askPdfsig, DEMO_PASSWORD, runCli, type DemoName, type Scene } from '@rubrica/testing'
import { countSignatures, openBatch, selectAll, sendBatch, signSelected, type SentBatch } from './batch-scene.ts'
import { openAs } from './portal-scene.ts'

type AccountFields = Partial<Record<'Username' | 'Password' | 'Domain' | 'Client', string>>

const FLAGS = ['Software', 'KeyVault', 'FirmaRemota', 'RedTrust', 'Uanataca', 'ValidatedID', 'Nebula']

/** Lets somebody use certificates of these types alone, by the names of their flags. */
export async function allowTypes({ portal }: Scene, name: DemoName, flags: readonly string[]): Promise<void> {
  const denied = FLAGS.filter((flag) => !flags.includes(flag))
  const words = [
    'user',
    'grant',
    name,
    '--allow',
    flags.join(','),
    ...(denied.length ? ['--deny', denied.join(',')] : []),
  ]
  await operate(portal, words)
}

/** Tells the server where somebody's codes go. */
export const setPhone = ({ portal }: Scene, name: DemoName, phone: string): Promise<void> =>
  operate(portal, ['user', 'set', name, '--phone', phone])

async function operate({ server: { database, dataDir } }: Scene['portal'], words: readonly string[]): Promise<void> {
  const done = await runCli(words, { DATABASE_URL: database?.url, DATA_DIR: dataDir })
  expect(done.code, done.stderr).toBe(0)
}

/** Links somebody's account at a provider, as the certificates screen does, and tells its certificates by alias. */
export async function linkAccount(
  scene: Scene,
  name: DemoName,
  type: string,
  fields: AccountFields = {},
): Promise<ReadonlyMap<string, string>> {
  const { call, userId, legalId } = scene.people[name]
  const body = { Username: name, Password: DEMO_PASSWORD, ...fields }
  if (type === 'firmaremota') await call.authoriseRemoteSignature({ body })
  else await call.authoriseAccount({ params: { id: userId, account: `${type}auth` }, body })
  const all = await call.certificates({ params: { legalid: legalId } })
  return new Map(all.filter(({ CertType }) => CertType.toLowerCase() === type).map((one) => [one.certalias, one.GUID]))
}

interface Phone {
  readonly messages: readonly { readonly to: string; readonly from: string; readonly code?: string }[]
  readonly pushes: readonly { readonly id: string; readonly state: string }[]
  readonly apps: readonly { readonly provider: string; readonly user: string; readonly code: string }[]
}

export async function readPhone({ portal }: Scene): Promise<Phone> {
  return (await (await fetch(`${portal.sandbox.url}/phone.json`)).json()) as Phone
}

/** How many text messages have come, to wait for the next one. */
export const countMessages = async (scene: Scene) => (await readPhone(scene)).messages.length

/** The code of the newest text message. */
export async function newestCode(scene: Scene): Promise<string> {
  const { messages } = await readPhone(scene)
  const code = messages[0]?.code
  if (code === undefined) throw new Error('no code has come')
  return code
}

export async function decidePush(scene: Scene, decision: 'accept' | 'refuse'): Promise<void> {
  await expect.poll(async () => (await readPhone(scene)).pushes[0]?.state).toBe('waiting')
  const [push] = (await readPhone(scene)).pushes
  await fetch(`${scene.portal.sandbox.url}/phone/pushes/${push!.id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ decision }),
  })
}

/** Has a stand-in misbehave. */
export async function spoil(scene: Scene, fault: Readonly<Record<string, string | number>>): Promise<void> {
  const answer = await fetch(`${scene.portal.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fault),
  })
  expect(answer.ok, await answer.text()).toBe(true)
}

export const codeIn = (page: Page) => page.getByRole('dialog').getByLabel('One-time code')

/** The PIN of keys at providers. */
export const PROVIDER_PIN = '246810'

const chooseCertificate = async (page: Page, alias: string) => {
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
  await selectAll(page, batch.names)
  await signSelected(page).click()
  if (alias !== undefined) await chooseCertificate(page, alias)
  return batch
}

export const signButton = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Sign', exact: true })

/** The one document is signed, and pdfsig accepts it. */
export async function expectSigned(page: Page, scene: Scene, document: { guid: string }): Promise<void> {
  await expect(page.getByRole('status').getByText('The document was signed')).toBeVisible()
  const { verdicts } = await askPdfsig(await scene.download(document))
  expect(verdicts).toEqual(['Signature is Valid.'])
}

/** All of a batch are signed, each once. */
export async function expectAllSigned(page: Page, scene: Scene, batch: SentBatch): Promise<void> {
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 30_000 })
  expect(await countSignatures(scene, batch)).toEqual(batch.names.map(() => 1))
}

/** The calls of the page that authorise and sign, as words: method and the end of the path. */
export function noteSteps(page: Page): string[] {
  const steps: string[] = []
  page.on('request', (request) => {
    const path = new URL(request.url()).pathname
    if (!/\/signature\/|\/session\/|auth(?:middle|end)?$/.test(path)) return
    const guid = /[0-9a-f]{8}-[0-9a-f-]{27}/g
    steps.push(`${request.method()} ${path.replace('/api/', '').replace(guid, '*')}`)
  })
  return steps
}

/** Waits for a code that has come after so many, and tells it. */
export async function nextCode(scene: Scene, before: number): Promise<string> {
  await expect.poll(() => countMessages(scene)).toBeGreaterThan(before)
  return newestCode(scene)
}
