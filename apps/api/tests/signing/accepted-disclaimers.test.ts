/** Where a document has terms, nobody signs without having accepted them as they stand, whatever signs. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readCatalogue } from '@rubrica/locales/node'
import {
  decideConsent,
  linkAccount,
  localCalls,
  makeLocalKey,
  makePdf,
  runCli,
  swisscomCalls,
  termsOf,
  trySigning,
  type Scene,
} from '@rubrica/testing'
import { refusalOf, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { complete, init, linkIvnosys, SIGNER_PIN } from '../scenes/ivnosys-calls.ts'
import { openRestartingScene } from '../scenes/restarting-scene.ts'

const OWN = { title: 'Terms of Acme', text: 'I have read\nthe terms & conditions 🙂' }
const digestOf = ({ title, text }: { title: string; text: string }) =>
  createHash('sha256').update(`${title}\n${text}`).digest('hex')
const PLACES = [1, 2].map((page) => ({ page, x: 50, y: 50, width: 200, height: 60 }))

let scene: Scene
beforeAll(async () => {
  scene = await openRestartingScene()
})
afterAll(() => scene[Symbol.asyncDispose]())

const ana = () => scene.people.ana
const query = (sql: string, values: unknown[]) => scene.portal.server.database!.query(sql, values)

async function sendWithTerms(signer: object = { disclaimer: OWN }) {
  const document = await scene.send({ signers: ['ana'], pdf: makePdf({ pages: 2 }), signer })
  return { document, guid: document.signers[0]!.guid }
}

const rowsOf = (guid: string) =>
  query('select title, text, language, encode(digest, $2) as digest from accepted_disclaimers where signer_id = $1', [
    guid,
    'hex',
  ])

async function signedFacts({ guid }: { guid: string }) {
  const [row] = await query("select canonical from audit_events where document_id = $1 and type = 'document-signed'", [
    guid,
  ])
  return (JSON.parse(row!['canonical'] as string) as { facts: Record<string, string> }).facts
}

const REFUSED = { status: 422, code: 'DISCLAIMER_NOT_ACCEPTED' }

/** One way to sign for each kind of key; the first call is the one that takes what was accepted. */
const WAYS: Record<string, (guid: string, accepted: { AcceptedDisclaimer?: string }) => Promise<unknown>> = {
  'a key of the vault': (signerGuid, accepted) =>
    ana().call.sign({
      params: { type: 'keyvault', signerGuid },
      body: { CertGUID: ana().certificateId, PIN: ana().pin, AccessMethod: 'USER_PASS', ...accepted },
      headers: {},
    }),
  'a key of a remote provider': async (signerGuid, accepted) => {
    const certificates = await linkAccount(scene, 'ana', 'redtrust')
    const [first] = certificates.values()
    return ana().call.sign({
      params: { type: 'redtrust', signerGuid },
      body: { CertGUID: first!.GUID, AccessMethod: 'USER_PASS', ...accepted },
      headers: {},
    })
  },
  'a certificate of Ivnosys': async (signerGuid, accepted) => {
    const CertGUID = ivnosysPin
    const { TransactionId } = await init(ana(), signerGuid, { CertGUID, ...accepted })
    await complete(ana(), { signerGuid, transactionId: TransactionId, CertGUID, PIN: SIGNER_PIN })
  },
  'a certificate that Swisscom makes': async (signerGuid, accepted) => {
    const { request, complete } = swisscomCalls(ana(), signerGuid)
    const { RedirectURL, RequestID } = await request(accepted)
    await decideConsent(RedirectURL)
    await complete(RequestID)
  },
  'the application on the person’s PC': async (signerGuid, accepted) => {
    const key = await makeLocalKey(scene, 'ana')
    const local = localCalls(ana(), signerGuid)
    await local.announce(key, accepted)
    await local.complete(await local.value(key))
  },
}
let ivnosysPin: string

describe.each(Object.keys(WAYS))('with %s', (way) => {
  beforeEach(async () => {
    await scene.portal.sandbox.control('reset', {})
    ivnosysPin = (await linkIvnosys(scene, 'ana')).pin
  })

  test('a document with terms is signed only once they are accepted, and what was accepted is kept with it', async () => {
    const { document, guid } = await sendWithTerms()
    for (const accepted of [{}, { AcceptedDisclaimer: '0'.repeat(64) }]) {
      expect(await refusalOf(WAYS[way]!(guid, accepted))).toMatchObject(REFUSED)
    }
    expect(await signaturesOf(scene, document)).toBe(0)
    const begun = Date.now()
    await WAYS[way]!(guid, { AcceptedDisclaimer: await termsOf(ana(), guid) })
    expect(await signaturesOf(scene, document)).toBe(1)
    expect(await rowsOf(guid)).toEqual([{ ...OWN, language: null, digest: digestOf(OWN) }])
    const facts = await signedFacts(document)
    expect(facts).toMatchObject({ disclaimer: digestOf(OWN), disclaimerLanguage: null })
    expect(Date.parse(facts['disclaimerAcceptedAt']!)).toBeGreaterThanOrEqual(begun)
  })
})

