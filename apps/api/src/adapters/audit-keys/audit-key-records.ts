/** A key that signs heads of the audit log. Only the server's key opens it. */
export interface StoredAuditKey {
  readonly id: string
  readonly wrappedPrivateKey: Uint8Array
  readonly createdAt: Date
}

/** What the database knows of these keys. */
export interface AuditKeyRecords {
  find(id: string): Promise<StoredAuditKey | undefined>
  /** The newest key; made, once for all replicas, where there is none. */
  newestOr(make: () => Promise<StoredAuditKey>): Promise<StoredAuditKey>
}
