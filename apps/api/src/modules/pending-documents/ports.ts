import type {
  AccessMethod,
  Act,
  ApproverState,
  DocumentState,
  Integrity,
  PassingOn,
  SignerState,
} from '@rubrica/domain'
import type { DocumentKey } from '../../ports/object-store.ts'
import type { RemarkMark } from '../remarks/ports.ts'
import type { Acting } from '../sessions/ports.ts'

/** One revision of a document, whole and in clear. */
export interface LoadedRevision {
  /** Base and every tail up to this revision, joined. */
  readonly bytes: Uint8Array
  readonly revision: number
  /** SHA-256 of `bytes`, lower-case hex; equal to the digest on the revision's row. */
  readonly digest: string
  /** What further revisions of the document are encrypted with. */
  readonly key: DocumentKey
}

/** Which bytes of a document are wanted. */
export interface WhichBytes {
  readonly revision?: number
  readonly onLength?: (bytes: number) => void
}

/**
 * Reads documents. A revision's row keeps the SHA-256 of the whole file up to and including its own piece;
 * its object holds only that piece (revision 0 the intake file, each later one a tail of `length` bytes that
 * follows `base_length` bytes).
 */
export interface DocumentBytes {
  /**
   * @param which.revision defaults to the current one
   * @param which.onLength called with the length before anything is read; when it throws, nothing is
   * @throws {PortalError} DOCUMENT_NOT_FOUND when there is no such document or revision, or its key was destroyed
   */
  load(documentId: string, which?: WhichBytes): Promise<LoadedRevision>
}

export const PENDING_ORDERS = ['FileName', 'UploadTime', 'Tag', 'SenderName', 'Certificate'] as const
export type PendingOrder = (typeof PENDING_ORDERS)[number]

export interface PendingFilters {
  /** Sent at or after this instant. */
  readonly from?: Date
  /** Sent before this instant. */
  readonly before?: Date
  /** Part of the file name, in any case and with or without accents. */
  readonly fileName?: string
  readonly certificateId?: string
  /** The one document that the caller's session opens. */
  readonly documentId?: string | undefined
  /** What is offered to a deputy. */
  readonly substitutionId?: string | undefined
  /** Part of the sender's name, likewise. */
  readonly sender?: string
  /**
   * Part of a tag, likewise; of several with commas between them, each is in some tag. The empty string asks for
   * documents without tags.
   */
  readonly tag?: string
}

export interface PendingQuery {
  readonly userId: string
  readonly filters: PendingFilters
  readonly orderBy: PendingOrder
  readonly descending: boolean
  /** From 1. */
  readonly page: number
  readonly pageSize: number
}

/** How many rows match in all, and those of the page. */
export interface PendingMatches {
  readonly count: number
  readonly documents: readonly PendingDocument[]
}

export interface PendingDocument {
  readonly documentId: string
  readonly signerId: string
  readonly fileName: string
  readonly uploadTime: Date
  readonly tag: string
  readonly senderName: string
  readonly description: string
  readonly signerName: string
  readonly legalIdType: string
  /** Until when it can be signed. */
  readonly deadline: Date | null
  /** Undefined while nobody has looked at its signatures. */
  readonly integrity: Integrity | undefined
  readonly reason: string | null
  readonly readAll: boolean
  readonly hasAttachment: boolean
  readonly hasDisclaimer: boolean
  readonly certificate: { readonly id: string; readonly alias: string } | null
  readonly certificateType: string | null
  /** From the sender to this signer alone; empty where there is none. */
  readonly privateMessage: string
  readonly passingOn: PassingOn
  /** Whether somebody who stands in for the person has said something of it. */
  readonly remark: RemarkMark | null
}

/** A document that a person has signed or rejected, as its row said while it waited. */
export interface DecidedDocument extends PendingDocument {
  readonly documentState: DocumentState
  readonly act: Exclude<Act, 'Approved'>
  readonly at: Date
  readonly rejectionReason: string | null
  /** Who acted in the name of the person, if somebody did. */
  readonly deputy: string | null
}

/** Where a signature stands. */
export interface SignaturePlace extends PlaceOnPage {
  /** From 1. */
  readonly page: number
}

/** What a signer is to a document, and which revision of it is current. */
export interface SignerStanding {
  readonly signerId: string
  readonly documentId: string
  readonly subscriptionId: string
  readonly state: SignerState
  readonly deadline: Date | null
  readonly fileName: string
  readonly pageCount: number
  readonly revision: number
  /** SHA-256 of the current revision, lower-case hex. */
  readonly digest: string
}

export interface StandingRequest {
  readonly userId: string
  /** Of a deputy, to whom the page is shown. */
  readonly substitutionId?: string | undefined
  readonly documentId: string
  /** From 1. */
  readonly page: number
}

/** A standing, and which images of one page of the current revision are recorded as served already. */
export interface StandingAtPage extends SignerStanding {
  /** SHA-256 of each. */
  readonly served: readonly Buffer[]
}

