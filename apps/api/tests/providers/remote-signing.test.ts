import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import {
  askPdfsig,
  decidePush,
  type DemoSigner,
  fixedPort,
  linkAccount,
  newestCode,
  openScene,
  PROVIDER_PIN,
  readPhone,
  type Scene,
} from '@rubrica/testing'
import { openBatch, refusalOf, sendSeveral, sign, signaturesOf } from '../scenes/authorise-signing.ts'

/** Shorter than a slow provider takes. */
const LEASE_MS = 1500
const PIN = PROVIDER_PIN
const VALID = 'Signature is Valid.'

type Sent = Awaited<ReturnType<typeof sendSeveral>>[number]

let scene: Scene
let ana: DemoSigner
/** GUIDs of ana's certificates at TrustPRO, by what authorises them. */
let keys: Record<'pin' | 'sms' | 'app' | 'single', string>

beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: {
      CALLS_PER_MINUTE: '1000000',
      LOG_LEVEL: 'trace',
      SIGNING_LEASE_MS: String(LEASE_MS),
      // A fixed port: the people of the scene keep their addresses over restarts.
      PORT: fixedPort(),
    },
  })
  ana = scene.people.ana
  const database = scene.portal.server.database!
  await database.query("update users set certificate_flags = '{KeyVault,FirmaRemota}' where id = $1", [ana.userId])
  const certificates = await linkAccount(scene, 'ana', 'firmaremota')
  const find = (name: string) => certificates.get(`SANDBOX TrustPRO Ana Vidal Serra (${name})`)!.GUID
  keys = { pin: find('pin'), sms: find('sms'), app: find('app'), single: find('single') }
})
afterAll(() => scene[Symbol.asyncDispose]())

const spoil = (operation: string, fault: string) => scene.portal.sandbox.inject({ service: 'csc', operation, fault })

/** What the provider signed while `work` ran, as digests. */
async function signedWhile(work: () => Promise<unknown>): Promise<string[]> {
  const list = async () =>
    (await (await fetch(`${scene.portal.sandbox.url}/control/signatures.json`)).json()) as { digest: string }[]
  const before = (await list()).length
  await work()
  return (await list()).slice(before).map(({ digest }) => digest)
}

const signWithPin = (document: Parameters<typeof sign>[1], more: Parameters<typeof sign>[2] = {}) =>
  sign(ana, document, { type: 'firmaremota', CertGUID: keys.pin, PIN, ...more })

const verdictsOf = async (document: { guid: string }) => (await askPdfsig(await scene.download(document))).verdicts

async function stateOf(signerGuid: string): Promise<unknown> {
  const [row] = await scene.portal.server.database!.query('select state from signers where id = $1', [signerGuid])
  return row!['state']
}

async function auditOf(document: { guid: string }) {
  const rows = await scene.portal.server.database!.query<{ canonical: string }>(
    'select canonical from audit_events where document_id = $1 order by sequence',
    [document.guid],
  )
  return rows.map(({ canonical }) => JSON.parse(canonical) as { type: string; facts: Record<string, unknown> })
}

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

describe('an answer that is lost', () => {
  test('leaves the document unsigned, is in the audit log, and the next try signs the same digest', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const digests = await signedWhile(async () => {
      await spoil('signatures/signHash', 'answer-lost')
      expect(await refusalOf(signWithPin(document!))).toMatchObject({ status: 502, code: 'PROVIDER_ANSWER_LOST' })
      expect(await signaturesOf(scene, document!)).toBe(0)
      const failed = (await auditOf(document!)).at(-1)!
      expect(failed).toMatchObject({ type: 'signature-failed', facts: { code: 'PROVIDER_ANSWER_LOST' } })
      await signWithPin(document!)
    })
    expect(digests.length).toBe(2)
    expect(new Set(digests).size).toBe(1)
    expect(await verdictsOf(document!)).toEqual([VALID])
  })

  test('is not asked for again by the attempt that lost it', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const attempt = crypto.randomUUID()
    const digests = await signedWhile(async () => {
      await spoil('signatures/signHash', 'answer-lost')
      await refusalOf(signWithPin(document!, { attempt }))
      expect(await refusalOf(signWithPin(document!, { attempt }))).toMatchObject({
        code: 'PROVIDER_ANSWER_LOST',
        details: { EarlierAttempt: true },
      })
    })
    expect(digests).toHaveLength(1)
  })

  test('because this server died: the claim runs out, and the same digest is signed', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const attempt = crypto.randomUUID()
    const { server } = scene.portal
    await server.restart({ FAILPOINT: 'signature-made' })
    const digests = await signedWhile(async () => {
      expect(await refusalOf(signWithPin(document!, { attempt }))).not.toMatchObject({ status: 200 })
      expect((await server.program.ended).signal).toBe('SIGKILL')
      await server.restart({ FAILPOINT: undefined })
      await expect
        .poll(async () => (await refusalOf(signWithPin(document!, { attempt }))).status, { timeout: 20_000 })
        .toBe(200)
    })
    expect(digests.length).toBe(2)
    expect(new Set(digests).size).toBe(1)
    expect(await signaturesOf(scene, document!)).toBe(1)
    expect(await verdictsOf(document!)).toEqual([VALID])
  })
})

