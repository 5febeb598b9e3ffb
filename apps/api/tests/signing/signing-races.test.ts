import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, IN_FULL_RUN, openScene, type Scene, trySigning } from '@rubrica/testing'

/** `npm run test:full` runs the hundred rounds; a plain run keeps to a few. */
const ROUNDS = IN_FULL_RUN ? 100 : 4
const CALLS = 50
const VALID = 'Signature is Valid.'

let scene: Scene
beforeAll(async () => {
  // Five thousand calls of one person are what the limit is there to stop.
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { CALLS_PER_MINUTE: '1000000' } })
})
afterAll(() => scene[Symbol.asyncDispose]())

test(
  'of fifty calls for one signer with distinct attempts one gets 204 and the others 409, and one signature is made',
  { timeout: 600_000 },
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const document = await scene.send({ signers: ['ana'] })
      const signerGuid = document.signers[0]!.guid
      const answers = await Promise.all(Array.from({ length: CALLS }, () => trySigning(scene.people.ana, signerGuid)))
      expect(answers.filter((status) => status === 204)).toHaveLength(1)
      expect(answers.filter((status) => status === 409)).toHaveLength(CALLS - 1)
      const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
      expect(verdicts).toEqual([VALID])
      expect(wholeFile).toBe(true)
    }
  },
)

test('the same attempt repeated, at once or later, gets 204 again and signs once', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const signerGuid = document.signers[0]!.guid
  const attempt = crypto.randomUUID()
  const atOnce = await Promise.all(
    Array.from({ length: 5 }, () => trySigning(scene.people.ana, signerGuid, { attempt })),
  )
  expect(atOnce).toEqual([204, 204, 204, 204, 204])
  expect(await trySigning(scene.people.ana, signerGuid, { attempt })).toBe(204)
  expect(await trySigning(scene.people.ana, signerGuid)).toBe(409)
  expect((await askPdfsig(await scene.download(document))).verdicts).toEqual([VALID])
})

test('a repeated attempt that had failed is told as the earlier answer, and its PIN is not looked at', async () => {
  const document = await scene.send({ signers: ['carla'] })
  const { call, certificateId, pin } = scene.people.carla
  const sign = (PIN: string) =>
    call
      .sign({
        params: { type: 'keyvault', signerGuid: document.signers[0]!.guid },
        body: { CertGUID: certificateId, PIN, AccessMethod: 'USER_PASS' },
        headers: { 'idempotency-key': 'the same attempt' },
      })
      .catch((error: unknown) => error)
  expect(await sign('wrong')).toMatchObject({ code: 'WRONG_PIN', details: { TriesLeft: 4 } })
  for (const again of ['wrong', pin]) {
    expect(await sign(again)).toMatchObject({ code: 'WRONG_PIN', details: { EarlierAttempt: true } })
  }
  expect(await trySigning(scene.people.carla, document.signers[0]!.guid)).toBe(204)
})

test('two signers at the same moment both end signed, in one file with two valid signatures', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const document = await scene.send({ signers: ['ana', 'biel'] })
    const [first, second] = document.signers
    const answers = await Promise.all([
      trySigning(scene.people.ana, first!.guid),
      trySigning(scene.people.biel, second!.guid),
    ])
    expect(answers).toEqual([204, 204])
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts).toEqual([VALID, VALID])
  }
})

test('signing against rejecting has one winner', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const document = await scene.send({ signers: ['ana', 'biel'] })
    const [first, second] = document.signers
    const rejecting = scene.people.biel.call
      .rejectDocument({
        params: { signerGuid: second!.guid },
        body: { RejectionReason: 'Wrong annex', AccessMethod: 'USER_PASS' },
      })
      .then(
        () => 204,
        (error: { status: number }) => error.status,
      )
    const [signed, rejected] = await Promise.all([trySigning(scene.people.ana, first!.guid), rejecting])
    expect(rejected).toBe(204)
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts).toEqual(signed === 204 ? [VALID] : [])
    if (signed !== 204) expect(signed).toBe(409)
  }
})

test('a hundred wrong PINs at once use up five tries, and then the right PIN is refused too', async () => {
  const { call, legalId } = scene.people.biel
  const p12 = await scene.portal.sandbox.makePerson({
    of: 'biel',
    commonName: 'Brute Force',
    keyType: 'ec',
    pin: '1111',
  })
  const certificate = await call.uploadCertificate({
    params: { legalid: legalId },
    body: { p12: Buffer.from(p12).toString('base64'), certalias: 'brute', pin: '1111', certtype: 'keyvault' },
  })
  const guesser = { ...scene.people.biel, certificateId: certificate.GUID }
  const documents = await Promise.all(Array.from({ length: 20 }, () => scene.send({ signers: ['biel'] })))
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, i) => trySigning(guesser, documents[i % 20]!.signers[0]!.guid, { pin: `9${i}` })),
  )
  expect(answers.every((status) => [409, 422, 423].includes(status))).toBe(true)
  const [row] = await scene.portal.server.database!.query<{ pin_failures: number; locked_at: Date | null }>(
    'select pin_failures, locked_at from certificates where id = $1',
    [certificate.GUID],
  )
  expect(row!.pin_failures).toBe(5)
  expect(row!.locked_at).not.toBeNull()
  expect(await trySigning(guesser, documents[0]!.signers[0]!.guid, { pin: '1111' })).toBe(423)
})

test('a signer whose turn has not come gets 404 before certificate and PIN are looked at', async () => {
  const { signers } = await scene.send({ signers: ['ana', 'biel'], description: { order: 'sequential' } })
  const [first, second] = signers
  const { biel } = scene.people
  const stranger = { ...biel, certificateId: crypto.randomUUID() }
  expect(await trySigning(biel, second!.guid)).toBe(404)
  const refusal: unknown = await stranger.call
    .sign({
      params: { type: 'keyvault', signerGuid: second!.guid },
      body: { CertGUID: stranger.certificateId, PIN: 'wrong', AccessMethod: 'USER_PASS' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    })
    .catch((error: unknown) => error)
  expect(refusal).toMatchObject({ status: 404, code: 'DOCUMENT_NOT_FOUND' })
  expect(await trySigning(scene.people.ana, first!.guid)).toBe(204)
  expect(await trySigning(biel, second!.guid)).toBe(204)
})
