import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, newestCode, openScene, readPhone, type DemoSigner, type Scene } from '@rubrica/testing'
import { addSmsKey, openBatch, refusalOf, sendSeveral, sign, signaturesOf } from '../scenes/authorise-signing.ts'

let scene: Scene
let biel: DemoSigner
let key: string
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE_AND_USER: '1000', LOG_LEVEL: 'trace' },
  })
  biel = scene.people.biel
  key = await addSmsKey(scene, 'biel', 'with codes')
})
afterAll(() => scene[Symbol.asyncDispose]())

const database = () => scene.portal.server.database!
/** A minute passes. */
const forgetPause = () => database().query("update one_time_codes set created_at = created_at - interval '2 minutes'")

async function askCode(BatchId?: string) {
  await forgetPause()
  return biel.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId } })
}

const openSignatureSession = (OTP: string, BatchId?: string) =>
  biel.call.openCertificateSession({ params: { guid: key }, body: { OTP, BatchId } })

async function openedSession(count: number) {
  const documents = await sendSeveral(scene, count, 'biel')
  const { BatchId } = await openBatch(biel, key, documents)
  await askCode(BatchId)
  const { SessionId } = await openSignatureSession(await newestCode(scene), BatchId)
  return { documents, BatchId, SessionId }
}

const authorised = (SessionId: string, BatchId?: string) => ({ CertGUID: key, PIN: biel.pin, SessionId, BatchId })
const wrongCode = async () => ((await newestCode(scene)) === '000000' ? '111111' : '000000')

test('one code signs a whole batch with its PIN, and nothing else', async () => {
  const documents = await sendSeveral(scene, 3, 'biel')
  const { BatchId, Failed } = await openBatch(biel, key, documents.slice(0, 2))
  expect(Failed).toEqual([])
  expect(await askCode(BatchId)).toEqual({ Qualified: true, SentTo: '+••••••••222' })
  const session = await openSignatureSession(await newestCode(scene), BatchId)
  for (const document of documents.slice(0, 2)) await sign(biel, document, authorised(session.SessionId, BatchId))
  expect(await refusalOf(sign(biel, documents[2]!, authorised(session.SessionId, BatchId)))).toMatchObject({
    status: 423,
    code: 'DIGEST_NOT_AUTHORISED',
  })
  expect((await askPdfsig(await scene.download(documents[1]!))).verdicts).toEqual(['Signature is Valid.'])
  expect(await signaturesOf(scene, documents[2]!)).toBe(0)
})

test('the code comes in the person’s language and works once', async () => {
  await database().query("update users set language = 'de' where id = $1", [biel.userId])
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await askCode(BatchId)
  const { messages } = await readPhone(scene)
  const code = await newestCode(scene)
  expect(messages.find((message) => message.code === code)?.text).toContain('Ihr Code')
  await openSignatureSession(code, BatchId)
  expect(await refusalOf(openSignatureSession(code, BatchId))).toMatchObject({ status: 400, code: 'CODE_EXPIRED' })
})

test('wrong codes count down, and after the fifth the right one is no longer taken', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await askCode(BatchId)
  for (const TriesLeft of [4, 3, 2, 1, 0]) {
    expect(await refusalOf(openSignatureSession(await wrongCode(), BatchId))).toMatchObject({
      status: 400,
      code: 'WRONG_CODE',
      details: { TriesLeft },
    })
  }
  expect(await refusalOf(openSignatureSession(await newestCode(scene), BatchId))).toMatchObject({
    code: 'CODE_EXPIRED',
  })
})

test('a hundred guesses at once are five', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await askCode(BatchId)
  const wrong = await wrongCode()
  const answers = await Promise.all(Array.from({ length: 100 }, () => refusalOf(openSignatureSession(wrong, BatchId))))
  expect(answers.filter(({ code }) => code === 'WRONG_CODE')).toHaveLength(5)
  expect(answers.filter(({ code }) => code === 'CODE_EXPIRED')).toHaveLength(95)
})

test('a second code within a minute is refused, at once or later, and a new one replaces the old one', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await forgetPause()
  const request = () =>
    refusalOf(biel.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId } }))
  const answers = await Promise.all(Array.from({ length: 5 }, request))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 429, 429, 429, 429])
  const old = await newestCode(scene)
  await askCode(BatchId)
  if ((await newestCode(scene)) !== old) {
    expect(await refusalOf(openSignatureSession(old, BatchId))).toMatchObject({ code: 'WRONG_CODE' })
  }
})

