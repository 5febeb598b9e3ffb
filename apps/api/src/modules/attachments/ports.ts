export interface Attachment {
  readonly id: string
  readonly fileName: string
  readonly mediaType: string
  /** Null for what is no PDF. */
  readonly pageCount: number | null
  /** Of the file, in bytes. */
  readonly length: number
}

/** Whose attachments are asked for, and by whom: the signer, or an approver of that signer. */
export interface AttachmentReader {
  readonly userId: string
  readonly signerId: string
}

export interface AttachmentStore {
  /** In the order of their names; empty for everybody whom they do not concern. */
  list(reader: AttachmentReader): Promise<Attachment[]>
  /** @throws {PortalError} ATTACHMENT_NOT_FOUND when the document's key was destroyed */
  load(attachmentId: string): Promise<Uint8Array>
}
