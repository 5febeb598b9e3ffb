/** A batch at a service whose authorisation is good for one call: that call signs all of it. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { askPdfsig, linkAccount, openScene, PROVIDER_PIN, type Scene } from '@rubrica/testing'
import { openBatch, refusalOf, sendSeveral, sign } from '../scenes/authorise-signing.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
})
afterAll(() => scene[Symbol.asyncDispose]())

const spoil = (operation: string, times: number) =>
  scene.portal.sandbox.inject({ service: 'csc', operation, fault: 'one-call', times })

test('every document of it is signed, also when several are signed at the same moment', async () => {
  const { ana } = scene.people
  const certificates = await linkAccount(scene, 'ana', 'firmaremota')
  const { GUID: CertGUID } = certificates.get('SANDBOX TrustPRO Ana Vidal Serra (pin)')!
  await spoil('info', 1)
  // A second call with the same authorisation would be refused.
  await spoil('signatures/signHash', 4)
  const documents = await sendSeveral(scene, 4, 'ana')
  const { BatchId } = await openBatch(ana, CertGUID, documents)
  const session = await ana.call.openRemoteSession({ body: { CertGUID, PIN: PROVIDER_PIN, BatchId } })
  const { SessionId } = session as { SessionId: string }
  const order = { type: 'firmaremota', CertGUID, BatchId, SessionId }
  const answers = await Promise.all(documents.map((document) => refusalOf(sign(ana, document, order))))
  expect(answers.map(({ code }) => code)).toEqual(['NONE', 'NONE', 'NONE', 'NONE'])
  for (const document of documents) {
    const { verdicts } = await askPdfsig(await scene.download(document))
    expect(verdicts).toEqual(['Signature is Valid.'])
  }
})
