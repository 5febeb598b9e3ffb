/** What a certificate of the person's own PC signs, for whom, and which values of it are taken. */
import { generateKeyPairSync, sign as signBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  askPdfsig,
  DEMO_PASSWORD,
  localCalls,
  logIn,
  runCli,
  serialOf,
  signLocally,
  trySigning,
  verifyDocument,
  type LocalKey,
  type Scene,
} from '@rubrica/testing'
import { refusalOf, signaturesOf } from '../scenes/authorise-signing.ts'
import { localSigningScene } from '../scenes/local-signing-scene.ts'

const VALID = 'Signature is Valid.'

const { announced, database, opened, sendOne } = localSigningScene()
let scene: Scene
let rsa: LocalKey
let ec: LocalKey
beforeAll(() => {
  ;({ scene, rsa, ec } = opened())
})

const rowsOf = (signerGuid: string) =>
  database().query<{ state: string; outcome_code: string | null }>(
    'select state, outcome_code from errands where signer_id = $1 order by created_at',
    [signerGuid],
  )

const hurryEnd = (signerGuid: string) =>
  database().query("update errands set expires_at = now() - interval '1 second' where signer_id = $1", [signerGuid])

describe('a certificate of the person’s own PC signs', () => {
  test.each(['rsa', 'ec'] as const)('with an %s key, and readers find the signature valid', async (keyType) => {
    const { document, signerGuid } = await sendOne()
    await signLocally(scene, { name: 'ana', signerGuid, key: keyType === 'rsa' ? rsa : ec })
    const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
    expect({ verdicts, wholeFile }).toEqual({ verdicts: [VALID], wholeFile: true })
    expect(await verifyDocument(scene, document)).toMatchObject({ code: 0 })
    expect(await rowsOf(signerGuid)).toEqual([{ state: 'done', outcome_code: null }])
  })

  test('beside keys of the vault, before and after it', async () => {
    const document = await scene.send({ signers: ['carla', 'ana', 'biel'] })
    const guidOf = (index: number) => document.signers[index]!.guid
    expect(await trySigning(scene.people.carla, guidOf(0))).toBe(204)
    await signLocally(scene, { name: 'ana', signerGuid: guidOf(1), key: ec })
    expect(await trySigning(scene.people.biel, guidOf(2))).toBe(204)
    expect((await askPdfsig(await scene.download(document))).verdicts).toEqual([VALID, VALID, VALID])
  })

  test('and what the browser was told of where the person is, is in the audit log as personal data', async () => {
    const { document, local } = await announced()
    await local.complete(await local.value(rsa), { IpAddress: '2001:db8::7', Location: 'Vic, Osona' })
    const [row] = await database().query<{ canonical: string }>(
      "select canonical from audit_events where document_id = $1 and type = 'document-signed'",
      [document.guid],
    )
    const event = JSON.parse(row!.canonical) as { facts: object; personal: Record<string, string> }
    expect(event.facts).toMatchObject({ certificateSerial: serialOf(rsa).toLowerCase().replace(/^0+/, '') })
    expect(Object.keys(event.personal).sort()).toEqual(['from', 'ipAddress', 'legalId', 'location', 'signerName'])
    expect(row!.canonical).not.toContain('2001:db8::7')
    const kept = await database().query<{ value: string }>(
      "select value from audit_personal_data where commitment in (decode($1, 'hex'), decode($2, 'hex'))",
      [event.personal['ipAddress'], event.personal['location']],
    )
    expect(kept.map(({ value }) => value).sort()).toEqual(['2001:db8::7', 'Vic, Osona'])
    const { code } = await runCli(['audit', 'verify'], {
      DATABASE_URL: database().url,
      DATA_DIR: scene.portal.server.dataDir,
    })
    expect(code).toBe(0)
  })

  test('announced on one computer and completed in another browser', async () => {
    const { document, signerGuid, local } = await announced()
    const value = await local.value(rsa)
    const elsewhere = await logIn(scene.portal.url, { userId: 'ana', password: DEMO_PASSWORD })
    await localCalls({ ...scene.people.ana, ...elsewhere }, signerGuid).complete(value)
    expect(await signaturesOf(scene, document)).toBe(1)
  })
})

