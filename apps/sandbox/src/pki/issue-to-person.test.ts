import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hasOpenssl, TestSandbox } from '../test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe.runIf(hasOpenssl)('certificates', () => {
  it('chain to the root, name their revocation addresses, and say SANDBOX', async () => {
    await sandbox.savePems('root', 'ca', 'tsa-ca')
    const signer = await sandbox.savePerson('chained', { email: 'a@b.example' })
    expect(
      sandbox.openssl('verify', '-x509_strict', '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'chained.pem'),
    ).toContain('OK')
    expect(sandbox.openssl('verify', '-x509_strict', '-CAfile', 'root.pem', 'tsa-ca.pem')).toContain('OK')
    expect(signer.subject).toContain('SANDBOX')
    expect(signer.infoAccess).toContain(`OCSP - URI:${sandbox.url}/pki/ocsp/ca`)
    expect(signer.infoAccess).toContain(`CA Issuers - URI:${sandbox.url}/pki/ca.cer`)
  })

  it.each(['rsa', 'ec'])('come with a %s key in a p12 that openssl opens', async (keyType) => {
    const certificate = await sandbox.savePerson(`Núria ${keyType}`, { keyType, pin: '1234' })
    expect(certificate.publicKey.asymmetricKeyType).toBe(keyType)
    const all = sandbox.openssl('pkcs12', '-in', `Núria ${keyType}.p12`, '-passin', 'pass:1234', '-noenc')
    expect(all.match(/BEGIN CERTIFICATE/g)).toHaveLength(3)
    expect(all).toContain('BEGIN PRIVATE KEY')
    expect(sandbox.openssl('pkcs12', '-in', `Núria ${keyType}.p12`, '-passin', 'pass:nope')).toContain(
      'invalid password',
    )
  })

  it('come in the kinds that a portal has to refuse', async () => {
    expect(Date.parse((await sandbox.savePerson('old', { profile: 'expired' })).validTo)).toBeLessThan(Date.now())
    expect(Date.parse((await sandbox.savePerson('new', { profile: 'not-yet-valid' })).validFrom)).toBeGreaterThan(
      Date.now(),
    )
    expect((await sandbox.savePerson('authority', { profile: 'ca' })).ca).toBe(true)
    const text =
      (await sandbox.savePerson('mute', { profile: 'no-signing' })) &&
      sandbox.openssl('x509', '-in', 'mute.pem', '-text')
    expect(text).toContain('Key Encipherment')
  })
})