describe('what was prepared for a provider', () => {
  const database = () => scene.portal.server.database!
  /** In minutes, from when it was made. */
  async function lifeOf(document: { signers: readonly { guid: string }[] }): Promise<number> {
    const [row] = await database().query<{ minutes: string }>(
      `select extract(epoch from expires_at - created_at) / 60 as minutes from signature_preparations
        where signer_id = $1`,
      [document.signers[0]!.guid],
    )
    return Math.round(Number(row!.minutes))
  }

  test('lives no longer when the provider refuses, so that its date and picture are those of the signature', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    expect(await refusalOf(signWithPin(document!, { PIN: '000000' }))).toMatchObject({ code: 'WRONG_PIN' })
    expect(await lifeOf(document!)).toBe(30)
    await signWithPin(document!)
  })

  test('is kept for a day when its answer was lost, however often it is tried', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    for (let tries = 0; tries < 2; tries++) {
      await spoil('signatures/signHash', 'answer-lost')
      expect(await refusalOf(signWithPin(document!))).toMatchObject({ code: 'PROVIDER_ANSWER_LOST' })
      expect(await lifeOf(document!)).toBe(24 * 60)
      await database().query(
        `update signature_preparations set created_at = created_at - interval '20 hours',
          expires_at = expires_at - interval '20 hours'`,
      )
    }
    expect(await refusalOf(signWithPin(document!, { PIN: '000000' }))).toMatchObject({ code: 'WRONG_PIN' })
    expect(await lifeOf(document!)).toBe(30)
    await signWithPin(document!)
    expect(await verdictsOf(document!)).toEqual([VALID])
  })
})

test('a code that was spent while somebody else signed is not spent twice', async () => {
  const document = await scene.send({ signers: ['ana', 'biel'] })
  await ana.call.sendRemoteSignatureCode({ params: { guid: keys.sms } })
  await spoil('signatures/signHash', 'slow:2500')
  const signing = refusalOf(
    sign(ana, document, { type: 'firmaremota', CertGUID: keys.sms, PIN, OTP: await newestCode(scene) }),
  )
  await expect.poll(() => stateOf(document.signers[0]!.guid)).toBe('signing')
  const { biel } = scene.people
  await biel.call.sign({
    params: { type: 'keyvault', signerGuid: document.signers[1]!.guid },
    body: { CertGUID: biel.certificateId, PIN: biel.pin, AccessMethod: 'USER_PASS' },
  })
  expect(await signing).toMatchObject({ status: 423, code: 'DIGEST_NOT_AUTHORISED' })
  expect(await stateOf(document.signers[0]!.guid)).toBe('pending')
})

test.each([
  ['other-key', 502, 'PROVIDER_SIGNATURE_REFUSED'],
  ['other-hash', 502, 'PROVIDER_SIGNATURE_REFUSED'],
  ['malformed', 502, 'PROVIDER_ANSWER_LOST'],
  ['half', 502, 'PROVIDER_ANSWER_LOST'],
  ['empty', 502, 'PROVIDER_ANSWER_LOST'],
  ['enormous', 502, 'PROVIDER_ANSWER_LOST'],
  ['fewer', 502, 'PROVIDER_ANSWER_LOST'],
])(
  'an answer that is “%s” leaves the document unsigned and says so, and it can be signed afterwards',
  async (fault, status, code) => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    await spoil('signatures/signHash', fault)
    expect(await refusalOf(signWithPin(document!))).toMatchObject({ status, code })
    expect(await signaturesOf(scene, document!)).toBe(0)
    await signWithPin(document!)
    expect(await verdictsOf(document!)).toEqual([VALID])
  },
)

