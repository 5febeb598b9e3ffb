import type { KeyObject } from 'node:crypto'
import { expect, test } from 'vitest'
import { encodeNull, encodeOctetString, encodeOid, encodeSequence, encodeUnsignedInteger } from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { makeTestSigner, type TestSigner } from '../../testing/make-test-signer.ts'
import { collectP12Keys } from './collect-p12-keys.ts'

const item = (der: Uint8Array, friendlyName: string | null = null) => ({ der, friendlyName, localKeyId: null })
const pkcs8 = ({ privateKey }: TestSigner) => new Uint8Array(privateKey.export({ format: 'der', type: 'pkcs8' }))

/** The same RSA key with exponents that are right and far longer than they need to be. */
function withLongExponents(key: KeyObject, octets: number): Uint8Array {
  const jwk = key.export({ format: 'jwk' }) as Record<string, string>
  const number = (name: string) => BigInt(`0x${Buffer.from(jwk[name]!, 'base64url').toString('hex')}`)
  const long = (name: string, prime: string) => number(name) + (number(prime) - 1n) * (1n << BigInt(8 * octets))
  const parts = ['n', 'e', 'd', 'p', 'q'].map(number)
  const numbers = [0n, ...parts, long('dp', 'p'), long('dq', 'q'), number('qi')]
  const rsa = encodeSequence(...numbers.map((value) => encodeUnsignedInteger(octetsOf(value))))
  const algorithm = encodeSequence(encodeOid(OID.rsaEncryption), encodeNull())
  return encodeSequence(encodeUnsignedInteger(0), algorithm, encodeOctetString(rsa))
}

function octetsOf(value: bigint): Uint8Array {
  const hex = value.toString(16)
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
}

test('a key that would take seconds for each signature is rejected', () => {
  const signer = makeTestSigner({ key: 'rsa' })
  const certificates = [item(signer.certificate)]
  expect(collectP12Keys({ keys: [item(withLongExponents(signer.privateKey, 1))], certificates }).keys).toHaveLength(1)
  expect(() => collectP12Keys({ keys: [item(withLongExponents(signer.privateKey, 100_000))], certificates })).toThrow(
    expect.objectContaining({ code: 'P12_TOO_COMPLEX' }),
  )
})

test('a certificate that no signature has room for is rejected', () => {
  const signer = makeTestSigner({ commonName: 'Ana '.repeat(80_000) })
  const contents = { keys: [item(pkcs8(signer))], certificates: [item(signer.certificate)] }
  expect(() => collectP12Keys(contents)).toThrow(expect.objectContaining({ code: 'P12_TOO_COMPLEX' }))
})

test('every key of a file has a name of its own, whatever the file calls them', () => {
  const signers = ['work', 'work (3)', 'work'].map((name) => ({ name, signer: makeTestSigner() }))
  const { keys } = collectP12Keys({
    keys: signers.map(({ name, signer }) => item(pkcs8(signer), name)),
    certificates: signers.map(({ signer }) => item(signer.certificate)),
  })
  expect(new Set(keys.map(({ alias }) => alias)).size).toBe(3)
})
