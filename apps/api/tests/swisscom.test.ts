import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import {
  askPdfsig,
  decideConsent,
  DEMO_PASSWORD,
  logIn,
  openScene,
  startServer,
  swisscomCalls,
  trySigning,
  type DemoName,
  type Scene,
} from '@rubrica/testing'
import { refusalOf, signaturesOf } from './authorise-signing.ts'

let scene: Scene
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE_AND_USER: '1000' },
  })
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(() => scene.portal.sandbox.control('reset', {}))

const database = () => scene.portal.server.database!

async function sendTo(...signers: DemoName[]) {
  const document = await scene.send({ signers })
  const calls = signers.map((name, index) => swisscomCalls(scene.people[name], document.signers[index]!.guid))
  return { document, calls, guids: document.signers.map(({ guid }) => guid) }
}

const fault = (name: string, operation: string, times = 1) =>
  scene.portal.sandbox.inject({ service: 'swisscom', operation, fault: name, times })

test('a document is signed by a certificate that was made for it, once the person has confirmed', async () => {
  const { document, calls } = await sendTo('ana')
  const { RedirectURL, RequestID } = await calls[0]!.request()
  expect(await refusalOf(calls[0]!.complete(RequestID))).toMatchObject({ status: 409, code: 'CONSENT_PENDING' })
  expect(await signaturesOf(scene, document)).toBe(0)
  await decideConsent(RedirectURL)
  await calls[0]!.complete(RequestID)
  const { verdicts, wholeFile } = await askPdfsig(await scene.download(document))
  expect(verdicts).toEqual(['Signature is Valid.'])
  expect(wholeFile).toBe(true)
  // Whoever presses once more hears the same.
  await calls[0]!.complete(RequestID)
  expect(await signaturesOf(scene, document)).toBe(1)
})
