/**
 * The values that cross the border of this package: plain data, no behaviour.
 *
 * Lengths are PDF points (1/72 inch) unless said otherwise; certificates and CMS are DER.
 */
import type { PageGeometry } from '@rubrica/pdf'
import type { DataToBeSigned, DigestAlgorithm, SignatureScheme } from '@rubrica/pki'

/** A rectangle on the page as displayed: origin at the lower left corner of the (rotated) CropBox, in points. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Where a new field goes. Without a box it is invisible. `page` counts from 1. */
export interface FieldPlacement {
  readonly name: string
  readonly page: number
  readonly box?: Box
  /**
   * A signature field, which is the default, has one place only; a read-only push button beside it shows the same
   * stamp once more (`SignatureRequest.repeatIn`).
   */
  readonly kind?: 'signature' | 'button'
  /** What the signature in this field will forbid from then on. Not for buttons. */
  readonly lock?: FieldLock
}

/** Fields, by fully qualified name, that must not be filled once the field with this lock is signed. */
export type FieldLock = (
  { readonly action: 'All' } | { readonly action: 'Include' | 'Exclude'; readonly fields: readonly string[] }
) & {
  /** Also limits what later revisions may do, as a certification does (PDF 2.0). */
  readonly permission?: DocumentPermission
}

/** DocMDP: 1 no changes, 2 forms may be filled and signed, 3 comments too. */
export type DocumentPermission = 1 | 2 | 3

export interface SignatureFieldFacts {
  /** Fully qualified field name. */
  readonly name: string
  readonly signed: boolean
  /** Page of its first widget, from 1; null when it has none. */
  readonly page: number | null
}

/** What the owner's permissions of an encrypted file allow (ISO 32000-2 table 22). */
export interface PdfPermissions {
  readonly modify: boolean
  readonly annotate: boolean
  /** Fill in fields, which includes signing existing signature fields. */
  readonly fillForms: boolean
}

export interface PdfFacts {
  /** "1.7", "2.0": the greater of header and catalogue. */
  readonly version: string
  /** 0 when the page tree is encrypted. */
  readonly pageCount: number
  readonly encrypted: boolean
  readonly permissions: PdfPermissions | null
  /** Style of the newest cross-reference section. */
  readonly xref: 'table' | 'stream' | 'hybrid'
  readonly linearized: boolean
  /** True when the cross-reference data was unusable and the objects were found by scanning. */
  readonly recovered: boolean
  /** Number of cross-reference sections, oldest included (a linearized file has two from birth). */
  readonly revisions: number
  /** DocMDP permission of a certification signature. */
  readonly certification: DocumentPermission | null
  readonly signatureFields: readonly SignatureFieldFacts[]
  /** There are signatures, and the last one that reaches furthest ends before the end of the file. */
  readonly hasUnsignedTail: boolean
  /** Geometry of a page by index from 0. Throws PAGE_OUT_OF_RANGE. */
  readonly pages: (index: number) => PageGeometry
}

/** Leads whoever has a document on paper to where it is verified. */
export interface VerificationMark {
  /** Groups of letters and digits with hyphens between them, to be typed. */
  readonly code: string
  /** What a QR symbol holds: an absolute address. */
  readonly address: string
}

/** What the signature shows on the page. */
export interface Stamp {
  readonly lines: readonly string[]
  /** PNG or baseline/progressive JPEG. */
  readonly image?: Uint8Array
  /** Shown where the box has room for it beside the rest. */
  readonly mark?: VerificationMark
}

export interface SignatureRequest {
  /** Left out when the signer has none yet: a provider that issues one on demand answers with a complete CMS. */
  readonly certificate?: Uint8Array
  /** Issuers of the certificate, nearest first, without the certificate itself. */
  readonly chain: readonly Uint8Array[]
  readonly digestAlgorithm: DigestAlgorithm
  readonly field: { readonly name: string } | { readonly create: FieldPlacement }
  /** Written as /M; never as a signed attribute. */
  readonly claimedTime: Date
  readonly name?: string
  readonly reason?: string
  readonly location?: string
  readonly contactInfo?: string
  readonly stamp?: Stamp
  /** Names of push-button fields that show the stamp too, filled in the same revision. */
  readonly repeatIn?: readonly string[]
  /** Makes this a certification, which only the first signature of a file can be: what later revisions may do. */
  readonly certify?: DocumentPermission
  /** Bytes kept free for the CMS. */
  readonly contentsSize?: number
  /** Default: by the certificate's key, PKCS#1 v1.5 for RSA. */
  readonly signatureScheme?: SignatureScheme
}

/** A signature whose bytes are all fixed except the CMS itself. Any process can resume it. */
export interface PreparedSignature extends DataToBeSigned {
  readonly version: 1
  /** SHA-256 of the base, lower-case hex. */
  readonly baseDigest: string
  readonly baseLength: number
  /** The incremental update, with ByteRange filled in and Contents all zeros. */
  readonly tail: Uint8Array
  /** Offset in the tail of the first hex digit of Contents. */
  readonly contentsOffset: number
  readonly byteRange: readonly [number, number, number, number]
}

/** A prepared signature that does not name its base, for those who still have it at hand. */
export type FixedSignature = Omit<PreparedSignature, 'version' | 'baseDigest'>
