/** What real life does between the beginning of a remote signature and its end. */
import { beforeAll, describe, expect, test } from 'vitest'
import { newestCode } from '@rubrica/testing'
import { openBatch, refusalOf, sendSeveral, sign, signaturesOf } from '../scenes/authorise-signing.ts'
import { LEASE_MS, PIN, remoteSigningScene, VALID, type RemoteSigning } from '../scenes/remote-signing-scene.ts'

type Sent = Awaited<ReturnType<typeof sendSeveral>>[number]

const { opened, spoil, signedWhile, signWithPin, verdictsOf } = remoteSigningScene()

let { scene, ana, keys } = {} as RemoteSigning
beforeAll(() => {
  ;({ scene, ana, keys } = opened())
})

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
