/** Whose a certificate is decides whether it signs: with every type of certificate, by every way to a signature. */
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  askForSignatures,
  askPdfsig,
  giveGrant,
  callCsc,
  decideConsent,
  digestOf,
  exchangeCode,
  linkAccount,
  openScene,
  PROVIDER_PIN,
  LEGAL_IDS,
  registerApplication,
  registerLegalId,
  signAsPortal,
  swisscomCalls,
  type DemoSigner,
  type PortalCertificate,
  type Scene,
} from '@rubrica/testing'
import { openBatch, refusalOf, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { authorise, beginRun, untilRun } from '../scenes/signing-run-scene.ts'

const LINKED = ['firmaremota', 'uanataca', 'redtrust', 'validatedid', 'nebula', 'ivnosys'] as const
const FOREIGN = { status: 422, code: 'CERTIFICATE_FOREIGN', details: { Holder: 'Biel Roca Puig', Kind: 'person' } }
const PIN = 'of the file'

let scene: Scene
let ana: DemoSigner

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '1000000' } })
  ana = scene.people.ana
  await scene.portal.server.database!.query(
    `update users set phone = '+34600100100', certificate_flags =
       '{KeyVault,Software,FirmaRemota,Uanataca,RedTrust,ValidatedID,Nebula,Ivnosys,Swisscom}' where id = $1`,
    [ana.userId],
  )
})
afterAll(() => scene[Symbol.asyncDispose]())

const listed = () => ana.call.certificates({ params: { legalid: ana.legalId } })
const ofType = async (type: string) => (await listed()).filter(({ CertType }) => CertType.toLowerCase() === type)
const documentOf = () => scene.send({ signers: ['ana'] })

async function signedElsewhere(): Promise<number> {
  const answer = await fetch(`${scene.portal.sandbox.url}/control/signatures.json`)
  return ((await answer.json()) as unknown[]).length
}

/** The operator registers another number for Ana: what she has is another person's from then on. */
const renumber = (legalId: string) => registerLegalId(scene, 'ana', legalId)

async function upload(wish: Readonly<Record<string, unknown>>, alias = crypto.randomUUID(), more: object = {}) {
  const p12 = await scene.portal.sandbox.makePerson({ commonName: 'Ana Vidal Serra', keyType: 'ec', pin: PIN, ...wish })
  const body = { p12: Buffer.from(p12).toString('base64'), certalias: alias, pin: PIN, certtype: 'keyvault', ...more }
  return ana.call.uploadCertificate({ params: { legalid: ana.legalId }, body })
}

describe('an account of somebody else', () => {
  test.each(LINKED)('at %s is not linked, and leaves nothing to sign with', async (type) => {
    const before = await listed()
    expect(await refusalOf(linkAccount(scene, 'ana', { type, of: 'biel' }))).toMatchObject(FOREIGN)
    expect(await listed()).toEqual(before)
    const kept = await scene.portal.server.database!.query('select 1 from provider_accounts where user_id = $1', [
      ana.userId,
    ])
    expect(kept).toEqual([])
  })
})

