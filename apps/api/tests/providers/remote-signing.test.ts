/** Signatures with the key of a remote provider, one by one, in batches and in its sessions. */
import { beforeAll, describe, expect, test } from 'vitest'
import { decidePush, newestCode, readPhone } from '@rubrica/testing'
import { openBatch, refusalOf, sendSeveral, sign } from '../scenes/authorise-signing.ts'
import { PIN, remoteSigningScene, VALID, type RemoteSigning } from '../scenes/remote-signing-scene.ts'

const { opened, signedWhile, signWithPin, verdictsOf } = remoteSigningScene()

let { scene, ana, keys } = {} as RemoteSigning
beforeAll(() => {
  ;({ scene, ana, keys } = opened())
})

test('a provider’s key signs one document and a batch, each with one signature value', async () => {
  const documents = await sendSeveral(scene, 4, 'ana')
  const digests = await signedWhile(async () => {
    await signWithPin(documents[0]!)
    const { BatchId } = await openBatch(ana, keys.pin, documents.slice(1))
    for (const document of documents.slice(1)) await signWithPin(document, { BatchId })
  })
  expect(digests).toHaveLength(4)
  for (const document of documents) expect(await verdictsOf(document)).toEqual([VALID])
})

test('the type may be called TrustPRO as well, and is answered as firmaremota', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  await signWithPin(document!, { type: 'TrustPRO' })
  expect(await verdictsOf(document!)).toEqual([VALID])
  const all = await ana.call.certificates({ params: { legalid: ana.legalId } })
  expect(all.find(({ GUID }) => GUID === keys.pin)!.CertType).toBe('firmaremota')
})

test('documents that are signed at the same moment in one session are each signed once', async () => {
  const documents = await sendSeveral(scene, 4, 'ana')
  const { BatchId } = await openBatch(ana, keys.pin, documents)
  const { SessionId } = (await ana.call.openRemoteSession({ body: { CertGUID: keys.pin, PIN, BatchId } })) as {
    SessionId: string
  }
  const digests = await signedWhile(async () => {
    const answers = await Promise.all(
      documents.map((document) =>
        refusalOf(sign(ana, document, { type: 'firmaremota', CertGUID: keys.pin, BatchId, SessionId })),
      ),
    )
    expect(answers.map(({ code }) => code)).toEqual(['NONE', 'NONE', 'NONE', 'NONE'])
  })
  expect(new Set(digests).size).toBe(4)
})

test('of two tabs at once one signs, and the provider signs once', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const digests = await signedWhile(async () => {
    const answers = await Promise.all([refusalOf(signWithPin(document!)), refusalOf(signWithPin(document!))])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
  expect(digests).toHaveLength(1)
})

test('a wrong PIN is the provider’s to say, and leaves the document as it was', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  expect(await refusalOf(signWithPin(document!, { PIN: '000000' }))).toMatchObject({ code: 'WRONG_PIN' })
  await signWithPin(document!)
  expect(await verdictsOf(document!)).toEqual([VALID])
})

describe('a session at the provider', () => {
  const openSignatureSession = (CertGUID: string, more: { OTP?: string; BatchId?: string; SessionId?: string }) =>
    ana.call.openRemoteSession({ body: { CertGUID, PIN, ...more } })

  test('that a code opened signs its batch and nothing else, and nothing once it is closed', async () => {
    const documents = await sendSeveral(scene, 4, 'ana')
    const { BatchId } = await openBatch(ana, keys.sms, documents.slice(0, 3))
    await ana.call.requestCode({ params: { type: 'firmaremota' }, body: { CertGUID: keys.sms, BatchId } })
    const { SessionId } = await openSignatureSession(keys.sms, { OTP: await newestCode(scene), BatchId })
    const order = { type: 'firmaremota', CertGUID: keys.sms, PIN, BatchId, SessionId }
    for (const document of documents.slice(0, 2)) await sign(ana, document, order)
    expect(await refusalOf(sign(ana, documents[3]!, order))).toMatchObject({ code: 'DIGEST_NOT_AUTHORISED' })
    await ana.call.closeRemoteSession({})
    expect(await refusalOf(sign(ana, documents[2]!, order))).toMatchObject({
      status: 403,
      code: 'SIGNING_SESSION_EXPIRED',
    })
    expect(await verdictsOf(documents[1]!)).toEqual([VALID])
  })

  test('waits until the person accepts on their phone', async () => {
    const documents = await sendSeveral(scene, 2, 'ana')
    const { BatchId } = await openBatch(ana, keys.app, documents)
    const waiting = await openSignatureSession(keys.app, { BatchId })
    expect(waiting).not.toHaveProperty('ExpiresAt')
    const order = { type: 'firmaremota', CertGUID: keys.app, BatchId, SessionId: waiting.SessionId }
    expect(await refusalOf(sign(ana, documents[0]!, order))).toMatchObject({ code: 'SIGNING_SESSION_EXPIRED' })
    await decidePush(scene, 'accept')
    expect(await openSignatureSession(keys.app, { BatchId, SessionId: waiting.SessionId })).toHaveProperty('ExpiresAt')
    for (const document of documents) await sign(ana, document, order)
    expect(await verdictsOf(documents[1]!)).toEqual([VALID])
  })
})

test('a code is asked for with an empty body, and for one certificate', async () => {
  const { messages } = await readPhone(scene)
  expect(await ana.call.requestCode({ params: { type: 'firmaremota' } })).toHaveProperty('Qualified')
  await ana.call.sendRemoteSignatureCode({ params: { guid: keys.sms } })
  expect((await readPhone(scene)).messages.length).toBeGreaterThan(messages.length)
})

test('a certificate that signs one document at a time takes no batch of two', async () => {
  const documents = await sendSeveral(scene, 2, 'ana')
  expect(await refusalOf(openBatch(ana, keys.single, documents))).toMatchObject({
    status: 422,
    code: 'BATCH_TOO_LARGE',
    details: { Max: 1 },
  })
})

test('without an account nothing is asked of the provider', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  const { call } = ana
  await call.removeRemoteSignature({})
  expect(await refusalOf(signWithPin(document!))).toMatchObject({ status: 404, code: 'CERTIFICATE_NOT_FOUND' })
})
