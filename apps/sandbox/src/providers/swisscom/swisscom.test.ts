import { writeFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TestSandbox } from '../../test-sandbox.ts'
import { IDENTITY, majorOf, minorOf, pendingOf, requestOf, TestCustomer } from './test-ais.ts'

let sandbox: TestSandbox
let customer: TestCustomer
beforeAll(async () => {
  sandbox = await TestSandbox.open()
  customer = new TestCustomer(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => sandbox.postJson('/control/reset', {}))

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
