/**
 * Evidence that is sealed with a key in a token (PKCS#11). Against SoftHSM: `apt-get install softhsm2`. Skipped where
 * it, or the optional package pkcs11js, is not installed.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, X509Certificate } from 'node:crypto'
import { rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { makeSelfSigned, openP12, type P12Key } from '@rubrica/pki'
import { makeSoftHsm, softHsmModule } from '@rubrica/pki/testing'
import { fixedPort, makeTemporaryDirectory, openScene, type Scene, type TemporaryDirectory } from '@rubrica/testing'
import { cancelledDocument, expectSealed, expectUnsealed, listenToLog, outputOf } from '../scenes/sealing-scene.ts'

const PIN = 'canary-token-pin'
const WRONG_PIN = 'canary-other-pin'

describe.runIf(softHsmModule)('a seal in a token (skipped without softhsm2 and pkcs11js)', () => {
  let scene: Scene
  let folder: TemporaryDirectory
  let settings: Readonly<Record<string, string>>

  beforeAll(async () => {
    folder = await makeTemporaryDirectory()
    scene = await openScene({
      postgres: inject('sharedPostgres'),
      env: { EVIDENCE: 'asked', LOG_LEVEL: 'trace', PORT: fixedPort() },
    })
    const [rsa, ec] = [await issue('rsa'), await issue('ec')]
    const { privateKey: strange } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const selfSigned = { commonName: 'Stranger', notBefore: new Date(0), notAfter: new Date('2090-01-01T00:00:00Z') }
    const configuration = makeSoftHsm(folder.path, {
      ...{ label: 'seals', pin: PIN },
      keys: {
        ...{ rsa: keyOf(rsa), ec: keyOf(ec), bare: keyOf(ec), stranger: strange },
      },
      certificates: {
        ...{ rsa: rsa.certificate, ec: ec.certificate, issuer: ec.chain[0]! },
        stranger: makeSelfSigned(strange, selfSigned),
      },
    })
    const pem = [ec.certificate, ...ec.chain].map((der) => new X509Certificate(der).toString()).join('')
    await writeFile(join(folder.path, 'ec.pem'), pem)
    settings = {
      ...{ SOFTHSM2_CONF: configuration, SEAL_PKCS11_MODULE: softHsmModule ?? '', SEAL_PKCS11_PIN: PIN },
      ...{ SEAL_PKCS11_TOKEN: 'seals', SEAL_PKCS11_KEY: 'ec' },
    }
  })
  afterAll(async () => {
    expect(scene.portal.server.log()).not.toContain('canary')
    await scene[Symbol.asyncDispose]()
    await folder[Symbol.asyncDispose]()
  })

  async function issue(keyType: 'rsa' | 'ec'): Promise<P12Key> {
    const wish = { commonName: `Seal of Castellar ${keyType}`, keyType, pin: '1234' }
    const { keys } = await openP12(await scene.portal.sandbox.makePerson(wish), '1234')
    return keys[0]!
  }

  const keyOf = ({ privateKeyPkcs8 }: P12Key): KeyObject =>
    createPrivateKey({ key: Buffer.from(privateKeyPkcs8), format: 'der', type: 'pkcs8' })

  const restart = (env: Readonly<Record<string, string | undefined>> = {}) =>
    scene.portal.server.restart({ ...settings, ...env })

  const certificateFile = () => join(folder.path, 'ec.pem')

  test.each([
    ['of RSA', () => ({ SEAL_PKCS11_KEY: 'rsa' })],
    ['on an elliptic curve', () => ({ SEAL_PKCS11_KEY: 'ec' })],
    ['that is named by its id, in the only token', () => ({ SEAL_PKCS11_KEY: 'a1', SEAL_PKCS11_TOKEN: undefined })],
    ['whose certificate is in a file', () => ({ SEAL_PKCS11_KEY: 'bare', SEAL_CERTIFICATE: certificateFile() })],
  ])('a key %s seals, and whoever has the root has it proved', async (_what, env) => {
    await restart(env())
    await expectSealed(scene, await cancelledDocument(scene))
  })

  test('while the token is away nothing is half-made; once it is back the same server seals', async () => {
    await restart()
    const guid = await cancelledDocument(scene)
    const [tokens, elsewhere] = [join(folder.path, 'tokens'), join(folder.path, 'elsewhere')]
    await rename(tokens, elsewhere)
    const told = listenToLog(scene)
    await expectUnsealed(scene, guid)
    await told('The token of the seal ')
    await rename(elsewhere, tokens)
    await expectSealed(scene, guid)
  })

  test('a certificate that leads to no anchor gives no evidence, and the log says why', async () => {
    await restart({ SEAL_PKCS11_KEY: 'stranger' })
    const guid = await cancelledDocument(scene)
    const told = listenToLog(scene)
    await expectUnsealed(scene, guid)
    await told('EVIDENCE_UNTRUSTED')
  })

  test.each([
    ['a wrong PIN', () => ({ SEAL_PKCS11_PIN: WRONG_PIN }), 'SEAL_PKCS11_PIN does not open the token of the seal'],
    ['another token', () => ({ SEAL_PKCS11_TOKEN: 'none' }), '"none" is not there; there are: "seals"'],
    ['another key', () => ({ SEAL_PKCS11_KEY: 'none' }), 'SEAL_PKCS11_KEY must name one key of the token of the seal'],
    ['one of several keys', () => ({ SEAL_PKCS11_KEY: undefined }), '"rsa"'],
    ['no certificate', () => ({ SEAL_PKCS11_KEY: 'bare' }), 'SEAL_CERTIFICATE must name it'],
    [
      'the certificate of another key',
      () => ({ SEAL_PKCS11_KEY: 'stranger', SEAL_CERTIFICATE: certificateFile() }),
      'The certificate of the seal is not that of the key "stranger" in its token',
    ],
    ['no file of a certificate', () => ({ SEAL_CERTIFICATE: '/nowhere/seal.pem' }), 'SEAL_CERTIFICATE: '],
    ['no module', () => ({ SEAL_PKCS11_MODULE: '/nowhere/hsm.so' }), '/nowhere/hsm.so of the seal cannot be loaded'],
    ['a service besides', () => ({ SEAL_CSC_URL: 'http://localhost' }), 'SEAL_PKCS11_MODULE and SEAL_CSC_URL'],
    ['no PIN', () => ({ SEAL_PKCS11_PIN: undefined }), 'so SEAL_PKCS11_PIN must be set too'],
  ])('with %s a server does not start, and says in a sentence why', async (_what, env, sentence) => {
    const output = await outputOf(restart(env()))
    expect(output).toContain(sentence)
    expect(output).not.toMatch(/canary|\n\s+at /)
  })
})