describe('keys that were linked before and belong to somebody else', () => {
  let keys: PortalCertificate[]

  beforeAll(async () => {
    for (const type of LINKED) await linkAccount(scene, 'ana', type)
    await renumber('00000003A')
    keys = await listed()
  })
  afterAll(() => renumber(LEGAL_IDS.ana))

  test('are listed under their types, in the exact case of the specification', () => {
    const types = new Set(keys.map(({ CertType }) => CertType))
    const exact = ['Ivnosys', 'Nebula', 'firmaremota', 'keyvault', 'redtrust', 'uanataca', 'validatedid']
    expect([...types].toSorted()).toEqual(exact)
  })

  test('stay in the list, and say whose they are', () => {
    const types = new Set(keys.map(({ CertType }) => CertType.toLowerCase()))
    expect([...types].sort()).toEqual(['keyvault', ...LINKED].sort())
    const named = keys.filter(({ Holder: { Name } }) => Name === 'Ana Vidal Serra')
    expect(named.length).toBeGreaterThanOrEqual(types.size)
    for (const { Holder } of named) expect(Holder).toMatchObject({ Verdict: 'another', MaySign: false })
  })

  test.each(['keyvault', ...LINKED] as const)('of %s sign nothing, however it is asked for', async (type) => {
    const document = await documentOf()
    const signerGuid = document.signers[0]!.guid
    const before = await signedElsewhere()
    for (const certificate of await ofType(type)) {
      const pin = type === 'keyvault' ? ana.pin : PROVIDER_PIN
      const attempt = refusalOf(signAsPortal(scene, { name: 'ana', signerGuid, certificate, pin }))
      expect(await attempt).toMatchObject({ status: 422, code: 'CERTIFICATE_FOREIGN' })
      const direct = sign(ana, document, { type, CertGUID: certificate.GUID, PIN: pin })
      expect(await refusalOf(direct)).toMatchObject({ code: 'CERTIFICATE_FOREIGN' })
      expect(await refusalOf(openBatch(ana, certificate.GUID, [document]))).toMatchObject({
        code: 'CERTIFICATE_FOREIGN',
      })
      const run = beginRun({ ...ana, certificateId: certificate.GUID }, [document])
      expect(await refusalOf(run)).toMatchObject({ code: 'CERTIFICATE_FOREIGN' })
      const code = ana.call.requestCode({ params: { type }, body: { CertGUID: certificate.GUID } })
      expect(await refusalOf(code)).toMatchObject({ code: 'CERTIFICATE_FOREIGN' })
    }
    expect(await signaturesOf(scene, document)).toBe(0)
    expect(await signedElsewhere()).toBe(before)
  })

  test('sign nothing for an application, neither by the page nor by what it has typed itself', async () => {
    const application = await registerApplication(scene.portal)
    const asked = { application, hashes: [digestOf('one')] }
    const { RequestId } = await askForSignatures(scene, asked)
    const opening = ana.call.openCertificateSession({
      params: { guid: ana.certificateId },
      body: { PIN: ana.pin, RequestId },
    })
    expect(await refusalOf(opening)).toMatchObject({ code: 'CERTIFICATE_FOREIGN' })
    const { code } = await giveGrant(scene, 'ana', { application, request: { scope: 'service' } })
    const { access_token: token } = (await exchangeCode(scene, application, { code })).body
    const answer = await callCsc(scene, 'v1/credentials/authorize', {
      token,
      body: {
        credentialID: ana.certificateId,
        numSignatures: 1,
        hash: [digestOf('one').toString('base64')],
        PIN: ana.pin,
      },
    })
    expect(answer).toMatchObject({ status: 400, body: { error: 'access_denied' } })
  })
})

test('a certificate that is made for a signature is not used when it turns out to be another person’s', async () => {
  const document = await documentOf()
  const { request, complete } = swisscomCalls(ana, document.signers[0]!.guid)
  const { RedirectURL, RequestID } = await request()
  await decideConsent(RedirectURL)
  await renumber('00000003A')
  expect(await refusalOf(complete(RequestID))).toMatchObject({ status: 422, code: 'CERTIFICATE_FOREIGN' })
  await renumber(LEGAL_IDS.ana)
  // What was refused for good stays refused.
  expect(await refusalOf(complete(RequestID))).toMatchObject({ status: 422, code: 'CERTIFICATE_FOREIGN' })
  expect(await signaturesOf(scene, document)).toBe(0)
})

test('the key vault takes nobody else’s key, and makes none that is', async () => {
  expect(await refusalOf(upload({ of: 'biel', commonName: 'Biel Roca Puig' }))).toMatchObject(FOREIGN)
  // The authority certifies the number that the account has.
  expect((await upload({}, crypto.randomUUID(), { certtype: 'software', p12: undefined })).Holder.Verdict).toBe('same')
})

test('who represents a company signs as the person that they are', async () => {
  const company = { name: 'Forja Roca SL', number: 'B12345674' }
  expect(await refusalOf(upload({ of: 'biel', commonName: 'Biel Roca Puig', company }))).toMatchObject({
    code: 'CERTIFICATE_FOREIGN',
    details: { Organisation: company.name, Kind: 'representative' },
  })
  const { GUID: CertGUID, Holder } = await upload({ company })
  expect(Holder).toEqual({
    ...{ Name: 'Ana Vidal Serra', Organisation: company.name },
    ...{ Kind: 'representative', Verdict: 'same', MaySign: true },
  })
  const document = await documentOf()
  await sign(ana, document, { CertGUID, PIN })
  expect((await askPdfsig(await scene.download(document))).verdicts).toEqual(['Signature is Valid.'])
})

