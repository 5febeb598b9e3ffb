/**
 * Each type of certificate in each way that it signs, from the account to signed files: linked in the portal, one
 * document signed, then several at once. Each fifth of them, and three documents; in the full run all types, and twenty.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import {
  countMessages,
  decidePush,
  type DemoName,
  IN_FULL_RUN,
  nextCode,
  PROVIDER_PIN,
  sampleOf,
  type Scene,
} from '@rubrica/testing'
import { askOpenssl, askPdfsig, findSignatures } from '../../tools/conformance/ask-tools.mjs'
import { enterPin } from '../scenes/batch-scene.ts'
import {
  authoriseButton,
  expectToast,
  fillAccount,
  issueKey,
  openTab,
  panel,
  rowOf,
  unauthoriseButton,
  uploadKey,
} from '../scenes/certificates-scene.ts'
import { test } from '../scenes/portal-scene.ts'
import { allowTypes, codeIn, openDialog, openSeveral, signButton } from '../scenes/signing-scene.ts'
import { restorePeople } from '../scenes/restore-people.ts'

const BATCH = IN_FULL_RUN ? 20 : 3

interface Person {
  readonly scene: Scene
  readonly name: DemoName
}

interface Way {
  readonly flag: string
  readonly tab: string
  readonly name: DemoName
  /** Brings the certificate into the portal, on the open tab. */
  readonly link: (page: Page, person: Person) => Promise<void>
  /** Does what the dialog asks for, after so many text messages. */
  readonly answer: (page: Page, person: Person, before: number) => Promise<void>
  /** The certificate among several; `one` of the single document where the batch takes `many`. */
  readonly alias?: string | { readonly one: string; readonly many: string }
  /** The proof of the second factor has run out each time that something is signed. */
  readonly proofRunsOut?: boolean
}

async function upload(page: Page, { scene, name }: Person, alias: string, withCode = false): Promise<void> {
  await uploadKey(page, scene, { of: name, alias, pin: scene.people[name].pin, withCode })
  await expect(rowOf(page, alias)).toBeVisible()
}

async function issue(page: Page, { scene, name }: Person): Promise<void> {
  await issueKey(page, { alias: 'Issued', pin: scene.people[name].pin })
  await expect(rowOf(page, 'Issued')).toBeVisible()
}

const authorise =
  (more: Readonly<Record<string, string>> = {}) =>
  async (page: Page, { name }: Person): Promise<void> => {
    await fillAccount(page, name, more)
    await authoriseButton(page).click()
  }

/** Gives the credentials, and the code of the only authenticator when there is one. */
async function authoriseNebula(page: Page, { scene, name }: Person): Promise<void> {
  const before = await countMessages(scene)
  await fillAccount(page, name, { 'Client ID': 'rubrica' })
  await panel(page).getByRole('button', { name: 'Continue', exact: true }).click()
  if (name === 'carla') return
  await panel(page)
    .getByLabel('One-time code')
    .fill(await nextCode(scene, before))
  await authoriseButton(page).click()
}

const withProviderPin = (page: Page) => enterPin(page, PROVIDER_PIN)
const withOwnPin = (page: Page, { scene, name }: Person) => enterPin(page, scene.people[name].pin)

const withCodeAndPin =
  (pinOf: (person: Person) => string) =>
  async (page: Page, person: Person, before: number): Promise<void> => {
    await codeIn(page).fill(await nextCode(person.scene, before))
    await enterPin(page, pinOf(person))
  }
const ownPin = ({ scene, name }: Person) => scene.people[name].pin

const onThePhone = async (page: Page, { scene }: Person): Promise<void> => {
  await signButton(page).click()
  await decidePush(scene, 'accept')
}

async function withChallengeAndPin(page: Page, { scene }: Person, before: number): Promise<void> {
  await codeIn(page).fill(await nextCode(scene, before))
  await codeIn(page).press('Enter')
  await enterPin(page, PROVIDER_PIN)
}

async function confirmed(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toContainText('This certificate asks for no PIN')
  await signButton(page).click()
}

/** What Nebula says when the certificates are listed with an old proof. */
const PROOF_RUNS_OUT = { service: 'nebula', operation: 'mycertificates', fault: 'expired-session', times: 1 }

const vault = { flag: 'KeyVault', tab: 'KeyVault' }
const trustPro = { flag: 'FirmaRemota', tab: 'TrustPRO', link: authorise() }
const redTrust = { flag: 'RedTrust', tab: 'RedTrust', link: authorise({ Domain: 'rubrica' }) }
const signCloud = (type: string) => ({ flag: type, tab: type, link: authorise() })
const nebula = { flag: 'Nebula', tab: 'Nebula', link: authoriseNebula }

