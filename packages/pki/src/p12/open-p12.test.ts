import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { classifyCertificate } from '../certificates/classify-certificate.ts'
import {
  encodeExplicit,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeUnsignedInteger,
} from '../der/der-writer.ts'
import { OID } from '../der/object-identifiers.ts'
import { makeTestSigner, type TestSigner } from '../../testing/make-test-signer.ts'
import { hasOpenssl, runOpenssl } from '../../testing/run-openssl.ts'
import { collectP12Keys } from './collect-p12-keys.ts'
import { openP12 } from './open-p12.ts'
import { decryptRc2Cbc } from '../algorithms/rc2-cipher.ts'
import { decryptRc4 } from '../algorithms/rc4-cipher.ts'
import { readPfx } from './read-pfx.ts'

const folder = mkdtempSync(join(tmpdir(), 'rubrica-p12-'))
afterAll(() => rmSync(folder, { recursive: true }))

const root = makeTestSigner({ commonName: 'Root', isCa: true })
const signers = {
  rsa: makeTestSigner({ key: 'rsa', issuer: root, commonName: 'Ana RSA' }),
  ec: makeTestSigner({ key: 'P-256', issuer: root, commonName: 'Biel EC' }),
}

function makeP12(signer: TestSigner, pin: string, ...options: readonly string[]): Buffer {
  const pem = [signer.certificate, ...signer.chain].map((der) => new X509Certificate(der).toString()).join('')
  writeFileSync(join(folder, 'key.pem'), signer.privateKey.export({ type: 'pkcs8', format: 'pem' }))
  writeFileSync(join(folder, 'certificates.pem'), pem)
  const files = ['-inkey', 'key.pem', '-in', 'certificates.pem', '-out', 'out.p12']
  const made = runOpenssl(folder, 'pkcs12', '-export', ...files, '-passout', `pass:${pin}`, ...options)
  if (!made.ok) throw new Error(made.stderr)
  return readFileSync(join(folder, 'out.p12'))
}

const encodings = {
  'AES-256 under PBKDF2': [],
  'AES-128 under PBKDF2, SHA-1 MAC': ['-keypbe', 'AES-128-CBC', '-certpbe', 'AES-128-CBC', '-macalg', 'sha1'],
  'SHA-512 MAC': ['-macalg', 'sha512'],
  'RC2-40 and 3DES (legacy)': ['-legacy'],
  'RC2-128 and two-key 3DES': ['-legacy', '-certpbe', 'PBE-SHA1-RC2-128', '-keypbe', 'PBE-SHA1-2DES'],
  'RC4 (legacy)': ['-legacy', '-certpbe', 'PBE-SHA1-RC4-40', '-keypbe', 'PBE-SHA1-RC4-128'],
  '3DES without a MAC': ['-nomac', '-keypbe', 'PBE-SHA1-3DES', '-certpbe', 'PBE-SHA1-3DES'],
  'nothing encrypted': ['-keypbe', 'NONE', '-certpbe', 'NONE'],
}
const pins = { plain: '1234', accented: 'Pässw0rd€ñ', empty: '' }

describe.runIf(hasOpenssl)('every encoding that openssl writes opens', () => {
  const cases = Object.keys(encodings).flatMap((encoding) =>
    Object.keys(pins).flatMap((pin) => Object.keys(signers).map((key) => ({ encoding, pin, key }))),
  )
  test.each(cases)('$encoding, $pin PIN, $key key', ({ encoding, pin, key }) => {
    const signer = signers[key as keyof typeof signers]
    const secret = pins[pin as keyof typeof pins]
    const file = makeP12(signer, secret, ...encodings[encoding as keyof typeof encodings], '-name', 'mi clave ñ')
    const { keys } = collectP12Keys(readPfx(file, secret, 5_000_000))
    expect(keys).toHaveLength(1)
    expect(keys[0]?.alias).toBe('mi clave ñ')
    expect(Buffer.from(keys[0]?.certificate ?? [])).toEqual(Buffer.from(signer.certificate))
    expect(keys[0]?.chain.map((der) => Buffer.from(der))).toEqual(signer.chain.map((der) => Buffer.from(der)))
    const expected = signer.privateKey.export({ type: 'pkcs8', format: 'der' })
    expect(Buffer.from(keys[0]?.privateKeyPkcs8 ?? [])).toEqual(expected)
  })

  test('a decomposed accent in the PIN opens a file made with the composed one', async () => {
    await expect(openP12(makeP12(signers.ec, 'niño'), 'nin\u0303o')).resolves.toHaveProperty('keys')
  })
})

describe.runIf(hasOpenssl)('what cannot be opened says why', () => {
  let file: Buffer
  beforeAll(() => {
    file = makeP12(signers.ec, '1234')
  })

  test('a wrong PIN', async () => {
    await expect(openP12(file, '4321')).rejects.toMatchObject({ code: 'P12_WRONG_PASSWORD' })
  })

  test('a wrong PIN where no MAC shows it', async () => {
    const bare = makeP12(signers.ec, '1234', '-nomac')
    await expect(openP12(bare, '4321')).rejects.toMatchObject({ code: 'P12_WRONG_PASSWORD' })
  })

  test('a file without a key', async () => {
    const bare = makeP12(signers.ec, '1234', '-nokeys')
    await expect(openP12(bare, '1234')).rejects.toMatchObject({ code: 'P12_NO_KEY' })
  })

  test('more iterations than allowed', async () => {
    const heavy = makeP12(signers.ec, '1234', '-iter', '60000')
    await expect(openP12(heavy, '1234', { maxRounds: 50_000 })).rejects.toMatchObject({ code: 'P12_TOO_COMPLEX' })
  })

  test('a file that keeps its process busy past the deadline', async () => {
    await expect(openP12(file, '1234', { timeoutMs: 1 })).rejects.toMatchObject({ code: 'P12_TOO_SLOW' })
  })

  test.each([0, 1, 30, 200, 500])('a file cut off after %i octets', async (length) => {
    await expect(openP12(file.subarray(0, length), '1234')).rejects.toMatchObject({ code: 'P12_DAMAGED' })
  })
})

