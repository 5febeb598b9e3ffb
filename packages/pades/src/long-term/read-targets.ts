/**
 * Finds what needs evidence in a signed file: every signer, and every authority that gave a timestamp.
 *
 * When a certificate must have been good depends on what came later: a timestamp behind a signature proves that the
 * signature existed then, whatever happened to the certificate afterwards.
 *
 * ETSI EN 319 142-1 §6.3, EN 319 102-1 §5.6 (past validation).
 */
import {
  checkTimestampToken,
  DerError,
  describeTimestampToken,
  type Evidence,
  findSignerCertificate,
  findTimestampToken,
  NO_EVIDENCE,
  readSignedData,
  CodedError,
  PkiError,
} from '@rubrica/pki'
import { evidenceOf, readDss } from '../dss/read-dss.ts'
import { vriKeyOf } from '../dss/write-dss.ts'
import { readFields, type SignatureField } from '../fields/read-fields.ts'
import { isArray, isInteger, isName, type PdfDocument, PdfString, withPdf, PdfError } from '@rubrica/pdf'

/** A certificate and when it must have been valid; null: at the moment of asking. */
export interface Target {
  /** DER. */
  readonly certificate: Uint8Array
  readonly at: Date | null
}

/** One signature or document timestamp with all that it rests on. */
export interface SignatureTarget {
  readonly field: string
  readonly vriKey: string
  readonly targets: readonly Target[]
  /** Whether a timestamp proves when it existed; a document timestamp does so by itself. */
  readonly isTimestamped: boolean
}

/** Plain data, so that it can be read in another thread. */
export interface EvidenceTargets {
  /** In the order of the revisions that they cover. */
  readonly signatures: readonly SignatureTarget[]
  /** DER of every certificate in the file. */
  readonly pool: readonly Uint8Array[]
  /** What the document security store holds. */
  readonly present: Evidence
  readonly unreadable: readonly UnreadableSignature[]
}

/** A signature that cannot be read: the error SIGNATURE_INVALID or TIMESTAMP_INVALID as plain data. */
export interface UnreadableSignature {
  readonly field: string
  readonly code: string
  readonly facts: CodedError['facts']
}

/** Signatures and document timestamps; a file that is renewed every year has some dozen. */
const MOST_SIGNATURES = 500

/** @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_ENCRYPTED, PDF_TOO_COMPLEX */
export function readTargets(base: Uint8Array): EvidenceTargets {
  return withPdf(base, (document) => {
    if (document.encryption !== null) throw new PdfError('PDF_ENCRYPTED')
    const store = readDss(document)
    const unreadable: UnreadableSignature[] = []
    const found = readFields(document).signatureFields.flatMap((field) => {
      const opened = tryToOpen(document, field)
      if (!(opened instanceof CodedError)) return opened
      unreadable.push({ field: field.name, code: opened.code, facts: opened.facts })
      return []
    })
    if (found.length > MOST_SIGNATURES) throw new PdfError('PDF_TOO_COMPLEX', { what: 'signatures' })
    const signatures = found.toSorted((left, right) => left.end - right.end)
    const present = store ? copyOf(evidenceOf(store)) : NO_EVIDENCE
    return {
      signatures: signatures.map((signature) => targetsOf(signature, signatures)),
      pool: [...signatures.flatMap(({ certificates }) => certificates), ...present.certificates],
      present,
      unreadable,
    }
  })
}

/** The error of a signature that cannot be read, rather than of the file. */
function tryToOpen(document: PdfDocument, field: SignatureField): OpenSignature[] | CodedError {
  try {
    return openSignature(document, field)
  } catch (error) {
    const isOfSignature = error instanceof CodedError && error.facts['field'] === field.name
    if (isOfSignature) return error
    throw error
  }
}

const copied = (pieces: readonly Uint8Array[]): Uint8Array[] => pieces.map((piece) => new Uint8Array(piece))

/** The pieces lie in the file; to post a view to another thread is to copy all that lies under it. */
const copyOf = ({ certificates, ocsps, crls }: Evidence): Evidence => ({
  certificates: copied(certificates),
  ocsps: copied(ocsps),
  crls: copied(crls),
})

interface OpenSignature {
  readonly field: string
  readonly vriKey: string
  /** Where its ByteRange ends. */
  readonly end: number
  readonly certificate: Uint8Array
  readonly certificates: readonly Uint8Array[]
  /** Time of a document timestamp. */
  readonly time: Date | null
  /** Of a signature. */
  readonly timestamp: { readonly time: Date; readonly certificate: Uint8Array } | null
}

function openSignature(document: PdfDocument, { name, value }: SignatureField): OpenSignature[] {
  if (value === null) return []
  const contents = document.resolve(value.get('Contents'))
  const range = document.resolve(value.get('ByteRange'))
  if (!(contents instanceof PdfString) || !isArray(range)) throw unreadable(name, 'DICTIONARY')
  const [start, length] = [document.resolve(range[2]), document.resolve(range[3])]
  if (!isInteger(start) || !isInteger(length)) throw unreadable(name, 'BYTE_RANGE')
  const open = isName(document.resolve(value.get('SubFilter')), 'ETSI.RFC3161') ? openTimestamp : openCms
  const octets = new Uint8Array(contents.bytes)
  try {
    return [{ field: name, vriKey: vriKeyOf(octets), end: start + length, ...open(octets) }]
  } catch (error) {
    if (error instanceof DerError) throw unreadable(name, 'CMS')
    if (error instanceof CodedError) throw error.withFacts({ field: name })
    throw error
  }
}

const unreadable = (field: string, fault: string): CodedError => new PkiError('SIGNATURE_INVALID', { field, fault })

type OpenContents = Pick<OpenSignature, 'certificate' | 'certificates' | 'time' | 'timestamp'>

function openTimestamp(contents: Uint8Array): OpenContents {
  return { ...describeTimestampToken(contents), timestamp: null }
}

function openCms(contents: Uint8Array): OpenContents {
  const facts = readSignedData(contents)
  const certificate = findSignerCertificate(facts)
  if (!certificate) throw new DerError('The certificate of the signer is missing')
  const token = findTimestampToken(facts.unsignedAttributes)
  const timestamp = token ? checkTimestampToken(token, { message: facts.signature }) : null
  const certificates = [...facts.certificates, ...(timestamp?.certificates ?? [])]
  return { certificate, certificates, time: null, timestamp }
}

function targetsOf(signature: OpenSignature, all: readonly OpenSignature[]): SignatureTarget {
  const { field, vriKey, end, certificate, time, timestamp } = signature
  const later = all.find((other) => other.time !== null && other.end > end)?.time ?? null
  const own: Target = { certificate, at: timestamp?.time ?? later }
  const authority: Target[] = timestamp ? [{ certificate: timestamp.certificate, at: later }] : []
  const isTimestamped = time !== null || timestamp !== null || later !== null
  return { field, vriKey, targets: [own, ...authority], isTimestamped }
}
