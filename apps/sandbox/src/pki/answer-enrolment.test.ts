import { generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { OID } from '../der/object-identifiers.ts'
import { bitString, encodeElement, integer, nullValue, objectIdentifier, sequence } from '../der/write-der.ts'
import { hasOpenssl, TestSandbox } from '../test-sandbox.ts'
import { encodeServiceName } from './encode-name.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await TestSandbox.open()
})
afterAll(() => sandbox.close())

describe('enrolment', () => {
  const csr = (flip = false): string => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const info = sequence(integer(0), encodeServiceName('Enrolled'), spki, encodeElement(0xa0, []))
    const signature = sign('sha256', flip ? Buffer.from('other') : info, privateKey)
    const request = sequence(info, sequence(objectIdentifier(OID.ecdsaWithSha256)), bitString(signature))
    return Buffer.from(request).toString('base64')
  }

  it('certifies a key that proves itself, marked as the sandbox’s', async () => {
    const answer = await sandbox.enrol(csr())
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('application/pkcs7-mime')
    writeFileSync(sandbox.path('enrolled.p7'), Buffer.from(await answer.text(), 'base64'))
    if (!hasOpenssl) return
    await sandbox.savePems('root', 'ca')
    const pem = sandbox.openssl('pkcs7', '-inform', 'DER', '-in', 'enrolled.p7', '-print_certs')
    writeFileSync(sandbox.path('enrolled.pem'), pem)
    expect(pem).toMatch(/CN = Enrolled, OU = SANDBOX/)
    expect(sandbox.openssl('verify', '-CAfile', 'root.pem', '-untrusted', 'ca.pem', 'enrolled.pem')).toContain('OK')
  })

  it('refuses strangers, forged requests, weak keys and rubbish', async () => {
    expect((await sandbox.enrol(csr(), 'Basic AAAA')).status).toBe(401)
    expect((await sandbox.enrol(csr(true))).status).toBe(400)
    expect((await sandbox.enrol('not base64 at all!')).status).toBe(400)
    expect((await sandbox.enrol(randomBytes(300).toString('base64'))).status).toBe(400)
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 })
    const spki = publicKey.export({ type: 'spki', format: 'der' })
    const info = sequence(integer(0), encodeServiceName('Weak'), spki, encodeElement(0xa0, []))
    const algorithm = sequence(objectIdentifier(OID.sha256WithRsa), nullValue())
    const weak = sequence(info, algorithm, bitString(sign('sha256', info, privateKey)))
    expect((await sandbox.enrol(Buffer.from(weak).toString('base64'))).status).toBe(400)
  })

  it('tells the authorities’ certificates', async () => {
    const answer = await sandbox.get('/.well-known/est/cacerts')
    expect(answer.headers.get('content-transfer-encoding')).toBe('base64')
  })
})
