import type { ProviderManifest } from '@rubrica/providers/manifests'
import { describe, expect, it } from 'vitest'
import { documentsTogether, signingSteps } from './signing-steps.ts'

const manifest: ProviderManifest = {
  certType: 'madeup',
  flag: 'MadeUp',
  label: 'Made up',
  order: 1,
  actions: [],
  showsSubject: false,
  signing: {
    PIN: { inputs: ['pin'] },
    SMS: { inputs: ['code', 'pin'], sendsCode: true, signatureSession: 'certificate' },
    APP: { inputs: ['code'], signatureSession: 'remote' },
    OTP: { inputs: ['code', 'pin'], sendsCode: true, secondFactor: true },
  },
  maxBatch: Number.POSITIVE_INFINITY,
}
const certificate = {
  GUID: 'a',
  CertType: 'madeup',
  certalias: 'a',
  DN: 'CN=A',
  AuthenticationType: 'PIN' as const,
  PinRequired: true,
  ExpirationDate: '',
  Holder: { Name: 'Ana', Organisation: null, Kind: 'person' as const, Verdict: 'same' as const, MaySign: true },
}
const chosen = (own: Partial<Parameters<typeof signingSteps>[0]['certificate']>, maxBatch = manifest.maxBatch) => ({
  certificate: { ...certificate, ...own },
  manifest: { ...manifest, maxBatch },
})

describe('the steps of a certificate', () => {
  it('are those of its provider for its way of authentication', () => {
    expect(signingSteps(chosen({}))).toEqual({
      inputs: ['pin'],
      sendsCode: false,
      signatureSession: undefined,
      secondFactor: false,
      fixesDocuments: false,
    })
    expect(signingSteps(chosen({ AuthenticationType: 'SMS' }))).toEqual({
      inputs: ['code', 'pin'],
      sendsCode: true,
      signatureSession: 'certificate',
      secondFactor: false,
      fixesDocuments: true,
    })
    expect(signingSteps(chosen({ AuthenticationType: 'OTP' }))?.secondFactor).toBe(true)
  })

  it('ask for what the certificate itself says before what its provider says', () => {
    const own = signingSteps(chosen({ AuthenticationType: 'OTP', Inputs: ['code'] }))
    expect(own).toMatchObject({ inputs: ['code'], sendsCode: true })
    expect(signingSteps(chosen({ Inputs: [] }))?.inputs).toEqual([])
  })

  it('are a confirmation alone by the rule of certificates without PIN', () => {
    expect(signingSteps(chosen({ PinRequired: false }))?.inputs).toEqual([])
    expect(signingSteps(chosen({ PinRequired: false, AuthenticationType: 'OTP' }))?.inputs).toEqual(['code', 'pin'])
  })

  it('send no code and open no session with one where no code is typed, but may still ask on the phone', () => {
    const noCode = { AuthenticationType: 'SMS', Inputs: ['pin' as const] } as const
    expect(signingSteps(chosen({ ...noCode, Inputs: ['pin'] }))).toMatchObject({
      sendsCode: false,
      signatureSession: undefined,
      fixesDocuments: false,
    })
    const phone = signingSteps(chosen({ AuthenticationType: 'APP', PinRequired: false }))
    expect(phone).toMatchObject({ inputs: [], signatureSession: 'remote', fixesDocuments: true })
  })

  it('are unknown where the provider has no way for such a certificate', () => {
    const { SMS, ...signing } = manifest.signing
    expect(SMS).toBeDefined()
    const one = chosen({ AuthenticationType: 'SMS' })
    expect(signingSteps({ ...one, manifest: { ...manifest, signing } })).toBeUndefined()
  })
})

describe('how many documents sign together', () => {
  it('is said by the certificate, else by its provider', () => {
    expect(documentsTogether(chosen({ MaxDocuments: 3 }, 50))).toBe(3)
    expect(documentsTogether(chosen({ MaxDocuments: null }, 50))).toBe(50)
    expect(documentsTogether(chosen({}, 1))).toBe(1)
    expect(documentsTogether(chosen({}))).toBe(Number.POSITIVE_INFINITY)
  })

  it('is never more than one batch can fix', () => {
    expect(documentsTogether(chosen({ AuthenticationType: 'SMS' }))).toBe(200)
    expect(documentsTogether(chosen({ AuthenticationType: 'SMS', MaxDocuments: 50 }))).toBe(50)
  })
})
