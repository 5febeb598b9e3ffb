/**
 * Reads TSTInfo: what a timestamp token says.
 *
 * The signing certificate attribute names the signer of the token, so the name in `tsa` is skipped. Accuracy,
 * ordering and policy are skipped: no time is compared more finely than clocks differ.
 *
 * RFC 3161 §2.4.2, EN 319 422 §5.2 (qualified statements in the extensions).
 */
import { hasUnknownCritical, readExtensions } from '../certificates/read-extensions.ts'
import { DerCursor, DerError, octetsOf, readDer, smallIntegerOf, TAG, timeOf } from '../der/der-reader.ts'

export interface TimestampInfo {
  /** DER of the imprint's AlgorithmIdentifier. */
  readonly digestAlgorithm: Uint8Array
  readonly imprint: Uint8Array
  readonly time: Date
  /** Content octets of the INTEGER. */
  readonly nonce: Uint8Array | null
  /** An extension that must be understood is not: the token must not be relied on. */
  readonly hasUnknownCritical: boolean
}

const VERSION = 1
const QUALIFIED_STATEMENTS = '1.3.6.1.5.5.7.1.3'
const KNOWN: ReadonlySet<string> = new Set([QUALIFIED_STATEMENTS])
const ACCURACY = TAG.sequence
const ORDERING = TAG.boolean
const AUTHORITY = 0xa0
const EXTENSIONS = 0xa1

/**
 * @param content DER of TSTInfo
 * @throws DerError
 */
export function readTimestampInfo(content: Uint8Array): TimestampInfo {
  const info = new DerCursor(readDer(content, TAG.sequence))
  if (smallIntegerOf(info.take(TAG.integer)) !== VERSION) throw new DerError('The version of the token is not known')
  info.take(TAG.oid)
  const imprint = new DerCursor(info.take(TAG.sequence))
  const digestAlgorithm = imprint.take(TAG.sequence).bytes
  const digest = octetsOf(imprint.take(TAG.octetString))
  info.take(TAG.integer)
  const time = timeOf(info.take(TAG.generalizedTime))
  info.takeIf(ACCURACY)
  info.takeIf(ORDERING)
  const nonce = info.takeIf(TAG.integer)?.content ?? null
  info.takeIf(AUTHORITY)
  const extensions = readExtensions(info.takeIf(EXTENSIONS))
  info.end()
  return { digestAlgorithm, imprint: digest, time, nonce, hasUnknownCritical: hasUnknownCritical(extensions, KNOWN) }
}
