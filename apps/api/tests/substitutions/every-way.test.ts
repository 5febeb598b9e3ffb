/** A deputy signs in the name of another with certificates of every provider, by the way of each. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  callsActingFor,
  decideConsent,
  linkAccount,
  localCalls,
  makeLocalKey,
  openScene,
  signAsPortal,
  swisscomCalls,
  type Scene,
} from '@rubrica/testing'
import type { SentDocument } from '@rubrica/contract'
import { refusalOf } from '../scenes/authorise-signing.ts'
import { authorise, prepareRun, untilRun } from '../scenes/signing-run-scene.ts'
import { openStandingIn } from '../scenes/standing-in-scene.ts'

const LINKED = ['firmaremota', 'uanataca', 'redtrust', 'validatedid', 'nebula', 'ivnosys'] as const

let scene: Scene
let substitution: string
const { standIn, endAll } = openStandingIn(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '1000000' } })
  await query(
    `update users set phone = '+34600200200', certificate_flags =
       '{KeyVault,Software,FirmaRemota,Uanataca,RedTrust,ValidatedID,Nebula,Ivnosys,Swisscom,Local}' where user_id = 'biel'`,
  )
  substitution = await standIn('ana', 'biel')
})
afterAll(() => scene[Symbol.asyncDispose]())

const query = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** Who acted, and whose name the certificate in the document has. */
async function look({ guid }: SentDocument) {
  const [row] = await query<{ state: string; acting: string }>(
    `select state, (select user_id from users where id = acting_user_id) as acting from signers where document_id = $1`,
    [guid],
  )
  const findings = await scene.people.biel.call.documentSignatures({
    params: { signerGuid: (await signerOf(guid)).id },
  })
  return { ...row!, signers: findings.Signatures.map(({ Signer }) => Signer) }
}

/** What the signature of the file gives as its reason. */
async function reasonOf(document: SentDocument): Promise<string | undefined> {
  const pdf = Buffer.from(await scene.download(document)).toString('latin1')
  const [, literal, hex] = /\/Reason\s*(?:\(([^)]*)\)|<(?:FEFF)?([0-9A-F]*)>)/i.exec(pdf) ?? []
  return literal ?? (hex && Buffer.from(hex, 'hex').swap16().toString('utf16le'))
}

const signerOf = async (guid: string) =>
  (await query<{ id: string }>('select id from signers where document_id = $1', [guid]))[0]!

/** Biel, whose calls are in the name of Ana. */
const deputy = () => ({
  ...scene.people.biel,
  call: callsActingFor(scene, { name: 'biel', actingFor: substitution }),
})

const SIGNED_BY_BIEL = { state: 'signed', acting: 'biel', signers: [expect.stringMatching(/biel/i)] }

test.each(LINKED)('at %s', async (type) => {
  const [certificate] = (await linkAccount(scene, 'biel', type)).values()
  const document = await scene.send({ signers: ['ana'] })
  await signAsPortal(scene, {
    ...{ name: 'biel', signerGuid: document.signers[0]!.guid, actingFor: substitution },
    ...{ certificate: certificate!, pin: scene.people.biel.pin },
  })
  expect(await look(document)).toMatchObject(SIGNED_BY_BIEL)
})

test('at Swisscom', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const { request, complete } = swisscomCalls(deputy(), document.signers[0]!.guid)
  const { RedirectURL, RequestID } = await request()
  await decideConsent(RedirectURL)
  await complete(RequestID)
  expect(await look(document)).toMatchObject(SIGNED_BY_BIEL)
})

test('in the words of the substitution that counts, whatever was prepared in those of another', async () => {
  const [certificate] = (await linkAccount(scene, 'biel', 'uanataca')).values()
  const document = await scene.send({ signers: ['ana'] })
  const signerGuid = document.signers[0]!.guid
  await deputy().call.prepareBatch({ body: { CertGUID: certificate!.GUID, SignerGUIDs: [signerGuid] } })
  await endAll()
  substitution = await standIn('ana', 'biel', { formula: 'p. p. of' })
  await signAsPortal(scene, {
    ...{ name: 'biel', signerGuid, actingFor: substitution },
    ...{ certificate: certificate!, pin: scene.people.biel.pin },
  })
  expect(await look(document)).toMatchObject(SIGNED_BY_BIEL)
  expect(await reasonOf(document)).toMatch(/^p\. p\. of /)
})

test('by an application on their PC', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const key = await makeLocalKey(scene, 'biel')
  const local = localCalls(deputy(), document.signers[0]!.guid)
  await local.announce(key)
  await local.complete(await local.value(key))
  expect(await look(document)).toMatchObject(SIGNED_BY_BIEL)
})

test('by an application on their PC, which has no certificate of the principal', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const local = localCalls(deputy(), document.signers[0]!.guid)
  const refused = await refusalOf(local.announce(await makeLocalKey(scene, 'ana')))
  expect(refused).toMatchObject({ code: 'LOCAL_CERTIFICATE_FOREIGN' })
})

test('a run that one of the two has begun and not authorised keeps the other one from nothing', async () => {
  const { ana } = scene.people
  const document = await scene.send({ signers: ['ana'] })
  const left = await prepareRun(deputy(), [document])
  const own = await prepareRun(ana, [document])
  expect(own.Counts).toMatchObject({ prepared: 1, failed: 0 })
  await authorise(ana, own)
  expect((await untilRun(ana, own, 'done')).Counts).toMatchObject({ signed: 1 })
  await authorise(deputy(), left)
  expect((await untilRun(deputy(), left, 'done')).Counts).toMatchObject({ signed: 0, failed: 1 })
})
