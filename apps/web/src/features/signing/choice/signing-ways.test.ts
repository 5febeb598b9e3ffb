import type { ProviderManifest } from '@rubrica/providers/manifests'
import { expect, it } from 'vitest'
import {
  certificateOf,
  isConfirmedEach,
  signingWays,
  wayKey,
  wayName,
  wayTogether,
  type WayQuestion,
} from './signing-ways.ts'

const base = { order: 1, actions: [], showsSubject: false, signing: { PIN: { inputs: ['pin'] } } } as const
const vault: ProviderManifest = { ...base, certType: 'keyvault', flag: 'KeyVault', label: 'KeyVault', maxBatch: 9 }
const errand: ProviderManifest = { ...vault, certType: 'Ivnosys', flag: 'Ivnosys', way: 'errand', signing: {} }
const onDemand: ProviderManifest = {
  ...vault,
  certType: 'swisscom',
  flag: 'Swisscom',
  label: 'Swisscom',
  way: 'on-demand',
  maxBatch: 1,
}
const manifests = [vault, onDemand, errand]
const certificate = (GUID: string, CertType: 'keyvault' | 'swisscom' | 'Ivnosys' = 'keyvault') => ({
  GUID,
  CertType,
  certalias: `Alias ${GUID}`,
  DN: 'CN=X',
  AuthenticationType: 'PIN' as const,
  PinRequired: true,
  ExpirationDate: '2030-01-01T00:00:00Z',
  Holder: { Name: 'Ana', Organisation: null, Kind: 'person' as const, Verdict: 'same' as const, MaySign: true },
})
const ask = (question: Partial<WayQuestion>) =>
  signingWays({
    certificates: [],
    flags: { KeyVault: true, Ivnosys: true },
    manifestOf: (type) => manifests.find(({ certType }) => certType === type),
    manifests,
    demanded: [],
    documents: 1,
    now: new Date('2026-11-20T12:00:00Z'),
    ...question,
  })
const kinds = (answer: ReturnType<typeof ask>) => (typeof answer === 'string' ? answer : answer.map(({ kind }) => kind))

it('offers certificates first, then what the flags allow without one', () => {
  const certificates = [certificate('a'), certificate('i', 'Ivnosys')]
  const flags = { KeyVault: true, Ivnosys: true, Swisscom: true, Local: true }
  expect(kinds(ask({ certificates, flags }))).toEqual(['certificate', 'errand', 'on-demand', 'local'])
  expect(kinds(ask({ certificates }))).toEqual(['certificate', 'errand'])
})

it('offers the application on the PC alone to who has no certificate', () => {
  expect(kinds(ask({ flags: { Local: true } }))).toEqual(['local'])
  expect(ask({ flags: { Local: false } })).toBe('none')
})

it('never offers a certificate that was made for one earlier signature', () => {
  const certificates = [certificate('s', 'swisscom')]
  expect(kinds(ask({ certificates, flags: { Swisscom: true } }))).toEqual(['on-demand'])
  expect(ask({ certificates })).toBe('not-allowed')
})

it('offers nothing else where the sender asks for a certificate', () => {
  const flags = { KeyVault: true, Swisscom: true, Local: true }
  expect(kinds(ask({ certificates: [certificate('a')], flags, demanded: ['a'] }))).toEqual(['certificate'])
  expect(ask({ certificates: [certificate('a')], flags, demanded: ['b'] })).toBe('demanded')
})

it('offers the other ways where every certificate is locked', () => {
  const certificates = [{ ...certificate('a'), Locked: true }]
  expect(kinds(ask({ certificates, flags: { KeyVault: true, Local: true } }))).toEqual(['local'])
})

it('has several documents confirmed one by one at the provider, unless a PIN is typed for all of them here', () => {
  const own = certificate('i', 'Ivnosys')
  const byPage = { ...own, GUID: 'p', AuthenticationType: 'OTP' as const, PinRequired: false, MaxDocuments: 1 }
  const byPageAndPin = { ...byPage, GUID: 'q', PinRequired: true }
  const ways = ask({ certificates: [own, byPage, byPageAndPin], documents: 2 })
  if (typeof ways === 'string') throw new Error(ways)
  expect(kinds(ways)).toEqual(['certificate', 'errand', 'errand'])
  expect(ways.map(wayTogether)).toEqual([9, 1000, 1])
  expect(ways.map(isConfirmedEach)).toEqual([false, true, false])
})

it('knows the name of a way, its key and how many documents it signs together', () => {
  const certificates = [certificate('a')]
  const ways = ask({ certificates, flags: { KeyVault: true, Swisscom: true, Local: true } })
  if (typeof ways === 'string') throw new Error(ways)
  expect(ways.map(wayName)).toEqual(['Alias a', 'Swisscom', 'Autofirma'])
  expect(ways.map(wayKey)).toEqual(['a', 'swisscom', 'local'])
  expect(ways.map(wayTogether)).toEqual([9, 1000, 200])
  expect(ways.map((way) => certificateOf(way)?.certificate.GUID)).toEqual(['a', undefined, undefined])
})
