import { createHash, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readChildren, readDer, type DerNode } from '../../der/read-der.ts'
import { hasOpenssl, TestSandbox } from '../../test-sandbox.ts'
import { majorOf, TestCustomer, type AisResponse } from './test-ais.ts'

let sandbox: TestSandbox
let customer: TestCustomer
beforeAll(async () => {
  sandbox = await TestSandbox.open()
  customer = new TestCustomer(sandbox)
  await sandbox.savePems('root', 'tsa-ca', 'swisscom')
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

const cmsOf = ({ SignatureObject }: AisResponse): Buffer =>
  Buffer.from(SignatureObject?.Base64Signature?.$ ?? '', 'base64')

/** What openssl says of a CMS over `content`. */
function verify(cms: Buffer, content = 'document'): string {
  writeFileSync(sandbox.path('signed.cms'), cms)
  writeFileSync(sandbox.path('content'), content)
  const files = ['-in', 'signed.cms', '-content', 'content', '-CAfile', 'root.pem', '-out', 'verified']
  return sandbox.openssl('cms', '-verify', '-binary', '-cades', '-inform', 'DER', '-purpose', 'any', ...files)
}

/** The fields of the one SignerInfo, and the certificates. */
function take(cms: Buffer): { signerInfo: DerNode[]; certificates: X509Certificate[] } {
  const [, content] = readChildren(readDer(cms))
  const fields = readChildren(readChildren(content!)[0]!)
  const certificates = readChildren(fields.find(({ tag }) => tag === 0xa0)!)
  return {
    signerInfo: readChildren(readChildren(fields.at(-1)!)[0]!),
    certificates: certificates.map(({ raw }) => new X509Certificate(raw)),
  }
}

/** The certificate that has signed: the one below all others. */
const signerOf = (cms: Buffer): X509Certificate => take(cms).certificates.find(({ ca }) => !ca)!

describe.runIf(hasOpenssl)('what was signed', () => {
  it('is a complete CMS with a certificate of ten minutes, by RSA or P-256 and any SHA-2', async () => {
    for (const hash of ['sha256', 'sha384', 'sha512'] as const) {
      for (const key of ['rsa', 'ec']) {
        if (key === 'ec') await customer.order('consent', 'ec-key')
        const cms = cmsOf(await customer.sign({ hash }))
        expect(verify(cms)).toContain('CAdES Verification successful')
        const signer = signerOf(cms)
        expect(signer.publicKey.asymmetricKeyType).toBe(key)
        expect(signer.subject).toBe(
          'CN=Ana Vidal Serra\nGN=Ana\nSN=Vidal Serra\nC=ES\nserialNumber=IDCES-00000000T\nOU=SANDBOX',
        )
        expect(Date.parse(signer.validTo) - Date.parse(signer.validFrom)).toBe(10 * 60_000)
        expect(take(cms).certificates).toHaveLength(3)
      }
    }
    await customer.order('consent', 'life:30')
    const brief = signerOf(cmsOf(await customer.sign()))
    expect(Date.parse(brief.validTo) - Date.parse(brief.validFrom)).toBe(30_000)
    await customer.order('consent', 'ec-key:90')
    const other = signerOf(cmsOf(await customer.sign()))
    expect(other.publicKey.asymmetricKeyType).toBe('ec')
    expect(Date.parse(other.validTo) - Date.parse(other.validFrom)).toBe(90_000)
  })

  it('has a time-stamp of the signature, and what says that the certificate is good', async () => {
    const answer = await customer.sign()
    const { signerInfo } = take(cmsOf(answer))
    const token = readChildren(readChildren(readChildren(signerInfo.at(-1)!)[0]!)[1]!)[0]!
    writeFileSync(sandbox.path('token.der'), token.raw)
    const digest = createHash('sha256').update(signerInfo.at(-2)!.content).digest('hex')
    const files = ['-in', 'token.der', '-token_in', '-CAfile', 'root.pem', '-untrusted', 'tsa-ca.pem']
    expect(sandbox.openssl('ts', '-verify', '-digest', digest, ...files)).toContain('Verification: OK')
    const { 'sc.CRLs': crls, 'sc.OCSPs': ocsps } = answer.OptionalOutputs!['sc.RevocationInformation']!
    expect(crls['sc.CRL']).toHaveLength(2)
    writeFileSync(sandbox.path('status.ocsp'), Buffer.from(ocsps['sc.OCSP'], 'base64'))
    writeFileSync(sandbox.path('signer.pem'), signerOf(cmsOf(answer)).toString())
    const asked = ['-issuer', 'swisscom.pem', '-cert', 'signer.pem', '-CAfile', 'root.pem', '-no_nonce']
    expect(sandbox.openssl('ocsp', '-respin', 'status.ocsp', ...asked)).toContain('signer.pem: good')
  })

  it('names the time of signing in CAdES and, as PAdES forbids it, not in PAdES', async () => {
    const print = (cms: Buffer): string => {
      writeFileSync(sandbox.path('printed.cms'), cms)
      return sandbox.openssl('cms', '-cmsout', '-print', '-inform', 'DER', '-in', 'printed.cms')
    }
    const withoutStamp = { AddTimestamp: undefined, 'sc.AddRevocationInformation': undefined }
    const plain = await customer.sign({ inputs: withoutStamp })
    expect(print(cmsOf(plain))).not.toMatch(/signingTime|id-smime-aa-timeStampToken/)
    expect(plain.OptionalOutputs).not.toHaveProperty(['sc.RevocationInformation'])
    expect(print(cmsOf(await customer.sign({ standard: 'CAdES', inputs: withoutStamp })))).toContain('signingTime')
    await customer.order('consent', 'signing-time')
    expect(print(cmsOf(await customer.sign({ inputs: withoutStamp })))).toContain('signingTime')
  })

  it('is one CMS for each document of a batch, under the names that they came with', async () => {
    const contents = ['one', 'two', 'three']
    const { SignatureObject } = await customer.sign({ contents })
    const objects = SignatureObject!.Other!['sc.SignatureObjects']['sc.ExtendedSignatureObject']
    expect(objects.map((one) => one['@WhichDocument'])).toEqual(['DOC-1', 'DOC-2', 'DOC-3'])
    objects.forEach(({ Base64Signature }, index) => {
      expect(verify(Buffer.from(Base64Signature.$, 'base64'), contents[index])).toContain('successful')
    })
  })

  it('is a lie when told to', async () => {
    const lie = async (fault: string): Promise<Buffer> => {
      await customer.order('consent', fault)
      return cmsOf(await customer.sign())
    }
    for (const fault of ['other-hash', 'other-key', 'other-issuer', 'cut-cms']) {
      expect([fault, verify(await lie(fault))]).toEqual([fault, expect.not.stringContaining('successful')])
    }
    expect(signerOf(await lie('other-person')).subject).toContain('Otra Persona')
    await customer.order('consent', 'fewer')
    const nothing = await customer.sign()
    expect([majorOf(nothing), nothing.SignatureObject]).toEqual(['Success', undefined])
  })
})

describe.runIf(hasOpenssl)('the authority', () => {
  it('answers for certificates that have expired, as soon as they do', async () => {
    await customer.order('consent', 'life:0')
    const expired = signerOf(cmsOf(await customer.sign()))
    writeFileSync(sandbox.path('expired.pem'), expired.toString())
    const names = ['-issuer', 'swisscom.pem', '-cert', 'expired.pem', '-no_nonce']
    sandbox.openssl('ocsp', ...names, '-reqout', 'expired.request')
    const answer = await sandbox.post('/pki/ocsp/swisscom', 'application/ocsp-request', sandbox.read('expired.request'))
    writeFileSync(sandbox.path('expired.ocsp'), Buffer.from(await answer.arrayBuffer()))
    const said = sandbox.openssl('ocsp', '-respin', 'expired.ocsp', ...names, '-CAfile', 'root.pem', '-resp_text')
    expect(said).toContain('expired.pem: good')
    expect(said).toContain('Archive Cutoff')
  })
})