test('a file larger than allowed is rejected before it is read', async () => {
  const refusal = openP12(new Uint8Array(11 * 1024 * 1024), '1234')
  await expect(refusal).rejects.toMatchObject({ code: 'P12_TOO_COMPLEX', facts: { reason: 'SIZE' } })
})

test('bags nested without end are rejected', async () => {
  const BAGS = '1.2.840.113549.1.12.10.1.6'
  let bags = encodeSequence()
  for (let depth = 0; depth < 12; depth++)
    bags = encodeSequence(encodeSequence(encodeOid(BAGS), encodeExplicit(0, bags)))
  const data = (content: Uint8Array) =>
    encodeSequence(encodeOid(OID.data), encodeExplicit(0, encodeOctetString(content)))
  const file = encodeSequence(encodeUnsignedInteger(3), data(encodeSequence(data(bags))))
  await expect(openP12(file, '')).rejects.toMatchObject({ code: 'P12_TOO_COMPLEX', facts: { reason: 'NESTING' } })
})

describe('the ciphers that OpenSSL 3 has retired', () => {
  const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')
  const vectors = [
    ['0000000000000000', 63, 'ebb773f993278eff', '0000000000000000'],
    ['ffffffffffffffff', 64, '278b27e42e2f0d49', 'ffffffffffffffff'],
    ['3000000000000000', 64, '30649edf9be7d2c2', '1000000000000001'],
    ['88', 64, '61a8a244adacccf0', '0000000000000000'],
    ['88bca90e90875a7f0f79c384627bafb2', 128, '2269552ab0f85ca6', '0000000000000000'],
  ] as const

  test.each(vectors)('RC2 with key %s and %i bits gives the block of RFC 2268', (key, effectiveBits, block, plain) => {
    // Chosen initial vector: the plain block becomes eight octets of padding before one of text is lost.
    const padding = Buffer.alloc(8, 8)
    const iv = Buffer.from(hex(plain).map((octet, index) => octet ^ (padding[index] ?? 0)))
    expect(decryptRc2Cbc(hex(block), { key: hex(key), iv, effectiveBits })).toHaveLength(0)
  })

  test('RC2 with a wrong key finds no padding', () => {
    const cipher = { key: hex('8800'), iv: Buffer.alloc(8), effectiveBits: 64 }
    expect(decryptRc2Cbc(hex('61a8a244adacccf0'), cipher)).toBeNull()
  })

  test('RC4 gives the key stream of RFC 6229', () => {
    const stream = decryptRc4(new Uint8Array(16), hex('0102030405'))
    expect(Buffer.from(stream).toString('hex')).toBe('b2396305f03dc027ccc3524a0a1118a8')
  })
})

const corpus = resolve(import.meta.dirname, '../../../../../shared/corpora/p12')

describe.runIf(existsSync(corpus))('the files of the shared corpus (needs ../shared)', () => {
  const rows = existsSync(corpus) ? readFileSync(join(corpus, 'pins.tsv'), 'utf8').trim().split('\n').slice(1) : []
  const files = rows.map((row) => row.split('\t')).map(([file = '', pin = '']) => ({ file, pin }))
  const inNovember2026 = new Date('2026-11-21T00:00:00Z')

  /** The start of a process counts, and a busy machine takes its time for that. */
  const patient = { timeoutMs: 60_000 }
  const opened = new Map<string, ReturnType<typeof openP12>>()
  /** Each once: some have keys that take seconds to derive. */
  const open = (file: string, pin: string) => {
    const known = opened.get(file) ?? openP12(readFileSync(join(corpus, file)), pin, patient)
    opened.set(file, known)
    return known
  }

  test.each(files)('$file opens', { timeout: 90_000 }, async ({ file, pin }) => {
    const { keys } = await open(file, pin)
    for (const key of keys) {
      const fromCertificate = new X509Certificate(key.certificate).publicKey
      const privateKey = createPrivateKey({ key: Buffer.from(key.privateKeyPkcs8), format: 'der', type: 'pkcs8' })
      const fromKey = createPublicKey(privateKey)
      expect(fromKey.equals(fromCertificate)).toBe(true)
    }
  })

  test('three are usable, eleven have expired and five are no signing certificates', { timeout: 300_000 }, async () => {
    const classes: string[] = []
    // One after another: nineteen processes at once would take the time from each other.
    for (const { file, pin } of files) {
      const [key] = (await open(file, pin)).keys
      const { usable, reasons } = classifyCertificate(key?.certificate ?? new Uint8Array(), [], inNovember2026)
      classes.push(usable ? 'usable' : reasons.find((reason) => reason === 'EXPIRED') ? 'expired' : 'unsuitable')
    }
    const count = (wanted: string) => classes.filter((one) => one === wanted).length
    expect([count('usable'), count('expired'), count('unsuitable')]).toEqual([3, 11, 5])
  })
})

test('what is no DER at all is rejected without a process', async () => {
  for (const bytes of [Buffer.alloc(0), Buffer.from('hello')]) {
    await expect(openP12(bytes, '', { timeoutMs: 0 })).rejects.toMatchObject({ code: 'P12_DAMAGED' })
  }
})
