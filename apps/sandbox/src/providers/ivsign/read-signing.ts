import { readBase64, readText } from '../read-body.ts'
import { HASHES, type HashName } from '../sign-digest.ts'
import { KeymanError } from './keyman-error.ts'
import type { KeymanCertificate, KeymanUser } from './keyman-users.ts'

const DIGEST_BYTES = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 } as const
const MAX_HASHES = 250

/** What a request says of a certificate: in an object of its own, or beside the rest. */
export function readCertificateFields(body: unknown): { readonly certid: string; readonly pin: string } {
  const nested = readMember(body, 'cert')
  const [certid = '', pin = ''] = ['certid', 'pin'].map((name) => readText(nested, name) || readText(body, name))
  return { certid, pin }
}

/** Throws KeymanError for one that the user does not have. */
export function findCertificate(user: KeymanUser, body: unknown): KeymanCertificate {
  const { certid } = readCertificateFields(body)
  if (certid === '') throw new KeymanError('request')
  const found = user.certificates.find((one) => one.certid === certid)
  if (found === undefined) throw new KeymanError('certificate')
  return found
}

/** The digests that are, or shall be, signed: `hash` or `hashes`, in base64. Throws KeymanError. */
export function readDigests(body: unknown): { readonly digests: readonly Buffer[]; readonly hash: HashName } {
  const hash = readText(body, 'hashalgorithm').toLowerCase().replace('-', '')
  const many = readMember(body, 'hashes')
  const texts = Array.isArray(many) ? (many as unknown[]) : [readText(body, 'hash')]
  if (!isHash(hash) || texts.length === 0 || texts.length > MAX_HASHES) throw new KeymanError('hash')
  const digests = texts.map((text) => {
    const digest = typeof text === 'string' ? readBase64(text) : undefined
    if (digest?.length !== DIGEST_BYTES[hash]) throw new KeymanError('hash')
    return digest
  })
  return { digests, hash }
}

const isHash = (name: string): name is HashName => Object.hasOwn(HASHES, name)

function readMember(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null) return undefined
  return (body as Readonly<Record<string, unknown>>)[name]
}