export interface SignerProgress {
  readonly signerId: string
  readonly name: string
  readonly state: SignerState
  /** When it became their turn; null as long as it has not. */
  readonly calledAt: Date | null
  readonly operatedAt: Date | null
  readonly approvers: readonly { name: string; email: string; legalId: string; state: ApproverState }[]
}

/** An image of a page that was served, large enough to be read. */
export interface ServedImage {
  readonly page: number
  readonly revision: number
  /** SHA-256 of the JPEG that was served. */
  readonly imageDigest: Buffer
  readonly width: number
  /** Of a deputy, to whom it was served. */
  readonly substitutionId?: string | undefined
}

export interface PageView extends ServedImage {
  readonly signerId: string
  readonly subscriptionId: string
  readonly at: Date
}

export interface Rejection extends Acting {
  readonly signerId: string
  readonly reason: string
  readonly accessMethod: AccessMethod
  readonly at: Date
}

export type RejectionOutcome = 'rejected' | 'unknown' | 'busy' | 'ended'

export interface PendingDocumentStore {
  search(query: PendingQuery): Promise<PendingMatches>
  /** Undefined when the document is not the user's, or not yet: nobody learns of other people's documents. */
  standing(userId: string, documentId: string): Promise<SignerStanding | undefined>
  /** As `standing`, for one page, in one question. */
  standingAtPage(request: StandingRequest): Promise<StandingAtPage | undefined>
  progress(documentId: string): Promise<{ uploadTime: Date; signers: SignerProgress[] }>
  /** Undefined unless this very person has signed or rejected it. */
  decided(userId: string, documentId: string): Promise<DecidedDocument | undefined>
  /** In the order of the pages; undefined for strangers and before their turn, empty for who signs unseen. */
  places(userId: string, signerId: string): Promise<readonly SignaturePlace[] | undefined>
  /** Notes in the document's log that a signer took the file away. */
  recordDownload(standing: SignerStanding, at: Date): Promise<void>
  /** Keeps each image that was served to a signer, once. */
  recordPageView(view: PageView): Promise<void>
  /** All or nothing: signer and document become rejected, the other open signers cancelled, one event is logged. */
  reject(rejection: Rejection): Promise<RejectionOutcome>
}

/** Bytes that can be shown: `key` names them (equal keys, equal bytes), `load` is called only when they are needed. */
export interface ShownBytes {
  readonly key: string
  readonly load: () => Promise<Uint8Array>
}

/** Where something stands on a page: shares of it as displayed, from its upper left corner. */
export interface PlaceOnPage {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The words of a page, in one piece and, unless they are too many, line by line in their places. */
export interface PageText {
  readonly text: string
  readonly lines: readonly (PlaceOnPage & { readonly text: string })[]
}

/** Draws pages, and reads their words, away from this process. */
export interface PageImages {
  /** @throws {PortalError} PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE */
  render(
    request: ShownBytes & { readonly page: number; readonly width: number },
  ): Promise<{ readonly jpeg: Uint8Array; readonly pageCount: number }>
  /** A PNG or JPEG instead of a page. @throws {PortalError} PAGE_NOT_RENDERABLE */
  renderPicture(request: ShownBytes & { readonly width: number }): Promise<{ readonly jpeg: Uint8Array }>
  /** @throws {PortalError} PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE */
  readText(request: ShownBytes & { readonly page: number }): Promise<PageText>
}

/** What somebody looks at. */
export interface PageSource {
  /** Names the bytes: equal keys, equal pages. */
  readonly key: string
  /** Who looks. The copy in a browser that somebody else used before proves nothing about this person. */
  readonly viewer: string
  readonly pageCount: number
  readonly draw: (page: number, width: number) => Promise<{ readonly jpeg: Uint8Array }>
}

export interface WantedPages {
  /** First page, from 1. */
  readonly page: number
  /** Device pixels, before snapping. */
  readonly width?: number
  readonly count?: number
  /** The entity tag of what the caller has already. */
  readonly known?: string
}

/**
 * The whole answer to who asks for one page only, compressed with gzip: put together once, because it weighs hundreds
 * of kilobytes.
 * @param nextPage the page after this one; -1 after the last
 */
export type EncodePage = (page: {
  readonly jpeg: Uint8Array
  readonly pageCount: number
  readonly nextPage: number
}) => Promise<Buffer>

/** A page that is ready to be sent. */
export interface ReadyPage {
  /** As `EncodePage` makes it. */
  readonly encoded: Buffer
  /** SHA-256 of the JPEG. */
  readonly imageDigest: Buffer
}

export interface RenderedPages {
  readonly entityTag: string
  /** Undefined when what the caller has is still right. */
  readonly pages: readonly ReadyPage[] | undefined
  readonly pageCount: number
  /** -1 after the last page. */
  readonly nextPage: number
}

/**
 * The pages that a call asks for. Those sent ahead by `count` are left out when they cannot be drawn soon.
 * @throws {PortalError} PAGE_NOT_FOUND, PAGE_NOT_RENDERABLE
 */
export type AnswerPages = (source: PageSource, wanted: WantedPages) => Promise<RenderedPages>
