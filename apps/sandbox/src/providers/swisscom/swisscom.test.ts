import { createHash, X509Certificate } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readChildren, readDer, type DerNode } from '../../der/read-der.ts'
import { hasOpenssl, TestSandbox } from '../../test-sandbox.ts'
import { IDENTITY, pendingOf, requestOf, TestCustomer, type AisResponse } from './test-ais.ts'

let sandbox: TestSandbox
let customer: TestCustomer
beforeAll(async () => {
  sandbox = await TestSandbox.open()
  customer = new TestCustomer(sandbox)
  await sandbox.savePems('root', 'tsa-ca', 'swisscom')
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

const majorOf = ({ Result }: AisResponse): string => Result.ResultMajor.replace(/^.*[:/]/, '')
const minorOf = ({ Result }: AisResponse): string => Result.ResultMinor?.replace(/^.*[:/]/, '') ?? ''
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

describe('a request for a signature', () => {
  it('waits for the person, and tells the page on which they confirm', async () => {
    const asked = await customer.ask()
    expect(asked['@RequestID']).toBe('ID-1')
    expect(majorOf(asked)).toBe('Pending')
    expect(await customer.poll(asked)).toEqual(asked)
    expect(customer.pageOf(asked)).toMatch(/^\/swisscom\/consent\/[0-9a-f-]{36}$/)
  })

  it('tells the page later, or never, when told to', async () => {
    await customer.order('sign', 'late-page')
    const late = await customer.ask()
    expect(() => customer.pageOf(late)).toThrow()
    const first = await customer.poll(late)
    expect(() => customer.pageOf(first)).toThrow()
    expect(customer.pageOf(await customer.poll(late))).toContain('/consent/')
    await customer.order('sign', 'no-page')
    const never = await customer.ask()
    for (let poll = 0; poll < 5; poll += 1) {
      const answer = await customer.poll(never)
      expect(majorOf(answer)).toBe('Pending')
      expect(() => customer.pageOf(answer)).toThrow()
    }
  })

  it('is refused under status 200 with the result that says why', async () => {
    const reason = async (wishes: Parameters<typeof requestOf>[0]): Promise<string> => {
      const answer = await customer.ask(wishes)
      expect(majorOf(answer)).toBe('RequesterError')
      return minorOf(answer)
    }
    const claim = (name: string) => ({ inputs: { ClaimedIdentity: { Name: name } } })
    expect(await reason(claim('acme:OnDemand-Advanced4'))).toBe('UnknownCustomer')
    expect(await reason(claim('SANDBOX:static'))).toBe('UnknownServiceEntity')
    expect(await reason({ inputs: { ClaimedIdentity: {} } })).toBe('InsufficientData')
    expect(await reason({ inputs: { AdditionalProfile: [] } })).toBe('UnsupportedProfile')
    expect(await reason({ inputs: { AdditionalProfile: 'urn:none' } })).toBe('UnsupportedProfile')
    expect(await reason({ inputs: { SignatureType: 'urn:none' } })).toBe('UnexpectedData')
    expect(await reason({ inputs: { 'sc.CertificateRequest': {} } })).toBe('InsufficientData')
    expect(await reason({ subject: 'o=Nobody' })).toBe('UnexpectedData')
    expect(await reason({ documents: [] })).toBe('InsufficientData')
    const document = (algorithm: string, value: string) => ({
      documents: {
        '@ID': 'DOC-1',
        'dsig.DigestMethod': { '@Algorithm': algorithm },
        'dsig.DigestValue': value,
      },
    })
    expect(await reason(document('http://www.w3.org/2000/09/xmldsig#sha1', 'AAAA'))).toBe('UnsupportedDigestAlgorithm')
    expect(await reason(document('http://www.w3.org/2001/04/xmlenc#sha256', 'AAAA'))).toBe('UnexpectedData')
    const many = requestOf({ contents: ['one', 'two'] }).SignRequest
    const { AdditionalProfile } = requestOf({}).SignRequest.OptionalInputs
    const withoutBatch = { ...many, OptionalInputs: { ...many.OptionalInputs, AdditionalProfile } }
    expect(minorOf(await customer.send('sign', { SignRequest: withoutBatch }))).toBe('UnexpectedData')
    expect(minorOf(await customer.send('pending', pendingOf('nothing')))).toBe('UnexpectedData')
    expect(minorOf(await customer.send('pending', pendingOf('nothing', 'acme:x')))).toBe('UnknownCustomer')
  })
})

describe('Swisscom’s own client', () => {
  it('polls with the customer alone, which the stand-in takes unless told to want the key entity', async () => {
    const { OptionalOutputs } = await customer.ask()
    const bare = pendingOf(OptionalOutputs?.['async.ResponseID'] ?? '', 'SANDBOX')
    expect(majorOf(await customer.send('pending', bare))).toBe('Pending')
    await customer.order('pending', 'whole-identity')
    expect(minorOf(await customer.send('pending', bare))).toBe('UnknownServiceEntity')
  })

  it('gets success without a page from people who confirm on the phone alone, at once or later', async () => {
    await customer.order('sign', 'phone-alone')
    const atOnce = await customer.ask()
    expect([majorOf(atOnce), atOnce.SignatureObject?.Base64Signature?.$]).toEqual(['Success', expect.any(String)])
    await customer.order('sign', 'no-page')
    const later = await customer.ask()
    await customer.order('pending', 'phone-alone')
    const signed = await customer.poll(later)
    expect([majorOf(signed), signed.SignatureObject?.Base64Signature?.$]).toEqual(['Success', expect.any(String)])
  })

  it('asks the seal and the time stamping authority, who answer at once', async () => {
    const ClaimedIdentity = { Name: 'SANDBOX:static-sandbox' }
    const revocation = { 'sc.AddRevocationInformation': { '@Type': 'PDF' } }
    const sealed = await customer.ask({
      standard: 'PDF',
      inputs: { ClaimedIdentity, AdditionalProfile: [], 'sc.CertificateRequest': undefined, ...revocation },
    })
    expect([majorOf(sealed), sealed.SignatureObject?.Base64Signature?.$]).toEqual(['Success', expect.any(String)])
    const stamped = await customer.ask({
      hash: 'sha512',
      inputs: {
        AdditionalProfile: 'urn:oasis:names:tc:dss:1.0:profiles:timestamping',
        SignatureType: 'urn:ietf:rfc:3161',
        'sc.CertificateRequest': undefined,
      },
    })
    const token = (stamped.SignatureObject as { Timestamp?: { RFC3161TimeStampToken: string } }).Timestamp
    writeFileSync(sandbox.path('token'), Buffer.from(token?.RFC3161TimeStampToken ?? '', 'base64'))
    writeFileSync(sandbox.path('content'), 'document')
    await sandbox.savePems('root')
    const verify = ['ts', '-verify', '-data', 'content', '-in', 'token', '-token_in', '-CAfile', 'root.pem']
    expect(sandbox.openssl(...verify)).toContain('OK')
  })

  it('may number the documents of a batch, and leave the only one without a name', async () => {
    const asSeal = (profiles: readonly string[], documents: unknown) =>
      customer.ask({
        documents,
        inputs: {
          ClaimedIdentity: { Name: 'SANDBOX:static-sandbox' },
          AdditionalProfile: profiles,
          'sc.CertificateRequest': undefined,
        },
      })
    const [one] = requestOf({}).SignRequest.InputDocuments.DocumentHash as { '@ID': string }[]
    const nameless = { ...one, '@ID': undefined }
    expect(majorOf(await asSeal([], [nameless]))).toBe('Success')
    const numbered = [0, 1].map((id) => ({ ...nameless, '@ID': id }))
    const batch = await asSeal(['http://ais.swisscom.ch/1.0/profiles/batchprocessing'], numbered)
    const signed = batch.SignatureObject?.Other?.['sc.SignatureObjects']['sc.ExtendedSignatureObject'] ?? []
    expect(signed.map((each) => each['@WhichDocument'])).toEqual(['0', '1'])
  })

  it('is refused a type of revocation data that nobody knows', async () => {
    const inputs = { 'sc.AddRevocationInformation': { '@Type': 'none' } }
    expect(minorOf(await customer.ask({ inputs }))).toBe('UnexpectedData')
  })
})

describe('the page', () => {
  it('shows in five languages, and without scripts, what is signed for whom', async () => {
    const path = customer.pageOf(await customer.ask())
    const words = { es: 'Aceptar', ca: 'Accepta', en: 'Accept', de: 'Annehmen', fr: 'Accepter' }
    for (const [language, word] of Object.entries(words)) {
      const html = await (await sandbox.get(`${path}?lang=${language}`)).text()
      expect(html).toContain(`<html lang="${language}">`)
      expect(html).toContain(`value="accept">${word}</button>`)
      for (const text of ['Sign &lt;Contract&gt;?', 'cn=Ana Vidal Serra', '+34600100100', 'width=device-width']) {
        expect(html).toContain(text)
      }
      expect(html).not.toContain('<script')
    }
  })

  it('takes the first answer, tells it to whoever comes again, and knows no other', async () => {
    const asked = await customer.ask()
    await Promise.all([customer.decide(asked, 'accept'), customer.decide(asked, 'accept')])
    await customer.decide(asked, 'cancel')
    expect(majorOf(await customer.poll(asked))).toBe('Success')
    const page = await sandbox.get(`${customer.pageOf(asked)}?lang=en`)
    expect(await page.text()).toContain('You have accepted')
    expect(await (await sandbox.get('/control/signatures.json')).json()).toHaveLength(1)
    expect((await sandbox.get('/swisscom/consent/other')).status).toBe(410)
  })
})

describe('who does not accept', () => {
  it('has cancelled, for good', async () => {
    const asked = await customer.ask()
    await customer.decide(asked, 'cancel')
    await customer.decide(asked, 'accept')
    const answer = await customer.poll(asked)
    expect(answer.Result).toMatchObject({
      ResultMajor: 'http://ais.swisscom.ch/1.0/resultmajor/SubsystemError',
      ResultMinor: 'http://ais.swisscom.ch/1.1/resultminor/subsystem/StepUp/cancel',
    })
    expect(await customer.poll(asked)).toEqual(answer)
  })

  it('is too late after five minutes, or when told to', async () => {
    const asked = await customer.ask()
    await sandbox.postJson('/control/clock', { seconds: 301 })
    await customer.decide(asked, 'accept')
    expect(minorOf(await customer.poll(asked))).toBe('timeout')
    await customer.order('pending', 'person-late')
    expect(minorOf(await customer.poll(await customer.ask()))).toBe('timeout')
    await customer.order('sign', 'person-refused')
    expect(minorOf(await customer.poll(await customer.ask()))).toBe('cancel')
  })

  it('is somebody else than the serial number of an earlier signature says', async () => {
    const before = await customer.sign()
    const serialNumber = before.OptionalOutputs?.['sc.StepUpAuthorisationInfo']?.['sc.Result']['sc.SerialNumber'] ?? ''
    expect(majorOf(await customer.sign({ serialNumber }))).toBe('Success')
    expect(minorOf(await customer.sign({ serialNumber: 'SANDBOX0' }))).toBe('SerialNumberMismatch')
    await customer.order('consent', 'person-changed')
    expect(minorOf(await customer.sign())).toBe('SerialNumberMismatch')
  })
})

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

describe('AIS', () => {
  it('fails, is slow and breaks off when told to', async () => {
    await customer.order('sign', 'http503')
    await expect(customer.ask()).rejects.toThrow('503')
    await customer.order('sign', 'malformed')
    await expect(customer.ask()).rejects.toThrow(SyntaxError)
    await customer.order('pending', 'answer-lost')
    await expect(customer.poll(await customer.ask())).rejects.toThrow()
  })

  it('says in sandbox.json where it is and who asks', async () => {
    const { swisscom } = (await (await sandbox.get('/sandbox.json')).json()) as { swisscom: object }
    expect(swisscom).toEqual({ url: `${sandbox.url}/swisscom/AIS-Server/rs/v1.0`, claimedIdentity: IDENTITY })
  })
})
