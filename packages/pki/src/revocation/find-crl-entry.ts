/**
 * Searches the entries of a CRL for a certificate, byte by byte.
 *
 * All entries are passed, as one that is not understood makes the whole list unusable, and in an indirect list an entry
 * says for which issuer those after it speak. Nothing is allocated for an entry that is not the one sought.
 *
 * RFC 5280 §5.1.2.6 and §5.3.
 */
import { hasUnknownCritical, readExtensions } from '../certificates/read-extensions.ts'
import { DerError, readDer, readElement, TAG, timeOf } from '../der/der-reader.ts'
import { parseGeneralNames } from '../path/general-names.ts'
import type { Crl } from './read-crl.ts'

export interface CrlEntry {
  readonly revokedAt: Date
  /** CRLReason; null when none is given. */
  readonly reason: number | null
}

export interface SoughtCertificate {
  /** Content octets of the INTEGER. */
  readonly serialNumber: Uint8Array
  /** Key of the issuer's name. */
  readonly issuerKey: string
}

const REASON_CODE = '2.5.29.21'
const CERTIFICATE_ISSUER = '2.5.29.29'
/** Hold instruction and invalidity date may be there and change nothing. */
const PROCESSED: ReadonlySet<string> = new Set([REASON_CODE, CERTIFICATE_ISSUER, '2.5.29.23', '2.5.29.24'])
const LONGEST_EXTENSIONS = 65_536

/** Octets before the content of the element at `offset`. */
function headerLength(bytes: Uint8Array, offset: number): number {
  const first = bytes[offset + 1] ?? 0xff
  if (first < 0x80) return 2
  if (first === 0x80 || first > 0x84) throw new DerError('The length of an entry is not one')
  return 2 + (first & 0x7f)
}

/** Where the element at `offset` ends. */
function endOf(bytes: Uint8Array, offset: number, limit: number): number {
  const header = headerLength(bytes, offset)
  let length = bytes[offset + 1] ?? 0
  if (length >= 0x80) {
    length = 0
    for (let index = 2; index < header; index++) length = length * 256 + (bytes[offset + index] ?? 0)
  }
  const end = offset + header + length
  if (end > limit) throw new DerError('An entry reaches past its end')
  return end
}

/**
 * The entry of the certificate; null when it is not listed.
 * @throws DerError when an entry is damaged or has a critical extension that is not understood
 */
export function findCrlEntry(crl: Crl, sought: SoughtCertificate): CrlEntry | null {
  const { entries } = crl
  let found: CrlEntry | null = null
  let issuerKey = crl.issuer.key
  for (let offset = 0; offset < entries.length;) {
    if (entries[offset] !== TAG.sequence) throw new DerError('An entry is no sequence')
    const end = endOf(entries, offset, entries.length)
    const serial = offset + headerLength(entries, offset)
    const time = endOf(entries, serial, end)
    const rest = endOf(entries, time, end)
    const extensions = rest < end ? readEntryExtensions(entries.subarray(rest, end)) : null
    issuerKey = findIssuer(crl, extensions) ?? issuerKey
    if (!found && issuerKey === sought.issuerKey && isSerial(entries, serial, sought.serialNumber)) {
      found = { revokedAt: timeOf(readElement(entries.subarray(time, rest))), reason: extensions?.reason ?? null }
    }
    offset = end
  }
  return found
}

function isSerial(bytes: Uint8Array, offset: number, wanted: Uint8Array): boolean {
  if (bytes[offset] !== TAG.integer || bytes[offset + 1] !== wanted.length) return false
  for (let index = 0; index < wanted.length; index++) {
    if (bytes[offset + 2 + index] !== wanted[index]) return false
  }
  return true
}

interface EntryExtensions {
  readonly reason: number | null
  readonly issuerKey: string | null
}

/** What most lists write, and nothing else: SEQUENCE { SEQUENCE { reasonCode, OCTET STRING { ENUMERATED } } }. */
const ONLY_REASON = [0x30, 0x0c, 0x30, 0x0a, 0x06, 0x03, 0x55, 0x1d, 0x15, 0x04, 0x03, 0x0a, 0x01] as const
const ONLY_REASONS: readonly EntryExtensions[] = Array.from({ length: 11 }, (_, reason) => ({
  reason,
  issuerKey: null,
}))

function readEntryExtensions(bytes: Uint8Array): EntryExtensions {
  const isOnlyReason = bytes.length === 14 && ONLY_REASON.every((octet, index) => bytes[index] === octet)
  const common = isOnlyReason ? ONLY_REASONS[bytes[13] ?? 0] : undefined
  if (common) return common
  if (bytes.length > LONGEST_EXTENSIONS) throw new DerError('The extensions of an entry are too long')
  const extensions = readExtensions(readDer(bytes, TAG.sequence))
  if (hasUnknownCritical(extensions, PROCESSED)) throw new DerError('An entry has an unknown critical extension')
  const reason = extensions.get(REASON_CODE)
  const issuer = extensions.get(CERTIFICATE_ISSUER)
  return {
    reason: reason ? (readDer(reason.value).content[0] ?? null) : null,
    issuerKey: issuer ? readIssuer(issuer.value) : null,
  }
}

function readIssuer(value: Uint8Array): string {
  const name = parseGeneralNames(value).find((one) => one.kind === 'directory')
  if (name?.kind !== 'directory') throw new DerError('An entry does not name its issuer')
  return name.name.key
}

function findIssuer({ issuingPoint }: Crl, extensions: EntryExtensions | null): string | null {
  if (!extensions?.issuerKey) return null
  if (!issuingPoint?.isIndirect) throw new DerError('Only an indirect list names other issuers')
  return extensions.issuerKey
}
