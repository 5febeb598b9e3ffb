import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { makeSelfSigned } from '@rubrica/pki'
import { trialFor } from './check-seal.ts'
import { keepSeal } from './keep-seal.ts'
import { sealWithKey } from './open-seal.ts'
import { SealError, type Seal } from './seal.ts'

const AT = new Date('2026-01-31T12:00:00Z')
const END = new Date('2027-01-31T12:00:00Z')

function makeSeal(notAfter = END, more: Partial<Seal> = {}): Seal {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = makeSelfSigned(privateKey, { commonName: 'Seal', notBefore: AT, notAfter })
  return { certificate, chain: [], isSelfMade: false, sign: sealWithKey(privateKey), ...more }
}

/** A seal that is opened as `openings` say, one after another, and how often that was. */
function keepEach(...openings: (Seal | SealError)[]) {
  const clock = { now: new Date(AT) }
  const told = { count: 0 }
  const open = () => {
    const next = openings[Math.min(told.count, openings.length - 1)]!
    told.count += 1
    return next instanceof SealError ? Promise.reject(next) : Promise.resolve(next)
  }
  return { seal: keepSeal({ open, now: () => clock.now }), clock, told }
}

const signTrial = async (seal: () => Promise<Seal>) => {
  const { certificate, sign } = await seal()
  return sign(trialFor(certificate))
}

test('a seal is opened once for many files, also when they are sealed at the same time', async () => {
  const { seal, told } = keepEach(makeSeal())
  await Promise.all([signTrial(seal), signTrial(seal)])
  await signTrial(seal)
  expect(told.count).toBe(1)
})

test('a seal that could not sign, or not be opened, is opened anew for the next file', async () => {
  const away = new SealError('passing', 'The token is away.')
  const { seal, told } = keepEach(makeSeal(END, { sign: () => Promise.reject(away) }), away, makeSeal())
  await expect(signTrial(seal)).rejects.toBe(away)
  await expect(signTrial(seal)).rejects.toBe(away)
  await signTrial(seal)
  expect(told.count).toBe(3)
})

test('a signature of another key is refused', async () => {
  const { seal } = keepEach(makeSeal(END, { sign: makeSeal().sign }))
  await expect(signTrial(seal)).rejects.toMatchObject({ reason: 'passing', code: 'SEAL_UNUSABLE' })
})

test('bytes that are no signature are refused', async () => {
  const { seal } = keepEach(makeSeal(END, { sign: () => Promise.resolve(Buffer.from('no signature')) }))
  await expect(signTrial(seal)).rejects.toMatchObject({ reason: 'passing', code: 'SEAL_UNUSABLE' })
})

describe('after a PIN was refused', () => {
  const refused = new SealError('pin', 'The PIN is wrong.')

  test('nothing is asked any more', async () => {
    const { seal, told } = keepEach(refused, makeSeal())
    for (let tries = 0; tries < 3; tries++) await expect(seal()).rejects.toBe(refused)
    expect(told.count).toBe(1)
  })

  test('nothing is signed any more by a seal that was given out before', async () => {
    let asked = 0
    const sign = () => {
      asked += 1
      return Promise.reject(refused)
    }
    const { seal } = keepEach(makeSeal(END, { sign }))
    const [first, second] = [await seal(), await seal()]
    for (const one of [first, second, first]) await expect(one.sign(trialFor(one.certificate))).rejects.toBe(refused)
    expect(asked).toBe(1)
  })
})

describe('a certificate that has expired', () => {
  test('seals nothing, and is named with its end', async () => {
    const { seal, clock } = keepEach(makeSeal())
    await signTrial(seal)
    clock.now = new Date(END.getTime() + 1000)
    const message = 'The certificate of the seal expired at 2027-01-31T12:00:00.000Z.'
    await expect(seal()).rejects.toMatchObject({ reason: 'passing', message })
  })

  test('is looked for again, where it may have been renewed', async () => {
    const renewed = makeSeal(new Date('2028-01-31T12:00:00Z'))
    const { seal, clock } = keepEach(makeSeal(), renewed)
    await seal()
    clock.now = new Date(END.getTime() + 1000)
    expect((await seal()).certificate).toBe(renewed.certificate)
  })
})

test('a certificate that is not valid yet seals nothing', async () => {
  const { seal, clock } = keepEach(makeSeal())
  clock.now = new Date(AT.getTime() - 1000)
  await expect(seal()).rejects.toThrow('is not valid before 2026-01-31T12:00:00.000Z')
})
