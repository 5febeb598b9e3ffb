import type { DocumentKey, DocumentObjects, ObjectStore } from '../../ports/object-store.ts'

/** A row that names an object. */
export interface ObjectRow {
  /** Table and key, `revisions 2`. */
  readonly row: string
  readonly objectId: string
  /** Bytes of what was encrypted, where the row says so. */
  readonly length: number | undefined
  /** SHA-256 of the document up to and with this piece, for a revision. */
  readonly digest: Uint8Array | undefined
  /** Bytes of the document that a revision lies on. */
  readonly baseLength: number | undefined
}

export interface DocumentObjectRows {
  readonly documentId: string
  /** Undefined once the document's key was destroyed: what is left of its objects says nothing to anybody. */
  readonly key: DocumentKey | undefined
  /** Revisions first, in their order. */
  readonly rows: readonly ObjectRow[]
}

export interface VerifyObjects {
  /** Documents in the order of their ids, from the one after `after` on. */
  readonly documents: (after: string | undefined) => AsyncIterable<DocumentObjectRows>
  readonly store: Pick<ObjectStore, 'get'>
  readonly objects: Pick<DocumentObjects, 'read'>
}

export interface ObjectFinding {
  readonly documentId: string
  readonly row: string
  readonly objectId: string
  /**
   * `missing`: it is not there; `damaged`: its bytes are not those that it is named by; `exchanged`: it is whole, and
   * not the one that the row was written for; `unreadable`: the disk does not give it.
   */
  readonly problem: 'missing' | 'damaged' | 'exchanged' | 'unreadable'
}

export interface ObjectsChecked {
  /** The document that was checked last: the next run begins after it. */
  readonly documentId: string
  readonly objects: number
  readonly findings: readonly ObjectFinding[]
}