test('who has used a code is sent the next one at once', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await askCode(BatchId)
  await openSignatureSession(await newestCode(scene), BatchId)
  const next = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await biel.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId: next.BatchId } })
  await openSignatureSession(await newestCode(scene), next.BatchId)
})

test('in an hour a person is sent thirty codes and no more, whatever keys they have', async () => {
  const { carla } = scene.people
  const keys = [await addSmsKey(scene, 'carla', 'one'), await addSmsKey(scene, 'carla', 'another')]
  const ask = async (index: number) => {
    await database().query(
      `update one_time_codes set created_at = created_at - interval '61 seconds',
        expires_at = expires_at - interval '61 seconds' where user_id = $1`,
      [carla.userId],
    )
    return refusalOf(carla.call.sendCertificateCode({ params: { guid: keys[index % 2]! } }))
  }
  for (let asked = 0; asked < 30; asked++) expect(await ask(asked)).toMatchObject({ code: 'NONE' })
  expect(await ask(30)).toMatchObject({ status: 429, code: 'RATE_LIMITED' })
  await database().query("update one_time_codes set created_at = created_at - interval '1 hour' where user_id = $1", [
    carla.userId,
  ])
  expect(await ask(31)).toMatchObject({ code: 'NONE' })
})

test('a code that is too old, or was sent for other documents, opens nothing', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  const other = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await askCode(BatchId)
  expect(await refusalOf(openSignatureSession(await newestCode(scene), other.BatchId))).toMatchObject({
    status: 423,
    code: 'DIGEST_NOT_AUTHORISED',
  })
  await askCode(BatchId)
  await database().query("update one_time_codes set expires_at = now() - interval '1 second'")
  expect(await refusalOf(openSignatureSession(await newestCode(scene), BatchId))).toMatchObject({
    code: 'CODE_EXPIRED',
  })
})

test('without a session, or with one that is closed, over or somebody else’s, nothing is signed', async () => {
  const { documents, BatchId, SessionId } = await openedSession(1)
  const [document] = documents
  expect(await refusalOf(sign(biel, document!, { CertGUID: key, PIN: biel.pin }))).toMatchObject({
    status: 400,
    code: 'CODE_REQUIRED',
  })
  const expired = { status: 403, code: 'SIGNING_SESSION_EXPIRED' }
  const foreign = await sendSeveral(scene, 1, 'ana')
  expect(await refusalOf(sign(scene.people.ana, foreign[0]!, { PIN: scene.people.ana.pin, SessionId }))).toMatchObject(
    expired,
  )
  await database().query('update signature_sessions set expires_at = now() where id = $1', [SessionId])
  expect(await refusalOf(sign(biel, document!, authorised(SessionId, BatchId)))).toMatchObject(expired)
  const again = await openedSession(1)
  await biel.call.closeCertificateSession({ params: { guid: key } })
  expect(await refusalOf(sign(biel, again.documents[0]!, authorised(again.SessionId)))).toMatchObject(expired)
})

test('a document on which somebody else signed meanwhile needs another code', async () => {
  const document = await scene.send({ signers: ['biel', 'ana'] })
  const { BatchId } = await openBatch(biel, key, [document])
  await askCode(BatchId)
  const { SessionId } = await openSignatureSession(await newestCode(scene), BatchId)
  const { ana } = scene.people
  await ana.call.sign({
    params: { type: 'keyvault', signerGuid: document.signers[1]!.guid },
    body: { CertGUID: ana.certificateId, PIN: ana.pin, AccessMethod: 'USER_PASS' },
  })
  expect(await refusalOf(sign(biel, document, authorised(SessionId, BatchId)))).toMatchObject({
    code: 'DIGEST_NOT_AUTHORISED',
  })
})