/** Something slow begins to sign a document of ana's: others are refused until it is done, and it signs once. */
async function expectHeld(document: Sent, begin: () => Promise<unknown>): Promise<void> {
  let done = false
  const signing = refusalOf(begin()).finally(() => (done = true))
  await expect.poll(() => stateOf(document.signers[0]!.guid)).toBe('signing')
  const intruders = new Set<number>()
  while (!done) intruders.add((await refusalOf(sign(ana, document, { PIN: ana.pin }))).status)
  expect(await signing).toMatchObject({ status: 200 })
  expect([...intruders]).toEqual([409])
  expect(await signaturesOf(scene, document)).toBe(1)
}

test('a provider that takes longer than the lease keeps the document for its signer', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  await spoil('signatures/signHash', `slow:${LEASE_MS * 2}`)
  await expectHeld(document!, () => signWithPin(document!))
})

test('a timestamp authority that takes longer than the lease keeps the document for its signer', async () => {
  const [document] = await sendSeveral(scene, 1, 'ana')
  await scene.portal.sandbox.inject({ service: 'tsa', fault: `slow:${LEASE_MS * 2}` })
  await expectHeld(document!, () => sign(ana, document!, { PIN: ana.pin }))
})

describe('a claim that was lost while the provider was slow', () => {
  /** Begins to sign, lets somebody else take the claim over and do `meanwhile`. @returns what the first one is told */
  async function loseClaim(document: Sent, meanwhile: () => Promise<unknown>) {
    const signerGuid = document.signers[0]!.guid
    await spoil('signatures/signHash', 'slow:2500')
    const signing = refusalOf(signWithPin(document))
    // Once the digests are recorded, the provider is asked.
    const lose = `update signing_attempts set lease_owner = 'nobody', lease_until = now() - interval '1 second'
      where signer_id = $1 and state = 'signing' and signed_digest is not null returning id`
    await expect.poll(() => scene.portal.server.database!.query(lose, [signerGuid])).toHaveLength(1)
    await meanwhile()
    return signing
  }

  test('is no end of a document that nobody has signed: the person is asked to try again', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const lost = await loseClaim(document!, async () => {
      expect(await refusalOf(sign(ana, document!, { PIN: '000000' }))).toMatchObject({ code: 'WRONG_PIN' })
    })
    expect(lost).toMatchObject({ status: 503, code: 'TEMPORARILY_UNAVAILABLE' })
    await signWithPin(document!)
    expect(await verdictsOf(document!)).toEqual([VALID])
  })

  test('is reported as the end of a document that was signed meanwhile, which keeps one signature', async () => {
    const [document] = await sendSeveral(scene, 1, 'ana')
    const lost = await loseClaim(document!, () => sign(ana, document!, { PIN: ana.pin }))
    expect(lost).toMatchObject({ status: 409, code: 'DOCUMENT_NO_LONGER_AVAILABLE' })
    expect(await verdictsOf(document!)).toEqual([VALID])
  })
})

test('a provider is not asked for a document that ended while it waited for another one of its session', async () => {
  const documents = [await scene.send({ signers: ['ana'] }), await scene.send({ signers: ['ana', 'biel'] })]
  const { BatchId } = await openBatch(ana, keys.pin, documents)
  const { SessionId } = (await ana.call.openRemoteSession({ body: { CertGUID: keys.pin, PIN, BatchId } })) as {
    SessionId: string
  }
  const [slow, waiting] = documents.map((document) => ({
    guid: document.signers[0]!.guid,
    sign: () => refusalOf(sign(ana, document, { type: 'firmaremota', CertGUID: keys.pin, BatchId, SessionId })),
  }))
  const digests = await signedWhile(async () => {
    await spoil('signatures/signHash', 'slow:2500')
    const first = slow!.sign()
    await expect.poll(() => stateOf(slow!.guid)).toBe('signing')
    const second = waiting!.sign()
    await expect.poll(() => stateOf(waiting!.guid)).toBe('signing')
    const { biel } = scene.people
    await biel.call.rejectDocument({
      params: { signerGuid: documents[1]!.signers[1]!.guid },
      body: { RejectionReason: 'No', AccessMethod: 'USER_PASS' },
    })
    expect(await first).toMatchObject({ status: 200 })
    expect(await second).toMatchObject({ status: 409 })
  })
  expect(digests).toHaveLength(1)
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
