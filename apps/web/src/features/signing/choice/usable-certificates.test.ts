import { CERTIFICATE_FLAGS, type CertificateFlag, type CertificateType } from '@rubrica/domain'
import type { ProviderManifest } from '@rubrica/providers/manifests'
import { expect, it } from 'vitest'
import { usableCertificates, type CertificateQuestion } from './usable-certificates.ts'

const manifest: ProviderManifest = {
  certType: 'keyvault',
  flag: 'KeyVault',
  label: 'KeyVault',
  order: 1,
  actions: [],
  showsSubject: false,
  signing: { PIN: { inputs: ['pin'] } },
  maxBatch: 1,
}
const flags = (...on: CertificateFlag[]) =>
  Object.fromEntries(CERTIFICATE_FLAGS.map((flag) => [flag, on.includes(flag)])) as Record<CertificateFlag, boolean>
const certificate = (
  GUID: string,
  ExpirationDate = '2030-01-01T00:00:00Z',
  CertType: CertificateType = 'keyvault',
) => ({
  GUID,
  CertType,
  certalias: GUID,
  DN: 'CN=X',
  AuthenticationType: 'PIN' as const,
  PinRequired: true,
  ExpirationDate,
  Holder: { Name: 'Ana', Organisation: null, Kind: 'person' as const, Verdict: 'same' as const, MaySign: true },
})
const ask = (question: Partial<CertificateQuestion>) =>
  usableCertificates({
    certificates: [],
    flags: flags('KeyVault'),
    manifestOf: (type) => (type === 'keyvault' ? manifest : undefined),
    demanded: [],
    now: new Date('2026-11-20T12:00:00Z'),
    ...question,
  })

it('offers the certificates that are current, of an allowed type and of a known provider', () => {
  const answer = ask({
    certificates: [
      certificate('a'),
      certificate('b', '2026-11-20T11:59:59'),
      certificate('c', undefined, 'Nebula'),
      certificate('d', ''),
    ],
  })
  expect(answer).toMatchObject([{ certificate: { GUID: 'a' } }, { certificate: { GUID: 'd' } }])
})

it('offers only the certificate that the sender asks for', () => {
  const certificates = [certificate('a'), certificate('b')]
  expect(ask({ certificates, demanded: ['b', 'b'] })).toMatchObject([{ certificate: { GUID: 'b' } }])
  expect(ask({ certificates, demanded: ['z'] })).toBe('demanded')
})

it('offers a locked certificate only beside one that can sign', () => {
  const locked = { ...certificate('a'), Locked: true }
  expect(ask({ certificates: [locked, certificate('b')] })).toMatchObject([
    { certificate: { GUID: 'a', Locked: true } },
    { certificate: { GUID: 'b' } },
  ])
  expect(ask({ certificates: [locked] })).toBe('locked')
  expect(ask({ certificates: [locked], demanded: ['a'] })).toBe('locked')
})

it('offers a certificate of somebody else only beside one that can sign', () => {
  const { Holder, ...mine } = certificate('a')
  const theirs = { ...mine, Holder: { ...Holder, Verdict: 'another' as const, MaySign: false } }
  expect(ask({ certificates: [theirs, certificate('b')] })).toHaveLength(2)
  expect(ask({ certificates: [theirs] })).toBe('foreign')
  expect(ask({ certificates: [theirs, { ...certificate('b'), Locked: true }] })).toBe('locked')
})

it('does not offer a certificate that its provider has no way to sign with', () => {
  expect(ask({ certificates: [{ ...certificate('a'), AuthenticationType: 'APP' }] })).toBe('not-allowed')
})

it('says why there is no certificate to sign with', () => {
  expect(ask({})).toBe('none')
  expect(ask({ certificates: [certificate('a', '2020-01-01T00:00:00Z')] })).toBe('expired')
  expect(ask({ certificates: [certificate('a')], flags: flags() })).toBe('not-allowed')
  expect(ask({ certificates: [certificate('a', undefined, 'Nebula')] })).toBe('not-allowed')
})
