/**
 * Keys and certificates for tests, made while they run.
 *
 * RFC 5280 §4.1; only what the tests look at is in the certificates.
 */
import { createPublicKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import {
  encodeBoolean,
  encodeElement,
  encodeExplicit,
  encodeNull,
  encodeOctetString,
  encodeOid,
  encodeSequence,
  encodeSetOf,
  encodeUnsignedInteger,
} from '../src/der/der-writer.ts'
import { OID } from '../src/der/object-identifiers.ts'
import { readCertificate } from '../src/certificates/read-certificate.ts'

export interface TestSigner {
  readonly privateKey: KeyObject
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
}

export interface TestSignerOptions {
  readonly commonName?: string
  /** Attributes before the common name, each a part of its own. */
  readonly subject?: readonly { readonly oid: string; readonly value: string }[]
  /** Tag of the strings in the subject: UTF8String where nothing is said, every other one in Latin-1. */
  readonly stringTag?: number
  readonly key?: 'rsa' | 'rsa-1024' | 'P-256' | 'P-384' | 'P-521' | 'ed25519'
  /** Whose key is certified once more, instead of one of its own. */
  readonly keyOf?: TestSigner
  readonly issuer?: TestSigner
  readonly notBefore?: Date
  readonly notAfter?: Date
  readonly isCa?: boolean
  /** First octet of keyUsage; null leaves it out. */
  readonly keyUsage?: number | null
  readonly purposes?: readonly string[]
  /** Whole Extension elements besides these. */
  readonly extensions?: readonly Uint8Array[]
}

const RSA_SHA256 = encodeSequence(encodeOid(OID.rsaWithSha256), encodeNull())
const ECDSA_SHA256 = encodeSequence(encodeOid(OID.ecdsaWithSha256))
let serial = 0x80

/** A key and its certificate, signed by `issuer` or by itself. */
export function makeTestSigner(options: TestSignerOptions = {}): TestSigner {
  const privateKey = keyFor(options)
  const publicKey = createPublicKey(privateKey)
  const name = encodeName(options)
  const signer = options.issuer?.privateKey ?? privateKey
  const algorithm = signer.asymmetricKeyType === 'rsa' ? RSA_SHA256 : ECDSA_SHA256
  const body = encodeSequence(
    encodeExplicit(0, encodeUnsignedInteger(2)),
    encodeUnsignedInteger(++serial),
    algorithm,
    options.issuer ? readCertificate(options.issuer.certificate).subject : name,
    encodeSequence(encodeTime(options.notBefore ?? daysFromNow(-1)), encodeTime(options.notAfter ?? daysFromNow(365))),
    name,
    new Uint8Array(publicKey.export({ type: 'spki', format: 'der' })),
    encodeExplicit(3, encodeSequence(...encodeExtensions(options))),
  )
  const signature = sign(signer.asymmetricKeyType === 'ed25519' ? null : 'sha256', body, signer)
  const certificate = encodeSequence(body, algorithm, encodeElement(0x03, Uint8Array.of(0), signature))
  return { privateKey, certificate, chain: options.issuer ? [options.issuer.certificate, ...options.issuer.chain] : [] }
}

const keyFor = ({ keyOf, key = 'P-256' }: TestSignerOptions): KeyObject =>
  keyOf?.privateKey ?? generateKey(key).privateKey

function generateKey(kind: NonNullable<TestSignerOptions['key']>) {
  if (kind === 'ed25519') return generateKeyPairSync('ed25519')
  if (kind.startsWith('rsa')) return generateKeyPairSync('rsa', { modulusLength: kind === 'rsa' ? 2048 : 1024 })
  return generateKeyPairSync('ec', { namedCurve: kind })
}

const daysFromNow = (days: number): Date => new Date(Date.now() + days * 86_400_000)

function encodeTime(time: Date): Uint8Array {
  const digits = time.toISOString().replace(/\.\d+|[-:T]/g, '')
  return encodeElement(0x18, Buffer.from(digits))
}

const UTF8_STRING = 0x0c

function encodeName(options: TestSignerOptions): Uint8Array {
  const { subject = [], commonName = 'Ana Pérez', stringTag = UTF8_STRING } = options
  const parts = [...subject, { oid: OID.commonName, value: commonName }].map(({ oid, value }) => {
    const text = Buffer.from(value, stringTag === UTF8_STRING ? 'utf8' : 'latin1')
    return encodeSetOf([encodeSequence(encodeOid(oid), encodeElement(stringTag, text))])
  })
  return encodeSequence(...parts)
}

function encodeExtensions(options: TestSignerOptions): Uint8Array[] {
  const { isCa = false, keyUsage = 0x40, purposes, extensions: more = [] } = options
  const constraints = isCa ? encodeSequence(encodeBoolean(true)) : encodeSequence()
  const extensions = [encodeExtension(OID.basicConstraints, constraints)]
  if (keyUsage !== null) {
    extensions.push(encodeExtension(OID.keyUsage, encodeElement(0x03, Uint8Array.of(0, isCa ? 0x06 : keyUsage))))
  }
  if (purposes) extensions.push(encodeExtension(OID.extendedKeyUsage, encodeSequence(...purposes.map(encodeOid))))
  return [...extensions, ...more]
}

const encodeExtension = (oid: string, value: Uint8Array): Uint8Array =>
  encodeSequence(encodeOid(oid), encodeBoolean(true), encodeOctetString(value))