describe('who may', () => {
  test('a person whom the operator has not let do so is refused at each step', async () => {
    const document = await scene.send({ signers: ['carla'] })
    await database().query(
      "update users set certificate_flags = array_remove(certificate_flags, 'Local') where id = $1",
      [scene.people.carla.userId],
    )
    const local = localCalls(scene.people.carla, document.signers[0]!.guid)
    const refused = { status: 403, code: 'CERTIFICATE_TYPE_NOT_ALLOWED' }
    expect(await refusalOf(local.announce(rsa))).toMatchObject(refused)
    expect(await refusalOf(local.value(rsa))).toMatchObject(refused)
    expect(await refusalOf(local.complete('AAAA'))).toMatchObject(refused)
  })

  test('another person finds no such document, whatever they know', async () => {
    const { signerGuid, local } = await announced()
    const value = await local.value(rsa)
    const other = localCalls(scene.people.biel, signerGuid)
    const missing = { status: 404, code: 'DOCUMENT_NOT_FOUND' }
    expect(await refusalOf(other.announce(rsa))).toMatchObject(missing)
    expect(await refusalOf(other.value(rsa))).toMatchObject(missing)
    expect(await refusalOf(other.complete(value))).toMatchObject(missing)
  })

  test('nobody, while pages are unread that must be read, or with another certificate than is demanded', async () => {
    const unread = await scene.send({ signers: ['ana'], signer: { readAll: true } })
    const refusal = await refusalOf(localCalls(scene.people.ana, unread.signers[0]!.guid).announce(rsa))
    expect(refusal).toMatchObject({ code: 'READ_ALL_PENDING' })
    const { signerGuid, local } = await sendOne()
    await database().query('update signers set certificate_id = $2 where id = $1', [
      signerGuid,
      scene.people.ana.certificateId,
    ])
    expect(await refusalOf(local.announce(rsa))).toMatchObject({
      code: 'CERTIFICATE_UNUSABLE',
      details: { Reasons: ['OTHER_CERTIFICATE_DEMANDED'] },
    })
  })
})

describe('a value that is not taken', () => {
  test('that of another key, of other bytes, of another document, and noise: nothing is claimed for it', async () => {
    const { document, local } = await announced()
    const other = await announced()
    const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const wrong = [
      await local.value({ ...rsa, privateKey: foreign }),
      signBytes('sha512', Buffer.from('other bytes'), rsa.privateKey).toString('base64'),
      await other.local.value(rsa),
      'AAAA',
    ]
    for (const value of wrong) {
      expect(await refusalOf(local.complete(value))).toMatchObject({ status: 422, code: 'LOCAL_SIGNATURE_INVALID' })
    }
    const [started] = await database().query<{ count: string }>(
      "select count(*) from audit_events where document_id = $1 and type = 'signature-started'",
      [document.guid],
    )
    expect(Number(started!.count)).toBe(0)
    await local.complete(await local.value(rsa))
    expect(await signaturesOf(scene, document)).toBe(1)
  })

  test('noise where the key is of a curve', async () => {
    const { local } = await announced(ec)
    for (const value of ['AAAA', 'MAYCAQECAQE=', Buffer.alloc(64, 7).toString('base64')]) {
      expect(await refusalOf(local.complete(value))).toMatchObject({ code: 'LOCAL_SIGNATURE_INVALID' })
    }
  })

  test.each([[{ IpAddress: 'example.org' }], [{ Location: 'two\nlines' }]])('one that comes with %o', async (told) => {
    const { local } = await announced()
    expect(await refusalOf(local.complete(await local.value(rsa), told))).toMatchObject({ code: 'VALIDATION_FAILED' })
  })

  test('one that comes after its time, or without anything announced', async () => {
    const { signerGuid, local } = await announced()
    const value = await local.value(rsa)
    await hurryEnd(signerGuid)
    const over = { status: 422, code: 'LOCAL_SIGNATURE_EXPIRED' }
    expect(await refusalOf(local.complete(value))).toMatchObject(over)
    expect(await refusalOf(local.value(rsa))).toMatchObject(over)
    await local.announce(rsa)
    await local.complete(await local.value(rsa))
    expect(await refusalOf((await sendOne()).local.value(rsa))).toMatchObject(over)
  })
})

