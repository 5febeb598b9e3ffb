import { constants, sign } from 'node:crypto'
import { PkiError } from '@rubrica/pki'
import { afterEach, expect, test, vi } from 'vitest'
import { type PreparedSignature } from '@rubrica/pades'
import { addressExtensions, makeTestSigner, type TestSigner } from '@rubrica/pki/testing'
import type { Log } from '../../ports/log.ts'
import { openLocalCertificates } from './open-local-certificates.ts'

const at = new Date('2026-11-21T10:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const certificate = (number: number) => ({ certificate: Uint8Array.of(number), chain: [] })
const neverAsked = () => Promise.reject(new Error('nobody is asked without anchors'))
const silentLog = { warn: () => undefined }
const open = (log: Pick<Log, 'warn'> = silentLog) =>
  openLocalCertificates({ trustAnchors: [], fetcher: neverAsked, log })

test('an operator who names no anchors is warned at the start that made-up certificates sign; others are not', () => {
  const warn = vi.fn<Log['warn']>()
  open({ warn })
  expect(warn).toHaveBeenCalledExactlyOnceWith({ setting: 'TRUST_ANCHORS' }, expect.stringContaining('legal id'))
  openLocalCertificates({ trustAnchors: anchors, fetcher: neverAsked, log: { warn } })
  expect(warn).toHaveBeenCalledOnce()
})

test('one certificate may be announced for any number of documents', async () => {
  const local = open()
  for (let document = 0; document < 200; document++) {
    expect(await local.vouch(certificate(1), { userId: 'ana', at })).toEqual(certificate(1))
  }
})

test('who sends ever other certificates waits; others do not, nor they once some minutes are over', async () => {
  const local = open()
  for (let number = 0; number < 10; number++) await local.vouch(certificate(number), { userId: 'ana', at })
  const refused = { code: 'RATE_LIMITED', facts: { RetryAfterSeconds: 240 } }
  await expect(local.vouch(certificate(10), { userId: 'ana', at: later(1) })).rejects.toMatchObject(refused)
  await local.vouch(certificate(11), { userId: 'biel', at: later(1) })
  await local.vouch(certificate(9), { userId: 'ana', at: later(1) })
  await local.vouch(certificate(10), { userId: 'ana', at: later(6) })
})

test('more certificates than a chain has are not even read', () => {
  expect(() => open().read(Array.from({ length: 11 }, () => 'AAAA').join(';'))).toThrow(
    expect.objectContaining({ code: 'LOCAL_CERTIFICATE_INVALID' }),
  )
})

test('a certificate of more than 16 KiB is not even read', () => {
  expect(() => open().read(Buffer.alloc(17 * 1024, 0x30).toString('base64'))).toThrow('too large')
})

const anchors = [makeTestSigner({ commonName: 'Root', isCa: true }).certificate]
const naming = (issuer: string) => ({
  certificate: makeTestSigner({ extensions: addressExtensions({ issuer }) }).certificate,
  chain: [],
})
afterEach(() => vi.useRealTimers())

test('somebody whose certificates name servers that never answer keeps nobody else waiting', async () => {
  let forget = (): void => undefined
  const silence = new Promise<never>((_, reject) => {
    forget = () => reject(new PkiError('REQUEST_FAILED', { reason: 'TIMEOUT' }))
  })
  const asked: string[] = []
  const fetcher = ({ url }: { url: string }) => {
    asked.push(url)
    return url.includes('slow') ? silence : Promise.resolve(Uint8Array.of(0))
  }
  const local = openLocalCertificates({ trustAnchors: anchors, fetcher, log: silentLog })
  const vouch = (userId: string, address: string) => local.vouch(naming(address), { userId, at: new Date() })
  const untrusted = { code: 'LOCAL_CERTIFICATE_INVALID' }
  const waiting = [1, 2].map((number) => vouch('ana', `http://slow.example/${number}`))
  const ends = Promise.all(waiting.map((one) => expect(one).rejects.toMatchObject(untrusted)))
  await expect.poll(() => asked).toHaveLength(2)
  await expect(vouch('ana', 'http://slow.example/3')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
  await expect(vouch('biel', 'http://quick.example/1')).rejects.toMatchObject(untrusted)
  forget()
  await ends
  await expect(vouch('ana', 'http://quick.example/2')).rejects.toMatchObject(untrusted)
})

/** Each names where its issuer is to be had; the last one's is nowhere. */
function makeLongChain(links: number): TestSigner[] {
  const made: TestSigner[] = []
  for (let link = 0; link < links; link++) {
    const extensions = addressExtensions({ issuer: `http://slow.example/${link - 1}` })
    const issuer = made.at(-1)
    made.push(makeTestSigner({ commonName: `Link ${link}`, isCa: true, extensions, ...(issuer && { issuer }) }))
  }
  return made
}

test('no further server is asked once the first ones have taken long', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const chain = makeLongChain(5)
  let asked = 0
  const fetcher = () => {
    asked++
    vi.setSystemTime(Date.now() + 10_000)
    return Promise.resolve(chain.at(-1 - asked)!.certificate)
  }
  const local = openLocalCertificates({ trustAnchors: anchors, fetcher, log: silentLog })
  const posted = { certificate: chain.at(-1)!.certificate, chain: [] }
  await expect(local.vouch(posted, { userId: 'ana', at: new Date() })).rejects.toMatchObject({
    code: 'LOCAL_CERTIFICATE_INVALID',
  })
  expect(asked).toBe(3)
})

/** A DNIe's: a bare number, names in the strings of their time, and a key that does nothing but commit its holder. */
const DNIE = {
  keyUsage: 0x40,
  subject: [{ oid: '2.5.4.5', value: '12345678Z' }],
  commonName: 'NÚÑEZ PEÑA, ANA (FIRMA)',
}
const [UTF8, PRINTABLE, TELETEX, LATIN1] = [0x0c, 0x13, 0x14, 0x16]

test.each([UTF8, PRINTABLE, TELETEX, LATIN1])(
  'a DNIe is its holder’s, whatever its strings are (tag %i)',
  (stringTag) => {
    const issuer = makeTestSigner({ commonName: 'AC DNIE Ñ', isCa: true, stringTag })
    const { certificate: own, chain } = makeTestSigner({ ...DNIE, stringTag, issuer })
    const local = open()
    const posted = local.read([own, ...chain].map((der) => Buffer.from(der).toString('base64url')).join(';'))
    expect(posted.chain).toEqual(chain)
    expect(local.requireUsable(posted, new Date()).serialNumber).toMatch(/^[0-9a-f]+$/)
    const verdicts = ['12345678Z', '12.345.678-z', '12345678A'].map((id) => local.findHolder(posted, id).verdict)
    expect(verdicts).toEqual(['same', 'same', 'another'])
  },
)

test.each([
  ['expired', { notBefore: new Date(0), notAfter: new Date(1) }, 'EXPIRED'],
  ['not valid yet', { notBefore: new Date('2200-01-01'), notAfter: new Date('2201-01-01') }, 'NOT_YET_VALID'],
  ['for logging in and for keys only', { keyUsage: 0x20 }, 'NO_SIGNING_KEY_USAGE'],
  ['of 1024 bits', { key: 'rsa-1024' }, 'WEAK_KEY'],
] as const)('a certificate that is %s is not taken', (_what, options, reason) => {
  const { certificate: own } = makeTestSigner({ ...DNIE, ...options })
  expect(() => open().requireUsable({ certificate: own, chain: [] }, new Date())).toThrow(
    expect.objectContaining({ code: 'CERTIFICATE_UNUSABLE', facts: { Reasons: [reason] } }),
  )
})

const message = Buffer.from('signed attributes')
const preparedFor = ({ certificate: own }: TestSigner) =>
  ({ certificate: own, digestAlgorithm: 'SHA-512', signedAttributes: message }) as unknown as PreparedSignature

test.each(['P-256', 'P-384', 'P-521'] as const)('a value of %s is taken', (key) => {
  const signer = makeTestSigner({ key })
  const value = sign('sha512', message, signer.privateKey)
  expect(open().isSignature(preparedFor(signer), value)).toBe(true)
  expect(open().isSignature({ ...preparedFor(signer), signedAttributes: Buffer.from('others') }, value)).toBe(false)
})

test('of a curve, numbers that begin with zeros are taken as DER writes them, and in no other way', () => {
  const signer = makeTestSigner({ key: 'P-256' })
  const prepared = preparedFor(signer)
  let value = Buffer.alloc(72)
  while (value.length >= 70) value = sign('sha512', message, signer.privateKey)
  expect(open().isSignature(prepared, value)).toBe(true)
  const longer = Buffer.concat([Buffer.of(0x30, 0x81), value.subarray(1)])
  expect(open().isSignature(prepared, longer)).toBe(false)
})

test('a value of RSA is taken with the padding and the hash that were asked for, and with no others', () => {
  const signer = makeTestSigner({ key: 'rsa' })
  const prepared = preparedFor(signer)
  const { privateKey: key } = signer
  const pss = { key, padding: constants.RSA_PKCS1_PSS_PADDING }
  const values = [sign('sha512', message, key), sign('sha256', message, key), sign('sha512', message, pss)]
  expect(values.map((value) => open().isSignature(prepared, value))).toEqual([true, false, false])
  expect(open().isSignature(prepared, values[0]!.subarray(1))).toBe(false)
})
