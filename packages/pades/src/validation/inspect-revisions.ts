/**
 * The history of a file: revisions, signatures and the security store. Nothing is judged.
 */
import { readDss } from '../dss/read-dss.ts'
import { findCoveredRevision, listRevisions, openDecryption, type PdfDocument, PdfName, withPdf } from '@rubrica/pdf'
import { findSignatures, type FoundSignature } from './finding/find-signatures.ts'
import { readByteRange } from './finding/read-byte-range.ts'

export interface RevisionFacts {
  /** Where each revision ends, in octets, the oldest first. */
  readonly revisionEnds: readonly number[]
  readonly signatures: readonly {
    /** Fully qualified name; empty without a field. */
    readonly field: string
    readonly subFilter: string | null
    /** From 1; null when it covers no revision properly. */
    readonly coversRevision: number | null
  }[]
  /** Number of values in the document security store; null without one. */
  readonly securityStore: {
    readonly certificates: number
    readonly ocsps: number
    readonly crls: number
    /** Signatures that have an entry of their own. */
    readonly vri: number
  } | null
}

/** @throws CodedError NOT_A_PDF, PDF_DAMAGED, PDF_TOO_COMPLEX */
export function inspectRevisions(bytes: Uint8Array): RevisionFacts {
  return withPdf(bytes, (document) => {
    document.useDecryption(openDecryption(document))
    const store = readDss(document)
    return {
      revisionEnds: listRevisions(document).map(({ end }) => end),
      signatures: findSignatures(document).signatures.map((found) => describeSignature(document, found)),
      securityStore: store && {
        certificates: store.certificates.length,
        ocsps: store.ocsps.length,
        crls: store.crls.length,
        vri: store.vri.size,
      },
    }
  })
}

function describeSignature(document: PdfDocument, found: FoundSignature): RevisionFacts['signatures'][number] {
  const subFilter = document.resolve(found.dict.get('SubFilter'))
  const read = readByteRange(document.bytes, found)
  const covered = read.fault === null ? findCoveredRevision(document, read.range[2] + read.range[3]) : null
  return {
    field: found.field,
    subFilter: subFilter instanceof PdfName ? subFilter.value : null,
    coversRevision: covered?.number ?? null,
  }
}
