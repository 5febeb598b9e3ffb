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
  /** In the order of their names; empty for whom they do not concern, as an approver without whom it was decided. */
  list(reader: AttachmentReader, at: Date): Promise<Attachment[]>
  /** @throws {PortalError} ATTACHMENT_NOT_FOUND when the document's key was destroyed */
  load(attachmentId: string): Promise<Uint8Array>
}
