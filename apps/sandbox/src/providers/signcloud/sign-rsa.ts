import { createHash } from 'node:crypto'
import { readDer, readObjectIdentifier, readSequence, expectTag, TAG } from '../../der/read-der.ts'
import type { Fault } from '../../inject-faults.ts'
import type { ProviderKey, ProviderKeys } from '../open-provider-keys.ts'
import { HASHES, type HashName } from '../sign-digest.ts'
import { internalError } from './signcloud-error.ts'

/** Mechanisms that hash what they are given; RSARAW only pads it. */
const HASHING: Readonly<Record<string, HashName>> = { RSASHA256: 'sha256', RSASHA512: 'sha512' }

/** Padding of RFC 8017 9.2 takes at least so many octets. */
const PADDING_BYTES = 11
const KEY_BYTES = 256

export interface RsaOrder {
  readonly key: ProviderKey
  readonly mechanism: string
  readonly plaintext: Uint8Array
  readonly fault?: Fault | undefined
}

/** Throws SignCloudError for a mechanism that there is not, among them the ones with MD5 and SHA-1. */
export function checkMechanism(mechanism: string): void {
  if (mechanism === 'RSARAW' || Object.hasOwn(HASHING, mechanism)) return
  throw internalError(`Mechanism ${mechanism.slice(0, 40)} is not supported`)
}

/** An RSASSA-PKCS1-v1_5 signature. Throws SignCloudError for a block that is too long to be padded. */
export function signRsa(keys: ProviderKeys, { key, mechanism, plaintext, fault }: RsaOrder): Buffer {
  const hash = HASHING[mechanism]
  if (hash !== undefined) return keys.sign({ key, digest: createHash(hash).update(plaintext).digest(), hash, fault })
  if (plaintext.length > KEY_BYTES - PADDING_BYTES) throw internalError('Data is too long for the key')
  const info = readDigestInfo(plaintext)
  return info === undefined ? keys.signBlock(key, plaintext, fault) : keys.sign({ key, ...info, fault })
}

/** What is inside a DigestInfo; undefined for other blocks, which are signed as they are. */
function readDigestInfo(block: Uint8Array): { digest: Uint8Array; hash: HashName } | undefined {
  try {
    const [algorithm, octets] = readSequence(readDer(block))
    const oid = readObjectIdentifier(readSequence(algorithm)[0])
    const name = (Object.keys(HASHES) as HashName[]).find((one) => HASHES[one] === oid)
    return name && { digest: expectTag(octets, TAG.octetString).content, hash: name }
  } catch {
    return undefined
  }
}
