import type { AccessMethod } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'

/** What a signer's row and its document say when a signature is asked for. */
export interface SignatureToMake {
  readonly signerId: string
  readonly documentId: string
  readonly subscriptionId: string
  readonly userId: string
  readonly signerName: string
  readonly reason: string | null
  readonly readAll: boolean
  readonly pageCount: number
  readonly pagesServed: number
  /** The certificate that the sender demands, if any. */
  readonly certificateId: string | null
  readonly fieldName: string
  /** Fields that show the appearance in the signer's further positions. */
  readonly furtherFieldNames: readonly string[]
  readonly visible: boolean
  readonly signatureImage: Uint8Array | null
  readonly legalId: string
}

export interface Attempt {
  readonly signerId: string
  readonly userId: string
  readonly certificateId: string
  readonly attemptKey: string
  readonly accessMethod: AccessMethod
  readonly at: Date
}

/** How an earlier call with the same attempt key ended, or that it is still at work. */
export type EarlierAttempt =
  { readonly state: 'signed' } | { readonly state: 'running' } | { readonly state: 'failed'; readonly code: string }

export interface CompletedSignature {
  readonly transactionId: string
  readonly documentId: string
  readonly subscriptionId: string
  readonly signerId: string
  readonly accessMethod: AccessMethod
  readonly baseRevision: number
  readonly baseLength: number
  /** Object that holds the tail, already written. */
  readonly objectId: string
  /** Bytes of the tail alone. */
  readonly length: number
  /** SHA-256 of the whole new revision. */
  readonly digest: Uint8Array
  readonly at: Date
  readonly lease: Lease
  readonly certificateSerial: string
  readonly signerName: string
  readonly legalId: string
}

export interface Lease {
  readonly owner: string
  readonly until: Date
}

export interface SigningStore {
  /** Undefined as well for a signer whose turn has not come: to them the document is not there yet. */
  findForSigner(userId: string, signerId: string): Promise<SignatureToMake | undefined>
  /** Undefined too when the attempt's process died: then nothing happened. */
  findAttempt(signerId: string, attemptKey: string, at: Date): Promise<EarlierAttempt | undefined>
  /**
   * The compare-and-set that decides a race: the signer goes from pending to signing, and a
   * transaction row says for whom. @returns its id, or undefined when somebody was faster.
   */
  claim(attempt: Attempt, lease: Lease): Promise<string | undefined>
  /** Writes down what is about to be signed, and keeps the claim alive. @returns false when the lease was lost. */
  recordDigests(
    transactionId: string,
    digests: { baseRevision: number; shown: Uint8Array; signed: Uint8Array; lease: Lease },
  ): Promise<boolean>
  /** Lets go of a claim: the signer is pending again, the attempt has its answer. */
  release(transactionId: string, outcomeCode: string, at: Date): Promise<void>
  /**
   * Makes the signature part of the document, in one transaction.
   * @returns `base-moved` when another signature came first, `lease-lost` when the claim is no longer ours.
   */
  complete(signature: CompletedSignature): Promise<'signed' | 'base-moved' | 'lease-lost'>
  /** Frees what claims of dead processes hold. @returns how many there were. */
  releaseExpired(at: Date): Promise<number>
}

/** The place for what signing adds to a document. */
export interface SignedTails {
  /** Whether all revisions after `from` up to `to` only added signatures of ours. */
  onlySignaturesBetween(documentId: string, from: number, to: number): Promise<boolean>
  /** Encrypts and writes a tail. @returns the object's id. */
  write(documentId: string, tail: Uint8Array): Promise<string>
}

/** PDF work, done away from the main thread. */
export interface SignatureMaker {
  prepare(base: Uint8Array, request: SignatureMakerRequest): Promise<PreparedSignature>
  /** Checks the value against certificate and digest, adds the timestamp, embeds, re-reads. @returns the tail. */
  resume(base: Uint8Array, prepared: PreparedSignature, answer: MadeSignature): Promise<Uint8Array>
  /** The raw signature over the prepared attributes, with a PKCS#8 key that is not kept. */
  sign(key: Uint8Array, prepared: PreparedSignature): Uint8Array
}

export interface MadeSignature {
  readonly signature: Uint8Array
  readonly onTimestamp: (step: 'timestamp-asked' | 'timestamped') => Promise<void>
}

export interface SignatureMakerRequest {
  readonly certificate: Uint8Array
  readonly chain: readonly Uint8Array[]
  readonly fieldName: string
  readonly repeatIn: readonly string[]
  readonly claimedTime: Date
  readonly name: string
  readonly reason?: string
  readonly appearance?: { readonly lines: readonly string[]; readonly image?: Uint8Array }
}
