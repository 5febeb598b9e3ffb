/**
 * Walks a PKCS#12 file and gives every key and certificate in it.
 *
 * A file holds any number of both, in any order, nested, encrypted one by one or together.
 * Which form of the PIN was used is settled by the MAC; a file without one is settled by what decrypts.
 *
 * RFC 7292 §4 and §5.1, RFC 9579 (PBMAC1).
 */
import { createHmac } from 'node:crypto'
import { PkiError } from '../pki-error.ts'
import {
  childrenOf,
  DerCursor,
  DerError,
  type DerNode,
  oidOf,
  octetsOf,
  onlyChild,
  readElement,
  smallIntegerOf,
  TAG,
} from '../der/der-reader.ts'
import { hashNameOf } from '../algorithms/digest-algorithms.ts'
import { OID } from '../der/object-identifiers.ts'
import { equalBytes } from '../cms/verify-signed-data.ts'
import { decryptPasswordBased, deriveKey, hmacHashOf, WorkBudget } from './decrypt-password-based.ts'
import { encodePassword, type PasswordBytes } from './password-encodings.ts'
import { derivePkcs12, PURPOSE } from './pkcs12-key-derivation.ts'

/** One thing found in the file. */
export interface PfxItem {
  /** DER of PrivateKeyInfo, or of a certificate. */
  readonly der: Uint8Array
  readonly friendlyName: string | null
  /** Lower-case hex. */
  readonly localKeyId: string | null
}

export interface PfxContents {
  readonly keys: readonly PfxItem[]
  readonly certificates: readonly PfxItem[]
}

const ENCRYPTED_DATA = '1.2.840.113549.1.7.6'
const PBMAC1 = '1.2.840.113549.1.5.14'
const BAG = '1.2.840.113549.1.12.10.1.'
const X509_CERTIFICATE = '1.2.840.113549.1.9.22.1'
const FRIENDLY_NAME = '1.2.840.113549.1.9.20'
const LOCAL_KEY_ID = '1.2.840.113549.1.9.21'
const MAX_BAGS = 1000
const MAX_NESTING = 4

/**
 * Everything in the file.
 * @param maxRounds sum of derivation rounds the file may ask for
 * @throws PkiError P12_WRONG_PASSWORD, P12_UNSUPPORTED, P12_TOO_COMPLEX
 * @throws DerError when the file is damaged
 */
export function readPfx(bytes: Uint8Array, password: string, maxRounds: number): PfxContents {
  const pfx = new DerCursor(readElement(bytes), TAG.sequence)
  pfx.take(TAG.integer)
  const safe = readContentInfo(pfx.take(TAG.sequence))
  if (safe.type !== OID.data) throw new PkiError('P12_UNSUPPORTED', { what: 'integrity', oid: safe.type })
  const authenticatedSafe = octetsOf(onlyChild(safe.content))
  const mac = pfx.takeIf(TAG.sequence)
  const budget = new WorkBudget(maxRounds)
  const passwords = encodePassword(password)
  const proved =
    mac && passwords.find((candidate) => isMacRight(mac, authenticatedSafe, { password: candidate, budget }))
  if (mac && !proved) throw new PkiError('P12_WRONG_PASSWORD')
  // The MAC and the contents of one file may spell an empty PIN differently.
  const order = proved ? [proved, ...passwords.filter((other) => other !== proved)] : passwords
  const walker = new PfxWalker(order, budget)
  for (const member of childrenOf(readElement(authenticatedSafe))) walker.readSafe(member)
  return walker
}

function readContentInfo(node: DerNode): { type: string; content: DerNode } {
  const cursor = new DerCursor(node, TAG.sequence)
  return { type: oidOf(cursor.take(TAG.oid)), content: cursor.take(0xa0) }
}

interface MacContext {
  readonly password: PasswordBytes
  readonly budget: WorkBudget
}

function isMacRight(mac: DerNode, content: Uint8Array, context: MacContext): boolean {
  const cursor = new DerCursor(mac)
  const digestInfo = new DerCursor(cursor.take(TAG.sequence))
  const algorithm = digestInfo.take(TAG.sequence)
  const expected = octetsOf(digestInfo.take(TAG.octetString))
  const salt = octetsOf(cursor.take(TAG.octetString))
  const rounds = cursor.takeIf(TAG.integer)
  const { hash, key } = macKey(algorithm, { salt, iterations: rounds ? smallIntegerOf(rounds) : 1 }, context)
  return equalBytes(createHmac(hash, key).update(content).digest(), expected)
}

