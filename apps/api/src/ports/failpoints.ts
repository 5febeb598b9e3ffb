/** The steps of signing between which a crash must leave the document unsigned or signed once, in their order. */
export const FAILPOINTS = [
  'signer-found',
  'certificate-checked',
  'claimed',
  'pin-try-reserved',
  'key-opened',
  'pin-try-returned',
  'base-loaded',
  'prepared',
  'digests-recorded',
  'signature-made',
  'timestamp-asked',
  'timestamped',
  'resumed',
  'tail-written',
  'commit-begun',
  'document-advanced',
  'signature-inserted',
  'next-signers-opened',
  'signing-audited',
  'committed',
] as const

/** The further ones of what is authorised before it is signed. */
export const AUTHORISING_FAILPOINTS = [
  'batch-prepared',
  'batch-stored',
  'code-stored',
  'code-used',
  'signature-session-stored',
] as const

/** The further ones of what an application on the person's PC signs. */
export const LOCAL_FAILPOINTS = ['local-announced', 'local-verified', 'local-done'] as const

/** The further ones of a signature for which the person is at a provider's page or at their phone. */
export const ERRAND_FAILPOINTS = ['errand-begun', 'errand-taken', 'errand-signed'] as const

/** The further ones of what a person confirms at a provider. */
export const CONSENT_FAILPOINTS = ['consent-asked', 'consent-answered', 'consent-kept', 'consent-used'] as const

/** The steps of a request with a key, between which a crash must leave it not done, or done once. */
export const REQUEST_FAILPOINTS = ['request-taken', 'request-done'] as const

/** The steps towards the long-term form of a document, after which somebody else may have to go on. */
export const ARCHIVING_FAILPOINTS = [
  'archive-claimed',
  'evidence-gathered',
  'evidence-kept',
  'validation-data-made',
  'archive-tail-written',
  'archive-advanced',
  'archive-audited',
  'validation-data-appended',
  'archive-timestamped',
  'archive-timestamp-appended',
] as const

/** The steps of an evidence file, after which there is the one of before, or the new one. */
export const EVIDENCE_FAILPOINTS = ['evidence-taken', 'evidence-sealed', 'evidence-stored', 'evidence-listed'] as const

/** The steps by which the seal of an evidence file is renewed, after which the file is as before, or renewed. */
export const SEAL_FAILPOINTS = ['seal-taken', 'seal-renewed', 'seal-stored', 'seal-listed'] as const

/** The steps of a change after sending, after which a document is as before, or as it shall be. */
export const CHANGE_FAILPOINTS = [
  'change-fields-made',
  'change-people-kept',
  'change-people-told',
  'change-audited',
  'change-committed',
] as const

/** The steps by which a guest comes to an account, between which they are one or the other. */
export const ACCOUNT_FAILPOINTS = ['account-kept', 'account-signers-moved', 'account-committed'] as const

/** The further ones of an act on many documents, beside those of the request that each of them is. */
export const BULK_FAILPOINTS = ['bulk-settled'] as const

/** Those of a row of a bulk send. */
export const BULK_SEND_FAILPOINTS = ['bulk-row-begun', 'bulk-row-settled'] as const

/** The steps of one try of a message, after which it has arrived and is known to have, or is tried again. */
export const WEBHOOK_FAILPOINTS = ['webhook-taken', 'webhook-answered'] as const

/** The further ones of a signing run, beside those of each signature. */
export const RUN_FAILPOINTS = [
  'run-prepared',
  'run-values-made',
  'run-authorised',
  'run-item-finished',
  'run-item-settled',
] as const

/** Where its person confirms each document elsewhere. */
export const CONFIRMING_FAILPOINTS = ['run-confirmation-asked'] as const

export type FailpointName =
  | (typeof FAILPOINTS)[number]
  | (typeof AUTHORISING_FAILPOINTS)[number]
  | (typeof LOCAL_FAILPOINTS)[number]
  | (typeof ERRAND_FAILPOINTS)[number]
  | (typeof CONSENT_FAILPOINTS)[number]
  | (typeof ARCHIVING_FAILPOINTS)[number]
  | (typeof EVIDENCE_FAILPOINTS)[number]
  | (typeof SEAL_FAILPOINTS)[number]
  | (typeof REQUEST_FAILPOINTS)[number]
  | (typeof CHANGE_FAILPOINTS)[number]
  | (typeof ACCOUNT_FAILPOINTS)[number]
  | (typeof BULK_FAILPOINTS)[number]
  | (typeof BULK_SEND_FAILPOINTS)[number]
  | (typeof WEBHOOK_FAILPOINTS)[number]
  | (typeof RUN_FAILPOINTS)[number]
  | (typeof CONFIRMING_FAILPOINTS)[number]

/** Called at each step; an adapter may let the process die there. */
export type Failpoint = (name: FailpointName) => Promise<void> | undefined
