/** The rows of a document that its events record; moments are ISO 8601, digests hexadecimal. */
export interface AuditedRows {
  readonly document: {
    readonly subscriptionId: string
    readonly state: string
    readonly clientId: string | null
    /** The person who sent it, where no program did. */
    readonly userId: string | null
    readonly pages: number
    readonly currentRevision: number
    readonly endedAt: string | null
    /** Counts the changes after sending, from 1. */
    readonly version: number
    readonly deadline: string | null
  }
  readonly revisions: readonly {
    readonly number: number
    readonly kind: string
    readonly digest: string
    readonly signerId: string | null
    readonly at: string
  }[]
  readonly signers: readonly AuditedPerson[]
  readonly approvers: readonly AuditedPerson[]
  readonly claims: readonly {
    readonly id: string
    readonly signerId: string
    readonly state: string
    readonly certificateId: string | null
    readonly accessMethod: string
    /** Of the certificate that signed; null where no row has it any more. */
    readonly certificateSerial: string | null
  }[]
  readonly disclaimers: readonly AuditedDisclaimer[]
  /** Of the long-term form, where there is a row of it. */
  readonly level: string | null
}

/** What a signer has agreed to. */
export interface AuditedDisclaimer {
  readonly signerId: string
  /** As it was kept. */
  readonly digest: string
  /** Of the title and the text that are kept. */
  readonly textDigest: string
  readonly language: string | null
  readonly at: string
}

/** A signer or an approver. */
export interface AuditedPerson {
  readonly id: string
  readonly state: string
  readonly operatedAt: string | null
  readonly accessMethod: string | null
  /** Of the pages that were served to them. */
  readonly pagesDigest: string
}
