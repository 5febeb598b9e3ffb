import { expect, test } from 'vitest'
import { openLocalCertificates } from './open-local-certificates.ts'

const at = new Date('2026-11-21T10:00:00Z')
const later = (minutes: number) => new Date(at.getTime() + minutes * 60_000)
const certificate = (number: number) => ({ certificate: Uint8Array.of(number), chain: [] })
const neverAsked = () => Promise.reject(new Error('nobody is asked without anchors'))
const open = () => openLocalCertificates({ trustAnchors: [], fetcher: neverAsked })

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