test('a batch is announced for documents whose terms are accepted, whatever signs it, and names the others', async () => {
  const [first, second] = [await sendWithTerms(), await sendWithTerms({ positions: PLACES })]
  const plain = (await scene.send({ signers: ['ana'] })).signers[0]!.guid
  const SignerGUIDs = [first.guid, second.guid, plain]
  const digests = await Promise.all([first, second].map(({ guid }) => termsOf(ana(), guid)))
  const redtrust = [...(await linkAccount(scene, 'ana', 'redtrust')).values()][0]!.GUID
  for (const CertGUID of [ana().certificateId, redtrust]) {
    const failedWith = async (AcceptedDisclaimers?: string[]) => {
      const { Failed } = await ana().call.prepareBatch({
        body: { CertGUID, SignerGUIDs, ...(AcceptedDisclaimers && { AcceptedDisclaimers }) },
      })
      expect(Failed.every(({ Code }) => Code === 'DISCLAIMER_NOT_ACCEPTED')).toBe(true)
      return Failed.map(({ SignerGUID }) => SignerGUID).toSorted()
    }
    expect(await failedWith()).toEqual([first.guid, second.guid].toSorted())
    expect(await failedWith([digests[0]!, '0'.repeat(64)])).toEqual([second.guid])
    expect(await failedWith(digests)).toEqual([])
  }
})

test('the text for several places is accepted as it was shown, in any language, and the language is kept', async () => {
  for (const [language, kind] of [
    ['ca', 'simple'],
    ['de', 'batch'],
  ] as const) {
    const { document, guid } = await sendWithTerms({ positions: PLACES })
    const text = readCatalogue(language).disclaimer[kind]
    expect(await trySigning(ana(), guid)).toBe(422)
    expect(await trySigning(ana(), guid, { accepted: digestOf(text).toUpperCase() })).toBe(204)
    expect(await rowsOf(guid)).toEqual([{ ...text, language, digest: digestOf(text) }])
    expect(await signedFacts(document)).toMatchObject({ disclaimerLanguage: language })
  }
})

test('a standard text does not stand for the sender’s own terms', async () => {
  const { guid } = await sendWithTerms({ disclaimer: OWN, positions: PLACES })
  for (const kind of ['simple', 'batch'] as const) {
    expect(await trySigning(ana(), guid, { accepted: digestOf(readCatalogue('en').disclaimer[kind]) })).toBe(422)
  }
  expect(await rowsOf(guid)).toEqual([])
})

test('no try of the PIN is spent on a document whose terms were not accepted', async () => {
  const { document } = await sendWithTerms()
  for (let time = 0; time < 6; time++) {
    expect(await refusalOf(sign(ana(), document, { PIN: '000000' }))).toMatchObject(REFUSED)
  }
  const plain = await scene.send({ signers: ['ana'] })
  expect(await trySigning(ana(), plain.signers[0]!.guid)).toBe(204)
})

test('where nothing has to be accepted, nothing is kept; and the audit log stays in order', async () => {
  const plain = await scene.send({ signers: ['ana'] })
  const guid = plain.signers[0]!.guid
  expect(await trySigning(ana(), guid, { accepted: digestOf(OWN) })).toBe(204)
  expect(await rowsOf(guid)).toEqual([])
  expect(await signedFacts(plain)).not.toHaveProperty('disclaimer')
  expect(await verifyAudit()).toMatchObject({ code: 0, findings: [] })
})

async function verifyAudit() {
  const { database, dataDir } = scene.portal.server
  const { code, stdout } = await runCli(['audit', 'verify', '--json'], {
    DATABASE_URL: database!.url,
    DATA_DIR: dataDir,
  })
  return { code, findings: (JSON.parse(stdout) as { findings: object[] }).findings }
}

test.each([
  ['the text', `set text = text || '.'`, `set text = left(text, -1)`],
  ['its digest', `set digest = sha256(digest)`, `set digest = sha256(convert_to(title || E'\\n' || text, 'UTF8'))`],
  ['its language', `set language = 'ca'`, `set language = null`],
  [
    'when it was agreed to',
    `set accepted_at = accepted_at - interval '1 day'`,
    `set accepted_at = accepted_at + interval '1 day'`,
  ],
])('%s of what was agreed to, altered afterwards, is named by the check of the log', async (_, damage, repair) => {
  const { document, guid } = await sendWithTerms()
  expect(await trySigning(ana(), guid, { accepted: digestOf(OWN) })).toBe(204)
  const alter = (change: string) => query(`update accepted_disclaimers ${change} where signer_id = $1`, [guid])
  await alter(damage)
  const verdict = await verifyAudit()
  await alter(repair)
  expect(verdict).toMatchObject({
    code: 1,
    findings: [{ documentId: document.guid, problem: 'row-disagrees', row: `accepted_disclaimers ${guid}` }],
  })
  expect(await verifyAudit()).toMatchObject({ code: 0, findings: [] })
})
