import { afterEach, expect, test, vi } from 'vitest'
import { PdfError } from '@rubrica/pades'
import { addressExtensions } from '../../../../../packages/pades/src/test-keys/make-test-evidence.ts'
import { makeTestSigner, type TestSigner } from '../../../../../packages/pades/src/test-keys/make-test-signer.ts'
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
    forget = () => reject(new PdfError('REQUEST_FAILED', { reason: 'TIMEOUT' }))
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
