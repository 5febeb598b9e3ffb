/** What a person has said yes to before they sign, by signers (GUID). */
export interface Accepted {
  /** The documents that are signed in spite of what was changed in them. */
  readonly changes: ReadonlySet<string>
  /** Digests of the terms that were shown. */
  readonly terms: ReadonlyMap<string, string>
}

/** As sign calls say it of one document. */
export interface AcceptedMembers {
  readonly AcceptChanges?: true
  readonly AcceptedDisclaimer?: string
}

export function acceptedFor({ changes, terms }: Accepted, signerGuid: string): AcceptedMembers {
  const digest = terms.get(signerGuid)
  return {
    ...(changes.has(signerGuid) && { AcceptChanges: true }),
    ...(digest !== undefined && { AcceptedDisclaimer: digest }),
  }
}
