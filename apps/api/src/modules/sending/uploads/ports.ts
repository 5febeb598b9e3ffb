import type { DocumentKey } from '../../../ports/object-store.ts'
import type { RequestEnd } from '../../keyed-requests.ts'
import type { Owner } from '../../owner.ts'

/** Points, as displayed: cropped and turned clockwise by so many degrees. */
export interface PageSize {
  readonly width: number
  readonly height: number
  readonly rotation: 0 | 90 | 180 | 270
}

/**
 * What whoever sends a file has to know of it: it takes one place for each signer, no other changes than signatures, or
 * its encryption was taken off.
 */
export type FindingCode = 'SIGNED' | 'CERTIFIED' | 'DECRYPTED'

/** How long an upload waits to be sent that no draft has. */
export const UNUSED_MS = 24 * 60 * 60_000

/** A file that somebody has handed over and that no document has used up. */
export interface Upload {
  readonly id: string
  readonly name: string
  /** Bytes. */
  readonly size: number
  /** Of the file, in hexadecimal digits. */
  readonly sha256: string
  /** In order; null for a page that cannot be read; none of an attachment. */
  readonly pages: readonly (PageSize | null)[]
  readonly findings: readonly FindingCode[]
  readonly uploadedAt: Date
  readonly expiresAt: Date
}

/** An upload is nothing to anybody but its owner. */
export interface UploadName {
  readonly owner: Owner
  readonly id: string
}

/** Where the encrypted file of an upload is. */
export interface StoredUpload {
  readonly key: DocumentKey
  readonly objectId: string
}

export interface UploadStore {
  /**
   * One row, and the end of the request.
   * @returns false when `most` of the owner's wait already
   * @throws {PortalError} IDEMPOTENCY_KEY_IN_USE
   */
  insert(
    upload: Upload,
    facts: StoredUpload & { readonly owner: Owner; readonly end: RequestEnd | undefined; readonly most: number },
  ): Promise<boolean>
  /** Undefined for one whose time is over, too. */
  find(name: UploadName, at: Date): Promise<(Upload & StoredUpload) | undefined>
  /** @returns false when there is none */
  delete(name: UploadName, at: Date): Promise<boolean>
}
