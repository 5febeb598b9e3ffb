import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { findWeakness } from '../src/validation/reading/name-algorithms.ts'
import { isSoundAlgorithm, isSoundKey } from '@rubrica/pki'

const curve = (namedCurve: string): KeyObject => generateKeyPairSync('ec', { namedCurve }).publicKey
const rsa = (modulusLength: number): KeyObject => generateKeyPairSync('rsa', { modulusLength }).publicKey
const NOW = Date.parse('2026-11-21')

describe('an algorithm counts as sound until the same day in certificates and in signatures', () => {
  test.each([
    ['md5', '2004-08-01'],
    ['ripemd160', '2011-08-01'],
    ['sha1', '2012-08-01'],
    ['sha224', '2025-12-31'],
  ])('%s until %s', (hash, end) => {
    const until = Date.parse(end)
    for (const [time, isSound] of [
      [until - 1, true],
      [until, false],
    ] as const) {
      expect(isSoundAlgorithm({ kind: 'ECDSA', hash }, time)).toBe(isSound)
      expect(findWeakness({ hash, key: null }, new Date(time))).toBe(isSound ? null : 'DIGEST_WEAK')
    }
  })

  test.each([
    ['RSA with 1024 bits', '2010-08-01', rsa(1024)],
    ['a curve of 192 bits', '2012-08-01', curve('prime192v1')],
    ['a curve of 239 bits', '2012-08-01', curve('prime239v1')],
  ])('%s until %s', (_what, end, key) => {
    const until = Date.parse(end)
    expect([isSoundKey(key, until - 1), isSoundKey(key, until)]).toEqual([true, false])
    expect(findWeakness({ hash: 'sha256', key }, new Date(until))).toBe('KEY_WEAK')
    expect(findWeakness({ hash: 'sha256', key }, new Date(until - 1))).toBeNull()
  })

  test('what this package signs with, and what comes after it, is sound', () => {
    const keys = [rsa(2048), ...['prime256v1', 'secp521r1', 'brainpoolP256r1'].map(curve)]
    keys.push(generateKeyPairSync('ed25519').publicKey)
    expect(keys.map((key) => findWeakness({ hash: 'sha3-512', key }, new Date(NOW)))).toEqual(Array(5).fill(null))
    expect(isSoundAlgorithm({ kind: 'EdDSA', hash: null }, NOW)).toBe(true)
  })

  test('what was never sound is not, at any time', () => {
    expect(isSoundAlgorithm({ kind: 'RSASSA-PKCS1-v1_5', hash: 'md2' }, 0)).toBe(false)
    expect(isSoundKey(rsa(512), 0)).toBe(false)
    expect(isSoundKey(generateKeyPairSync('x25519').publicKey, 0)).toBe(false)
  })
})
