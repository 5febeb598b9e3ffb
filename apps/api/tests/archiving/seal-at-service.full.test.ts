/** Evidence that is sealed with a key at a signing service (CSC API 2.0). */
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { fixedPort, openScene, PROVIDER_PIN, type Scene } from '@rubrica/testing'
import {
  cancelledDocument,
  countEvidence,
  expectSealed,
  expectUnsealed,
  listenToLog,
  outputOf,
} from '../scenes/sealing-scene.ts'

/** What the sandbox knows the installation by. */
const CLIENT_SECRET = 'sandbox-csc-client-secret'
const WRONG_PIN = 'canary-wrong-pin'

let scene: Scene
let settings: Readonly<Record<string, string>>
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: ({ url }) => ({
      ...{ EVIDENCE: 'asked', LOG_LEVEL: 'trace', PORT: fixedPort() },
      ...(settings = {
        ...{ SEAL_CSC_URL: `${url}/csc`, SEAL_CSC_CLIENT_ID: 'rubrica', SEAL_CSC_CLIENT_SECRET: CLIENT_SECRET },
        ...{ SEAL_CSC_CREDENTIAL: 'seal-ec', SEAL_CSC_PIN: PROVIDER_PIN, SEAL_CSC_TIMEOUT_MS: '3000' },
      }),
    }),
  })
})
afterAll(async () => {
  expect(scene.portal.server.log()).not.toMatch(new RegExp(`${CLIENT_SECRET}|${WRONG_PIN}|\\b${PROVIDER_PIN}\\b`))
  await scene[Symbol.asyncDispose]()
})

const restart = (env: Readonly<Record<string, string | undefined>>) =>
  scene.portal.server.restart({ ...settings, ...env })

test.each([
  ['on an elliptic curve', { SEAL_CSC_CREDENTIAL: 'seal-ec' }],
  ['of RSA', { SEAL_CSC_CREDENTIAL: 'seal-rsa' }],
  ['that asks for no PIN', { SEAL_CSC_CREDENTIAL: 'seal-open', SEAL_CSC_PIN: undefined }],
])('a key %s seals, and whoever has the root has it proved', async (_what, env) => {
  await restart(env)
  await expectSealed(scene, await cancelledDocument(scene))
})

describe('nothing is half-made, and the next try seals, when the service', () => {
  beforeAll(() => restart({}))

  test.each([
    ['signs with another key', 'signatures/signHash', 'other-key'],
    ['signs another digest', 'signatures/signHash', 'other-hash'],
    ['gives no signature', 'signatures/signHash', 'fewer'],
    ['gives two', 'signatures/signHash', 'twice'],
    ['gives rubbish', 'signatures/signHash', 'malformed'],
    ['gives half of an answer', 'signatures/signHash', 'half'],
    ['gives an answer without end', 'signatures/signHash', 'enormous'],
    ['fails to sign', 'signatures/signHash', 'http500'],
    ['signs and says nothing', 'signatures/signHash', 'answer-lost'],
    ['never answers', 'signatures/signHash', 'timeout'],
    ['does not authorise', 'credentials/authorize', 'http503'],
    ['says nothing of the credential', 'credentials/info', 'http503'],
  ])('%s', async (_what, operation, fault) => {
    const guid = await cancelledDocument(scene)
    await scene.portal.sandbox.inject({ service: 'csc', operation, fault })
    const told = listenToLog(scene)
    await expectUnsealed(scene, guid)
    await told('SealError')
    await told('the service of SEAL_CSC_URL')
    await expectSealed(scene, guid)
  })

  test('gives no token', async () => {
    await restart({})
    const guid = await cancelledDocument(scene)
    await scene.portal.sandbox.inject({ service: 'csc', operation: 'credentials/info', fault: 'expired-session' })
    await scene.portal.sandbox.inject({ service: 'csc', operation: 'oauth2/token', fault: 'http503' })
    await expectUnsealed(scene, guid)
    await expectSealed(scene, guid)
  })
})

test('the job that makes evidence tries again what could not be sealed', async () => {
  await restart({ EVIDENCE: 'made', SIGNING_LEASE_MS: '1000' })
  const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query(text, values)
  await query('update documents set evidence_due_at = null')
  const guid = await cancelledDocument(scene)
  await scene.portal.sandbox.inject({ service: 'csc', operation: 'signatures/signHash', fault: 'other-key' })
  const told = listenToLog(scene)
  const askForEvidence = () => query(`insert into pgboss.job (name, data) values ('make-evidence', '{}')`)
  await askForEvidence()
  await told('Evidence was not made.')
  expect(await countEvidence(scene, guid)).toBe(0)
  const made = async () => {
    await askForEvidence()
    expect(await countEvidence(scene, guid)).toBe(1)
  }
  await vi.waitFor(made, { timeout: 120_000, interval: 500 })
  await expectSealed(scene, guid)
})

test('a token that the service does not take any more is replaced by itself', async () => {
  const guid = await cancelledDocument(scene)
  await scene.portal.sandbox.inject({ service: 'csc', operation: 'credentials/authorize', fault: 'expired-session' })
  await expectSealed(scene, guid)
})

test('a server starts while the service is away, says so, and seals once it is back', async () => {
  await scene.portal.sandbox.inject({ service: 'csc', operation: 'oauth2/token', fault: 'http503' })
  const told = listenToLog(scene)
  await restart({})
  await told('No evidence can be sealed for the moment.')
  await expectSealed(scene, await cancelledDocument(scene))
})

test('a certificate that has expired seals nothing, and the server says so at its start', async () => {
  const told = listenToLog(scene)
  await restart({ SEAL_CSC_CREDENTIAL: 'seal-expired' })
  await told('The certificate of the seal expired at ')
  await expectUnsealed(scene, await cancelledDocument(scene))
})

test('a wrong PIN is tried once, and does not lock the key', async () => {
  await restart({ SEAL_CSC_PIN: WRONG_PIN })
  const guid = await cancelledDocument(scene)
  const told = listenToLog(scene)
  for (let tries = 0; tries < 4; tries++) await expectUnsealed(scene, guid)
  await told('SEAL_CSC_PIN is not the PIN of the credential of the seal')
  await restart({})
  await expectSealed(scene, guid)
})

test.each([
  [
    'another secret',
    { SEAL_CSC_CLIENT_SECRET: 'canary-secret' },
    'accept SEAL_CSC_CLIENT_ID with SEAL_CSC_CLIENT_SECRET',
  ],
  ['another credential', { SEAL_CSC_CREDENTIAL: 'seal-none' }, 'has no credential of the name in SEAL_CSC_CREDENTIAL'],
  ['no PIN', { SEAL_CSC_PIN: undefined }, 'asks for a PIN, so SEAL_CSC_PIN must be set too'],
  ['a file besides', { SEAL_P12: '/etc/seal.p12' }, 'SEAL_P12 and SEAL_CSC_URL must not be set together'],
  ['no client', { SEAL_CSC_CLIENT_ID: undefined }, 'SEAL_CSC_URL is set, so SEAL_CSC_CLIENT_ID must be set too'],
])('with %s a server does not start, and says in a sentence why', async (_what, env, sentence) => {
  const output = await outputOf(restart(env))
  expect(output).toContain(sentence)
  expect(output).not.toMatch(/canary|\n\s+at /)
})