const WAYS: Readonly<Record<string, Way>> = {
  'KeyVault with PIN': {
    ...vault,
    name: 'ana',
    link: (page, person) => upload(page, person, 'Mine'),
    alias: 'Mine',
    answer: withOwnPin,
  },
  // A key has one code a minute.
  'KeyVault with a code': {
    ...vault,
    name: 'biel',
    link: async (page, person) => {
      await upload(page, person, 'Key one', true)
      await upload(page, person, 'Key two', true)
    },
    alias: { one: 'Key one', many: 'Key two' },
    answer: withCodeAndPin(ownPin),
  },
  Software: { flag: 'Software', tab: 'Software', name: 'carla', link: issue, answer: withOwnPin },
  'TrustPRO with PIN': { ...trustPro, name: 'ana', alias: '(pin)', answer: withProviderPin },
  'TrustPRO with a code': {
    ...trustPro,
    name: 'biel',
    alias: '(sms)',
    answer: withCodeAndPin(() => PROVIDER_PIN),
  },
  'TrustPRO on the phone': { ...trustPro, name: 'carla', alias: '(app)', answer: onThePhone },
  'RedTrust with PIN': { ...redTrust, name: 'ana', alias: 'ana-pin', answer: withProviderPin },
  'RedTrust without PIN': { ...redTrust, name: 'biel', alias: 'biel-nopin', answer: confirmed },
  'Uanataca with PIN': { ...signCloud('Uanataca'), name: 'ana', answer: withProviderPin },
  'Uanataca with code and PIN': { ...signCloud('Uanataca'), name: 'biel', answer: withCodeAndPin(ownPin) },
  'ValidatedID with code and PIN': { ...signCloud('ValidatedID'), name: 'carla', answer: withCodeAndPin(ownPin) },
  'Nebula with PIN': {
    ...nebula,
    name: 'biel',
    alias: 'biel-pin',
    proofRunsOut: true,
    answer: withChallengeAndPin,
  },
  'Nebula without PIN': { ...nebula, name: 'carla', alias: 'carla-nopin', answer: confirmed },
}

let folder: string
test.afterAll(({ scene }) => restorePeople(scene))

test.beforeAll(async ({ scene }) => {
  folder = await mkdtemp(join(tmpdir(), 'every-type-'))
  const root = new Uint8Array(await (await fetch(`${scene.portal.sandbox.url}/pki/root.cer`)).arrayBuffer())
  await writeFile(join(folder, 'anchors.pem'), new X509Certificate(root).toString())
})
test.afterAll(() => rm(folder, { recursive: true }))

/** The file has one signature, and neither pdfsig nor openssl has anything against it. */
async function expectAccepted(pdf: Uint8Array): Promise<void> {
  const file = join(folder, 'signed.pdf')
  await writeFile(file, pdf)
  expect(askPdfsig(file)).toEqual([{ ok: true, says: 'Signature is Valid.' }])
  expect(askOpenssl(file, { folder, anchors: join(folder, 'anchors.pem') })).toEqual([{ ok: true }])
}

for (const [title, way] of sampleOf(Object.entries(WAYS), 5)) {
  test(`${title}: linked in the portal, it signs one document, then several, each once`, async ({ page, scene }) => {
    const { name, flag, tab, link, answer, alias } = way
    const person = { scene, name }
    await allowTypes(scene, name, [flag])
    await openTab(page, scene, { name, tab })
    await link(page, person)
    await expectToast(page, 'Task completed')
    if (!['KeyVault', 'Software'].includes(flag)) await expect(unauthoriseButton(page)).toBeVisible()
    const { one, many } = typeof alias === 'object' ? alias : { one: alias, many: alias }
    const forgetProof = () => way.proofRunsOut && scene.portal.sandbox.inject(PROOF_RUNS_OUT)
    await forgetProof()
    let before = await countMessages(scene)
    const single = await openDialog(page, scene, { name, ...(one && { alias: one }) })
    await answer(page, person, before)
    await expect(page.getByRole('status').getByText(/\.pdf was signed$/)).toBeVisible()
    await expectAccepted(await scene.download(single))

    await forgetProof()
    before = await countMessages(scene)
    const options = { name, count: BATCH, prefix: title, ...(many && { alias: many }) }
    const { sent } = await openSeveral(page, scene, options)
    await answer(page, person, before)
    await expect(page.getByRole('status').getByText(`${BATCH} documents were signed`)).toBeVisible({ timeout: 120_000 })
    const files = await Promise.all(sent.map((document) => scene.download(document)))
    expect(files.map((pdf) => findSignatures(Buffer.from(pdf)).length)).toEqual(files.map(() => 1))
    for (const pdf of [files[0]!, files.at(-1)!]) await expectAccepted(pdf)
  })
}