function macKey(
  algorithm: DerNode,
  { salt, iterations }: { readonly salt: Uint8Array; readonly iterations: number },
  context: MacContext,
): { hash: string; key: Uint8Array } {
  const cursor = new DerCursor(algorithm)
  const oid = oidOf(cursor.take(TAG.oid))
  if (oid === PBMAC1) {
    const parameters = new DerCursor(cursor.take(TAG.sequence))
    const derivation = parameters.take(TAG.sequence)
    const hash = hmacHashOf(parameters.take(TAG.sequence))
    return { hash, key: deriveKey(derivation, pbmacKeyLength(derivation), context) }
  }
  const hash = hashNameOf(oid)
  if (!hash) throw new PkiError('P12_UNSUPPORTED', { what: 'mac', oid })
  context.budget.spend(iterations)
  const length = { sha1: 20, sha256: 32, sha384: 48, sha512: 64 }[hash] ?? 20
  const password = context.password.wide
  return { hash, key: derivePkcs12({ hash, password, salt, iterations, purpose: PURPOSE.mac, length }) }
}

/** PBMAC1 demands that the key's length is written in the PBKDF2 parameters. */
function pbmacKeyLength(derivation: DerNode): number {
  const parameters = childrenOf(new DerCursor(derivation).rest()[1] ?? derivation)
  const length = parameters[2]
  if (length?.tag !== TAG.integer) throw new DerError('The MAC does not say how long its key is')
  const octets = smallIntegerOf(length)
  if (octets < 1 || octets > 1024) throw new DerError('The MAC key has a wrong length')
  return octets
}

class PfxWalker implements PfxContents {
  readonly keys: PfxItem[] = []
  readonly certificates: PfxItem[] = []
  readonly #passwords: readonly PasswordBytes[]
  readonly #budget: WorkBudget
  #bags = 0

  constructor(passwords: readonly PasswordBytes[], budget: WorkBudget) {
    this.#passwords = passwords
    this.#budget = budget
  }

  /** One ContentInfo of the AuthenticatedSafe. */
  readSafe(node: DerNode): void {
    const { type, content } = readContentInfo(node)
    if (type === OID.data) return this.#readBags(octetsOf(onlyChild(content)), 0)
    if (type !== ENCRYPTED_DATA) throw new PkiError('P12_UNSUPPORTED', { what: 'privacy', oid: type })
    const encryptedData = new DerCursor(onlyChild(content, TAG.sequence))
    encryptedData.take(TAG.integer)
    const info = new DerCursor(encryptedData.take(TAG.sequence))
    info.take(TAG.oid)
    const algorithm = info.take(TAG.sequence)
    this.#readBags(this.#decrypt(algorithm, octetsOf(info.take())), 0)
  }

  #decrypt(algorithm: DerNode, data: Uint8Array): Uint8Array {
    for (const password of this.#passwords) {
      const plain = decryptPasswordBased(algorithm, data, { password, budget: this.#budget })
      if (plain) return plain
    }
    throw new PkiError('P12_WRONG_PASSWORD')
  }

  #readBags(safeContents: Uint8Array, depth: number): void {
    if (depth > MAX_NESTING) throw new PkiError('P12_TOO_COMPLEX', { reason: 'NESTING' })
    for (const bag of childrenOf(readElement(safeContents))) {
      if (++this.#bags > MAX_BAGS) throw new PkiError('P12_TOO_COMPLEX', { reason: 'BAGS' })
      this.#readBag(new DerCursor(bag, TAG.sequence), depth)
    }
  }

  #readBag(bag: DerCursor, depth: number): void {
    const type = oidOf(bag.take(TAG.oid))
    const value = onlyChild(bag.take(0xa0))
    const attributes = readBagAttributes(bag.takeIf(TAG.set))
    if (type === `${BAG}1`) this.keys.push({ der: value.bytes, ...attributes })
    if (type === `${BAG}2`) this.keys.push({ der: this.#decryptKey(value), ...attributes })
    if (type === `${BAG}3`) this.#addCertificate(value, attributes)
    if (type === `${BAG}6`) this.#readBags(value.bytes, depth + 1)
  }

  #decryptKey(value: DerNode): Uint8Array {
    const cursor = new DerCursor(value, TAG.sequence)
    const algorithm = cursor.take(TAG.sequence)
    return this.#decrypt(algorithm, octetsOf(cursor.take(TAG.octetString)))
  }

  #addCertificate(value: DerNode, attributes: Omit<PfxItem, 'der'>): void {
    const cursor = new DerCursor(value, TAG.sequence)
    if (oidOf(cursor.take(TAG.oid)) !== X509_CERTIFICATE) return
    this.certificates.push({ der: octetsOf(onlyChild(cursor.take(0xa0))), ...attributes })
  }
}

function readBagAttributes(set: DerNode | undefined): Omit<PfxItem, 'der'> {
  const values = new Map<string, DerNode>()
  for (const attribute of set ? childrenOf(set) : []) {
    const cursor = new DerCursor(attribute, TAG.sequence)
    const type = oidOf(cursor.take(TAG.oid))
    const value = childrenOf(cursor.take(TAG.set))[0]
    if (value) values.set(type, value)
  }
  const name = values.get(FRIENDLY_NAME)
  const id = values.get(LOCAL_KEY_ID)
  return {
    friendlyName: name ? new TextDecoder('utf-16be').decode(name.content) : null,
    localKeyId: id ? Buffer.from(octetsOf(id)).toString('hex') : null,
  }
}
