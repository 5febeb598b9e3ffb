import { describe, expect, test } from 'vitest'
import { makeTestSigner } from '../../testing/make-test-signer.ts'
import { isIssuedBy, parseCertificate } from './parse-certificate.ts'

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const ana = makeTestSigner({ commonName: 'Ana', issuer: root })

describe('a certificate', () => {
  test('that comes again is the object that was read before, whatever array its bytes lie in', () => {
    const padded = Buffer.concat([Buffer.from('xx'), ana.certificate, Buffer.from('xx')])
    const again = parseCertificate(padded.subarray(2, -2))
    expect(again).toBe(parseCertificate(ana.certificate))
    expect(Buffer.compare(again.raw, ana.certificate)).toBe(0)
  })

  test('whose bytes the caller changes afterwards stays what it was', () => {
    const bytes = new Uint8Array(makeTestSigner({ commonName: 'Biel' }).certificate)
    const { subject } = parseCertificate(bytes)
    const copy = new Uint8Array(bytes)
    bytes.fill(0)
    expect(parseCertificate(copy).subject).toBe(subject)
    expect(() => parseCertificate(bytes)).toThrow()
  })

  test('is dropped after many others, and read again', () => {
    const first = parseCertificate(ana.certificate)
    for (let i = 0; i < 101; i++) parseCertificate(makeTestSigner({ commonName: `Stranger ${i}` }).certificate)
    const later = parseCertificate(ana.certificate)
    expect(later).not.toBe(first)
    expect(later.subject).toBe(first.subject)
  })

  test('too large to be kept is read each time', () => {
    const large = makeTestSigner({ commonName: 'x'.repeat(9000) }).certificate
    expect(parseCertificate(large)).not.toBe(parseCertificate(large))
  })

  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a cut-off one', ana.certificate.subarray(0, 100)],
    ['something else', Buffer.from('not a certificate')],
  ])('that is %s is an error each time', (_, bytes) => {
    expect(() => parseCertificate(bytes)).toThrow()
    expect(() => parseCertificate(bytes)).toThrow()
  })
})

describe('issuance', () => {
  const parsed = (signer: { certificate: Uint8Array }) => parseCertificate(signer.certificate)

  test('is proved by name and signature, and the same when asked again', () => {
    for (let i = 0; i < 2; i++) {
      expect(isIssuedBy(parsed(ana), parsed(root))).toBe(true)
      expect(isIssuedBy(parsed(root), parsed(root))).toBe(true)
      expect(isIssuedBy(parsed(root), parsed(ana))).toBe(false)
    }
  })

  test('by a namesake with another key is rejected', () => {
    const impostor = makeTestSigner({ commonName: 'Root', isCa: true })
    expect(isIssuedBy(parsed(ana), parsed(impostor))).toBe(false)
  })

  test('by the right key under another name is rejected', () => {
    const other = makeTestSigner({ commonName: 'Somebody else', isCa: true })
    expect(isIssuedBy(parsed(ana), parsed(other))).toBe(false)
  })

  test('does not look at dates', () => {
    const past = makeTestSigner({ issuer: root, notBefore: new Date(0), notAfter: new Date(1000) })
    expect(isIssuedBy(parsed(past), parsed(root))).toBe(true)
  })

  test('by a key of another kind is rejected and not an error', () => {
    const edwards = makeTestSigner({ commonName: 'Root', isCa: true, key: 'ed25519' })
    expect(isIssuedBy(parsed(ana), parsed(edwards))).toBe(false)
  })
})