describe('a certificate that does not say whose it is', () => {
  const passport = { legalId: 'PASES-AAA123456' }
  const seal = {
    subject: 'c=ES,o=Ajuntament de Mieres,organizationIdentifier=VATES-P1711200J,cn=Segell de Mieres',
  }
  const pseudonym = { subject: 'c=ES,pseudonym=Agent 3071,cn=Agent 3071' }

  test('signs once the person has confirmed the name in it, which the audit log keeps', async () => {
    const { GUID: CertGUID, Holder } = await upload(passport)
    expect(Holder).toMatchObject({ Name: 'Ana Vidal Serra', Verdict: 'unknown', MaySign: true })
    const document = await documentOf()
    for (const ConfirmedHolder of [undefined, '', 'Biel Roca Puig']) {
      expect(await refusalOf(sign(ana, document, { CertGUID, PIN, ConfirmedHolder }))).toMatchObject({
        status: 422,
        code: 'HOLDER_UNCONFIRMED',
        details: { Holder: 'Ana Vidal Serra' },
      })
    }
    await sign(ana, document, { CertGUID, PIN, ConfirmedHolder: 'Ana Vidal Serra' })
    const database = scene.portal.server.database!
    const [event] = await database.query<{ canonical: string }>(
      `select canonical from audit_events where document_id = $1 and type = 'document-signed'`,
      [document.guid],
    )
    expect(JSON.parse(event!.canonical)).toMatchObject({ facts: { holder: 'unknown' } })
    const personal = await database.query<{ value: string }>(
      'select value from audit_personal_data where document_id = $1',
      [document.guid],
    )
    // The name that the account has, and the one that was confirmed.
    expect(personal.filter(({ value }) => value === 'Ana Vidal Serra')).toHaveLength(2)
  })

  test.each([
    ['a seal', seal, { Kind: 'seal', Name: 'Segell de Mieres', Organisation: 'Ajuntament de Mieres' }],
    ['a pseudonym', pseudonym, { Kind: 'pseudonym', Name: 'Agent 3071', Organisation: null }],
  ])('as %s, signs under the name that the person has confirmed', async (_what, wish, named) => {
    const { GUID: CertGUID, Holder } = await upload(wish)
    expect(Holder).toEqual({ ...named, Verdict: 'unknown', MaySign: true })
    const document = await documentOf()
    for (const ConfirmedHolder of [undefined, 'Ana Vidal Serra']) {
      expect(await refusalOf(sign(ana, document, { CertGUID, PIN, ConfirmedHolder }))).toMatchObject({
        ...{ status: 422, code: 'HOLDER_UNCONFIRMED', details: { Holder: named.Name } },
      })
    }
    await sign(ana, document, { CertGUID, PIN, ConfirmedHolder: named.Name })
    expect((await askPdfsig(await scene.download(document))).verdicts).toEqual(['Signature is Valid.'])
  })

  test('begins a run of several documents once the name is confirmed', async () => {
    const { GUID: CertGUID } = await upload(passport)
    const documents = [await documentOf(), await documentOf()]
    const Items = documents.map(({ signers }) => ({ SignerGUID: signers[0]!.guid }))
    const begin = (confirmed: object) =>
      ana.call.beginRun({ body: { CertGUID, AccessMethod: 'USER_PASS', Items, ...confirmed } })
    for (const confirmed of [{}, { ConfirmedHolder: 'Biel Roca Puig' }]) {
      expect(await refusalOf(begin(confirmed))).toMatchObject({ status: 422, code: 'HOLDER_UNCONFIRMED' })
    }
    const run = await begin({ ConfirmedHolder: 'Ana Vidal Serra' })
    await untilRun(ana, run, 'needs-person')
    await authorise(ana, run, PIN)
    expect((await untilRun(ana, run, 'done')).Counts).toMatchObject({ signed: 2 })
  })

  test('is taken by nobody where the operator refuses those', async () => {
    await using strict = await openScene({ postgres: inject('sharedPostgres'), env: { HOLDER_UNKNOWN: 'refuse' } })
    const { call, legalId } = strict.people.ana
    for (const wish of [passport, seal, pseudonym]) {
      const p12 = await strict.portal.sandbox.makePerson({ commonName: 'Ana', keyType: 'ec', pin: PIN, ...wish })
      const body = { p12: Buffer.from(p12).toString('base64'), certalias: 'x', pin: PIN, certtype: 'keyvault' }
      expect(await refusalOf(call.uploadCertificate({ params: { legalid: legalId }, body }))).toMatchObject({
        status: 422,
        code: 'HOLDER_UNKNOWN',
      })
    }
    const database = strict.portal.server.database!
    await database.query(`update users set legal_id = 'PASES-AAA123456' where id = $1`, [strict.people.ana.userId])
    const document = await strict.send({ signers: ['ana'] })
    expect(await refusalOf(sign(strict.people.ana, document, { PIN: strict.people.ana.pin }))).toMatchObject({
      code: 'HOLDER_UNKNOWN',
    })
    expect(await refusalOf(beginRun(strict.people.ana, [document]))).toMatchObject({ code: 'HOLDER_UNKNOWN' })
    const [held] = await call.certificates({ params: { legalid: legalId } })
    expect(held!.Holder).toMatchObject({ Verdict: 'unknown', MaySign: false })
  })
})
