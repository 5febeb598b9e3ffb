import { createPublicKey, createVerify, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  askForSignatures,
  authorise,
  callCsc,
  digestOf,
  exchangeCode,
  openScene,
  registerApplication,
  type Application,
  type Scene,
} from '@rubrica/testing'

let scene: Scene
let application: Application
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { CALLS_PER_MINUTE: '1000000', LOGINS_PER_MINUTE: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' },
  })
  application = await registerApplication(scene.portal)
})
afterAll(() => scene[Symbol.asyncDispose]())

const SHA256 = '2.16.840.1.101.3.4.2.1'
const RSA_SHA256 = '1.2.840.113549.1.1.11'
const ECDSA_SHA256 = '1.2.840.10045.4.3.2'
const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

async function serviceToken(who: 'ana' | 'biel' = 'ana', by = application) {
  const { code } = await authorise(scene, who, { application: by, request: { scope: 'service' } })
  return (await exchangeCode(scene, by, { code })).body.access_token
}

async function activationData(texts: readonly string[], who: 'ana' | 'biel' = 'ana') {
  const { code } = await authorise(scene, who, { application, hashes: texts.map(digestOf) })
  return (await exchangeCode(scene, application, { code })).body.access_token
}

async function publicKeyOf(token: string, credentialID: string) {
  const { body } = await callCsc(scene, 'v1/credentials/info', { token, body: { credentialID } })
  const { certificates } = body['cert'] as { certificates: string[] }
  return createPublicKey(
    new X509Certificate(Buffer.from(certificates[0]!, 'base64')).publicKey.export({ type: 'spki', format: 'pem' }),
  )
}

test('a person lets an application see their certificates, and it signs the hash that they authorised', async () => {
  const token = await serviceToken()
  const { body } = await callCsc(scene, 'v1/credentials/list', { token })
  expect(body).toEqual({ credentialIDs: [scene.people.ana.certificateId] })
  const [credentialID] = body['credentialIDs'] as [string]
  const SAD = await activationData(['one'])
  const order = { credentialID, SAD, hash: [toBase64(digestOf('one'))], hashAlgo: SHA256, signAlgo: RSA_SHA256 }
  const signed = await callCsc(scene, 'v1/signatures/signHash', { token, body: order })
  const [signature] = signed.body['signatures'] as [string]
  const key = await publicKeyOf(token, credentialID)
  expect(createVerify('sha256').update('one').verify(key, signature, 'base64')).toBe(true)
  const again = await callCsc(scene, 'v1/signatures/signHash', { token, body: order })
  expect(again).toMatchObject({ status: 400, body: { error: 'invalid_request' } })
})

test('a key on a curve signs several hashes in their order', async () => {
  const token = await serviceToken('biel')
  const credentialID = scene.people.biel.certificateId
  const texts = ['a', 'b', 'c', 'd', 'e']
  const SAD = await activationData(texts, 'biel')
  const hash = texts.map((text) => toBase64(digestOf(text)))
  const { body } = await callCsc(scene, 'v1/signatures/signHash', {
    token,
    body: { credentialID, SAD, hash, hashAlgo: SHA256, signAlgo: ECDSA_SHA256 },
  })
  const key = await publicKeyOf(token, credentialID)
  const signatures = body['signatures'] as string[]
  for (const [index, text] of texts.entries()) {
    expect(createVerify('sha256').update(text).verify(key, signatures[index]!, 'base64'), text).toBe(true)
  }
})

test('what is asked for is checked before anything of it is shown', async () => {
  expect(await askForSignatures(scene, { application, hashes: [digestOf('x')] })).toMatchObject({
    ClientName: 'application',
    RedirectHost: '127.0.0.1:9',
    Scope: 'credential',
    CertTypes: ['keyvault', 'firmaremota'],
    CertGUID: null,
    Documents: 1,
    Description: null,
  })
})