describe('what is announced again', () => {
  test('counts from then on: the value over what was announced before is not taken', async () => {
    const { signerGuid, local } = await announced()
    const before = await local.value(rsa)
    await local.announce(ec)
    expect(await refusalOf(local.complete(before))).toMatchObject({ code: 'LOCAL_SIGNATURE_INVALID' })
    await local.complete(await local.value(ec))
    expect((await rowsOf(signerGuid)).map(({ state, outcome_code }) => outcome_code ?? state)).toEqual([
      'SUPERSEDED',
      'done',
    ])
  })

  test('what is to be signed stays the same however often it is asked for', async () => {
    const { signerGuid } = await announced()
    const ask = () => scene.people.ana.call.presignature({ query: { SignatureId: signerGuid } })
    expect(await ask()).toEqual(await ask())
    const attributes = Buffer.from((await ask()).PreSignatureContentDNIe, 'base64')
    expect(attributes[0]).toBe(0x31)
  })
})

describe('several at once', () => {
  test('of two completions at once one signs; the same attempt is answered alike', async () => {
    const { document, local } = await announced()
    const value = await local.value(rsa)
    const answers = await Promise.all([refusalOf(local.complete(value)), refusalOf(local.complete(value))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const { document: second, local: same } = await announced()
    const [attempt, sameValue] = [crypto.randomUUID(), await same.value(rsa)]
    const twice = await Promise.all([1, 2].map(() => refusalOf(same.complete(sameValue, { attempt }))))
    expect(twice.map(({ status }) => status)).toEqual([200, 200])
    await same.complete(sameValue, { attempt })
    for (const one of [document, second]) expect(await signaturesOf(scene, one)).toBe(1)
  })

  test('another signer meanwhile: it says so, is fixed anew on what is there now, and both are valid', async () => {
    const document = await scene.send({ signers: ['ana', 'biel'] })
    const guidOf = (index: number) => document.signers[index]!.guid
    const local = localCalls(scene.people.ana, guidOf(0))
    await local.announce(rsa)
    const early = await local.value(rsa)
    expect(await trySigning(scene.people.biel, guidOf(1))).toBe(204)
    expect(await refusalOf(local.complete(early))).toMatchObject({ status: 409, code: 'DOCUMENT_MOVED_ON' })
    await local.complete(await local.value(rsa))
    expect((await askPdfsig(await scene.download(document))).verdicts).toEqual([VALID, VALID])
  })

  test('the same person signed another way meanwhile: the document is no longer available', async () => {
    const { document, signerGuid, local } = await announced()
    const value = await local.value(rsa)
    expect(await trySigning(scene.people.ana, signerGuid)).toBe(204)
    const gone = { status: 409, code: 'DOCUMENT_NO_LONGER_AVAILABLE' }
    expect(await refusalOf(local.complete(value))).toMatchObject(gone)
    expect(await refusalOf(local.announce(rsa))).toMatchObject(gone)
    expect(await signaturesOf(scene, document)).toBe(1)
  })

  test('a timestamp that fails leaves it unsigned, and the same value may come again', async () => {
    const { document, local } = await announced()
    const value = await local.value(rsa)
    await scene.portal.sandbox.inject({ service: 'tsa', fault: 'http500', times: 100 })
    expect(await refusalOf(local.complete(value))).toMatchObject({ code: 'TIMESTAMP_UNAVAILABLE' })
    expect(await signaturesOf(scene, document)).toBe(0)
    await scene.portal.sandbox.control('reset', {})
    await local.complete(value)
    expect(await signaturesOf(scene, document)).toBe(1)
  })
})
