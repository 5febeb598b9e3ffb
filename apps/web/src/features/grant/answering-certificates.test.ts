import type { ProviderManifest } from '@rubrica/providers/manifests'
import { describe, expect, test } from 'vitest'
import type { Certificate } from '../../shared/api/certificates.ts'
import { answeringCertificates, answeringKey, answeringProviders } from './answering-certificates.ts'

const manifest: ProviderManifest = {
  certType: 'vault',
  flag: 'Vault',
  label: 'Vault',
  order: 1,
  actions: [],
  showsSubject: false,
  signing: { PIN: { inputs: ['pin'] } },
  maxBatch: 1,
}
const certificate: Certificate = {
  GUID: 'a',
  CertType: 'Vault',
  certalias: 'A',
  DN: 'CN=A',
  AuthenticationType: 'PIN',
  PinRequired: true,
  ExpirationDate: '2030-01-01T00:00:00Z',
  Holder: { Name: 'Ana', Organisation: null, Kind: 'person', Verdict: 'same', MaySign: true },
}

const offered = (more: Partial<Parameters<typeof answeringCertificates>[0]>) =>
  answeringCertificates({
    request: { CertTypes: ['vault'], CertGUID: null },
    certificates: [certificate],
    flags: { Vault: true },
    manifestOf: (type) => (type.toLowerCase() === 'vault' ? manifest : undefined),
    now: new Date('2029-01-01T00:00:00Z'),
    ...more,
  }).map((one) => [one.certificate.GUID, one.isOver])

describe('a certificate answers an application', () => {
  test('when its type is one of those that may, however it is written', () => {
    expect(offered({})).toEqual([['a', null]])
    expect(offered({ request: { CertTypes: ['VAULT'], CertGUID: null } })).toEqual([['a', null]])
    expect(offered({ request: { CertTypes: ['firmaremota'], CertGUID: null } })).toEqual([])
  })

  test('when it is the one that is asked for, if one is', () => {
    expect(offered({ request: { CertTypes: ['vault'], CertGUID: 'a' } })).toHaveLength(1)
    expect(offered({ request: { CertTypes: ['vault'], CertGUID: 'b' } })).toEqual([])
  })

  test('when the person may use its type, and its provider knows its way', () => {
    expect(offered({ flags: { Vault: false } })).toEqual([])
    expect(offered({ manifestOf: () => undefined })).toEqual([])
    expect(offered({ certificates: [{ ...certificate, AuthenticationType: 'APP' }] })).toEqual([])
  })

  test('and is shown with the reason when it is locked or has expired', () => {
    expect(offered({ certificates: [{ ...certificate, Locked: true }] })).toEqual([['a', 'locked']])
    expect(offered({ certificates: [{ ...certificate, ExpirationDate: '2029-01-01T00:00:00Z' }] })).toEqual([
      ['a', 'expired'],
    ])
  })
})

describe('a provider that makes certificates answers an application', () => {
  const maker: ProviderManifest = { ...manifest, certType: 'maker', flag: 'Maker', way: 'on-demand', signing: {} }
  const offeredBy = (more: Partial<Parameters<typeof answeringProviders>[0]>) =>
    answeringProviders(
      { request: { CertTypes: ['vault', 'Maker'], CertGUID: null }, flags: { Maker: true }, ...more },
      [manifest, maker],
    ).map(answeringKey)

  test('when the person may use it and its type is one of those that may', () => {
    expect(offeredBy({})).toEqual(['maker'])
    expect(offeredBy({ flags: { Vault: true } })).toEqual([])
    expect(offeredBy({ request: { CertTypes: ['vault'], CertGUID: null } })).toEqual([])
  })

  test('unless the application names the certificate that has to sign', () => {
    expect(offeredBy({ request: { CertTypes: ['maker'], CertGUID: 'a' } })).toEqual([])
  })
})