test('what a code authorised is prepared anew, with the date of the signature, when it could not be signed in time', async () => {
  const { documents, BatchId, SessionId } = await openedSession(1)
  const preparation = async () => {
    const rows = await database().query<{ hex: string }>(
      "select encode(digest, 'hex') as hex from signature_preparations where signer_id = $1 and expires_at > now()",
      [documents[0]!.signers[0]!.guid],
    )
    return rows[0]?.hex
  }
  await fetch(`${scene.portal.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'tsa', fault: 'http500', times: 9 }),
  })
  expect(await refusalOf(sign(biel, documents[0]!, authorised(SessionId, BatchId)))).toMatchObject({ status: 503 })
  expect(await preparation()).toBeDefined()
  await database().query(
    "update signature_preparations set created_at = created_at - interval '1 hour', expires_at = expires_at - interval '1 hour'",
  )
  expect(await preparation()).toBeUndefined()
  await fetch(`${scene.portal.sandbox.url}/control/reset`, { method: 'POST' })
})

test('no code is sent for documents whose preparation is over, and what a session authorised lives as long as it', async () => {
  const documents = await sendSeveral(scene, 2, 'biel')
  const { BatchId } = await openBatch(biel, key, documents)
  const endPreparations = (interval: string) =>
    database().query(
      'update signature_preparations set expires_at = now() + $2::interval where signer_id = any($1::uuid[])',
      [documents.map(({ signers }) => signers[0]!.guid), interval],
    )
  await endPreparations('0')
  const { length } = (await readPhone(scene)).messages
  expect(await refusalOf(askCode(BatchId))).toMatchObject({ status: 403, code: 'SIGNING_SESSION_EXPIRED' })
  expect((await readPhone(scene)).messages).toHaveLength(length)
  const again = await openBatch(biel, key, documents)
  await askCode(again.BatchId)
  await endPreparations('1 minute')
  const { SessionId } = await openSignatureSession(await newestCode(scene), again.BatchId)
  const [row] = await database().query<{ count: string }>(
    `select count(*) from signature_preparations p join signature_sessions s on s.id = $1
      where p.expires_at >= s.expires_at and p.signer_id = any($2::uuid[])`,
    [SessionId, documents.map(({ signers }) => signers[0]!.guid)],
  )
  expect(Number(row!.count)).toBe(2)
})

test('documents that cannot be signed are named, and the others are prepared', async () => {
  const [signed, open] = await sendSeveral(scene, 2, 'biel')
  await sign(biel, signed!, { PIN: biel.pin })
  const foreign = await scene.send({ signers: ['ana'] })
  const { Failed } = await openBatch(biel, key, [signed!, open!, foreign])
  expect(Object.fromEntries(Failed.map(({ SignerGUID, Code }) => [SignerGUID, Code]))).toEqual({
    [signed!.signers[0]!.guid]: 'DOCUMENT_NO_LONGER_AVAILABLE',
    [foreign.signers[0]!.guid]: 'DOCUMENT_NOT_FOUND',
  })
})

test('who has no phone is told so, and a gateway that fails lets another code be asked for at once', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await database().query('update users set phone = null where id = $1', [biel.userId])
  expect(await refusalOf(askCode(BatchId))).toMatchObject({ status: 422, code: 'PHONE_MISSING' })
  await database().query("update users set phone = '+34600111222' where id = $1", [biel.userId])
  await scene.portal.sandbox.inject({ service: 'sms', fault: 'http500' })
  expect(await refusalOf(askCode(BatchId))).toMatchObject({ status: 503 })
  await biel.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId } })
})

test('a code that is asked for a certificate alone opens a session that signs no document', async () => {
  await forgetPause()
  expect(await biel.call.sendCertificateCode({ params: { guid: key } })).toMatchObject({ SentTo: '+••••••••222' })
  const { SessionId } = await openSignatureSession(await newestCode(scene))
  const [document] = await sendSeveral(scene, 1, 'biel')
  expect(await refusalOf(sign(biel, document!, authorised(SessionId)))).toMatchObject({ code: 'DIGEST_NOT_AUTHORISED' })
})

test('of a code nothing is kept that tells it', async () => {
  const { BatchId } = await openBatch(biel, key, await sendSeveral(scene, 1, 'biel'))
  await askCode(BatchId)
  const code = await newestCode(scene)
  const rows = await database().query('select row_to_json(t)::text as row from one_time_codes t')
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.some(({ row }) => String(row).includes(code))).toBe(false)
  expect(scene.portal.server.log()).not.toContain(code)
  await openSignatureSession(code, BatchId)
})
