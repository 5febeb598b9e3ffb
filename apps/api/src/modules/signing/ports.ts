import type { AccessMethod, Integrity, SignerState } from '@rubrica/domain'
import type { PreparedSignature } from '@rubrica/pades'
import type { DocumentKey, ObjectUnderWay } from '../../ports/object-store.ts'
import type { AcceptedDisclaimer } from '../accepted-disclaimer.ts'
import type { Disclaimer } from '../disclaimers/ports.ts'
import type { MadeCertificate } from '../on-demand/ports.ts'
import type { Acting, Identification } from '../sessions/ports.ts'
import type { Office } from '../substitutions/ports.ts'
import type { RevisionToSign } from '../validation/ports.ts'
import type { VerificationMark } from '../verification-mark.ts'
import type { SignatureSession } from './key/ports.ts'

/** What a signer's row and its document say when a signature is asked for. */
export interface SignatureToMake {
  readonly signerId: string
  readonly state: SignerState
  readonly documentId: string
  readonly fileName: string
  readonly subscriptionId: string
  /** Who signs. */
  readonly userId: string
  /** In whose name, where it is a deputy. */
  readonly office?: Office | undefined
  readonly signerName: string
  readonly reason: string | null
  readonly readAll: boolean
  readonly pageCount: number
  readonly pagesServed: number
  /** The certificate that the sender demands, if any. */
  readonly certificateId: string | null
  /** The type that the sender demands, if any. */
  readonly certificateType: string | null
  readonly fieldName: string
  /** Fields that show the stamp in the signer's further positions. */
  readonly furtherFieldNames: readonly string[]
  readonly visible: boolean
  readonly signatureImage: Uint8Array | null
  readonly legalId: string
  /** The sender's own text for this signer. */
  readonly disclaimer: Disclaimer | null
  /** What the person has agreed to for this signature: see `requireAccepted`. */
  readonly acceptedDisclaimer?: AcceptedDisclaimer | undefined
  /** How the server knows who is signing. */
  readonly identifiedBy?: Identification | undefined
  /** What would be signed now. */
  readonly current: RevisionToSign
}

export interface Attempt {
  readonly documentId: string
  readonly signerId: string
  readonly userId: string
  readonly office?: Office | undefined
  /** Null for one that the server does not keep. */
  readonly certificateId: string | null
  readonly attemptKey: string
  readonly accessMethod: AccessMethod
  readonly batchId?: string
  readonly signatureSessionId?: string
  /** Of the document, when it is not intact and the person signs all the same. */
  readonly acceptedIntegrity?: Integrity
  readonly at: Date
}

/** How an earlier call with the same attempt key ended, or that it is still at work. */
export type EarlierAttempt =
  { readonly state: 'signed' } | { readonly state: 'running' } | { readonly state: 'failed'; readonly code: string }

/** Level of EN 319 142-1 that a signature has when it is made: T with a timestamp, B without. */
export type SignatureLevel = 'PAdES-BASELINE-B' | 'PAdES-BASELINE-T'

export interface CompletedSignature {
  readonly attemptId: string
  readonly documentId: string
  readonly subscriptionId: string
  readonly signerId: string
  readonly accessMethod: AccessMethod
  readonly baseRevision: number
  readonly baseLength: number
  /** Object that holds the tail: nothing is committed before it is safe on disk. */
  readonly object: ObjectUnderWay
  /** What was signed, where nobody has written it down before. */
  readonly digests: SignedDigests | undefined
  /** Bytes of the tail alone. */
  readonly length: number
  /** SHA-256 of the whole new revision. */
  readonly digest: Uint8Array
  readonly at: Date
  readonly lease: Lease
  readonly certificateSerial: string
  readonly level: SignatureLevel
  /** The name in a certificate that does not say whose it is: the person has confirmed it. */
  readonly confirmedHolder?: string
  /** Made for this signature: it joins those of the person, and never signs again. */
  readonly madeCertificate?: MadeCertificate & { readonly type: string }
  readonly signerName: string
  readonly legalId: string
  readonly acceptedDisclaimer?: AcceptedDisclaimer | undefined
  readonly identifiedBy?: Identification | undefined
  readonly office?: Office | undefined
  readonly whereabouts?: Whereabouts
}

/** Where a person signed, as their own browser says. */
export interface Whereabouts {
  readonly ipAddress?: string
  readonly location?: string
  /** With which program. */
  readonly from?: string
}

export interface SignedDigests {
  /** SHA-256 of the revision that the person saw. */
  readonly shown: Uint8Array
  readonly signed: Uint8Array
}

export interface Lease {
  readonly owner: string
  readonly until: Date
}

/** The code of an attempt that has no answer: nothing happened, it may be made again under its key. */
export const INTERRUPTED = 'INTERRUPTED'

export interface FailedAttempt {
  readonly code: string
  readonly at: Date
  /** What a provider said, without a secret: for the audit log. */
  readonly facts?: Readonly<Record<string, string | number | boolean>>
}

export interface SigningStore {
  /** Undefined as well for a signer whose turn has not come: to them the document is not there yet. */
  findForSigner(acting: Acting, signerId: string): Promise<SignatureToMake | undefined>
  /** Undefined too when the attempt's process died: then nothing happened. */
  findAttempt(signerId: string, attemptKey: string, at: Date): Promise<EarlierAttempt | undefined>
  /**
   * The compare-and-set that decides a race: the signer goes from pending to signing, and a row of the attempts says
   * for whom. @returns its id, or undefined when somebody was faster.
   */
  claim(attempt: Attempt, lease: Lease): Promise<string | undefined>
  /** Writes down what is about to be signed, and keeps the claim alive. @returns false when the lease was lost. */
  recordDigests(
    attemptId: string,
    digests: SignedDigests & { readonly baseRevision: number; readonly lease: Lease },
  ): Promise<boolean>
  /** Whether the claim is still ours, and the document still there to be signed. */
  isHeld(attemptId: string, owner: string): Promise<boolean>
  /** Keeps a claim alive while somebody else is at work for it. */
  renewLease(attemptId: string, lease: Lease): Promise<void>
  /** Releases a claim: the signer is pending again, the attempt has its answer. */
  release(attemptId: string, outcome: FailedAttempt): Promise<void>
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
  /** Encrypts a tail and begins to write it. */
  begin(key: DocumentKey, tail: Uint8Array): Promise<ObjectUnderWay>
}

export type WhatIsSigned = Pick<PreparedSignature, 'signedAttributes' | 'signatureScheme' | 'digestAlgorithm'>

/** PDF work, done away from the main thread. */
export interface SignatureMaker {
  prepare(base: Uint8Array, request: SignatureMakerRequest): Promise<PreparedSignature>
  /**
   * Checks the value against certificate and digest, adds a timestamp where there is an authority, embeds, re-reads.
   * @throws {PortalError} TIMESTAMP_UNAVAILABLE
   */
  resume(base: Uint8Array, prepared: PreparedSignature, answer: MadeSignature): Promise<EmbeddedSignature>
  /** Makes raw signatures over prepared attributes with a PKCS#8 key, which it reads once and does not keep as octets. */
  signerFor(key: Uint8Array): (prepared: WhatIsSigned) => Uint8Array
  /**
   * Whether a raw signature is by this certificate, over these attributes.
   * @throws {PortalError} CERTIFICATE_UNUSABLE
   */
  check(certificate: Uint8Array, prepared: WhatIsSigned, signature: Uint8Array): void
}

export interface EmbeddedSignature {
  readonly tail: Uint8Array
  readonly level: SignatureLevel
}

/** Raw, or as a complete CMS with a certificate that was not known before. */
export type MadeSignature = (
  { readonly signature: Uint8Array } | { readonly cms: Uint8Array; readonly dropsTimestamp: boolean }
) & {
  readonly onTimestamp: (step: 'timestamp-asked' | 'timestamped') => Promise<void>
}

export interface SignatureMakerRequest {
  /** Left out when one is yet to be made. */
  readonly certificate?: Uint8Array
  readonly chain: readonly Uint8Array[]
  /** SHA-256 by default. */
  readonly digestAlgorithm?: PreparedSignature['digestAlgorithm']
  readonly fieldName: string
  readonly repeatIn: readonly string[]
  readonly claimedTime: Date
  readonly name: string
  readonly reason?: string
  readonly stamp?: {
    readonly lines: readonly string[]
    readonly image?: Uint8Array
    readonly mark?: VerificationMark
  }
}

/** A signature whose every byte was fixed before somebody authorises it. */
export interface Preparation {
  readonly signerId: string
  readonly certificateId: string
  /** Whose words are part of it; null where who signs is who was asked. */
  readonly substitutionId: string | null
  readonly baseRevision: number
  readonly prepared: PreparedSignature
}

/** Preparations, sealed; one for each signer and certificate. */
export interface PreparationStore {
  find(signerId: string, certificateId: string, at: Date): Promise<Preparation | undefined>
  /**
   * Keeps a preparation unless a living one for the same or a newer revision is there.
   * @returns the one that counts from now on
   */
  keep(preparation: Preparation, life: { readonly at: Date; readonly until: Date }): Promise<Preparation>
  /**
   * Lets it live longer, because its digest is about to leave the house. @param lifeMs from when it was made
   * @returns when its life would have ended; undefined when it is not there
   */
  extend(signerId: string, certificateId: string, lifeMs: number): Promise<Date | undefined>
  /** Lets those of a batch that are alive live as long as the signature session that was opened for them. */
  keepForSignatureSession(
    batch: Batch,
    signatureSession: Pick<SignatureSession, 'createdAt' | 'expiresAt'>,
  ): Promise<void>
  /** Sets the end of its life. */
  endAt(signerId: string, certificateId: string, end: Date): Promise<void>
  forget(signerId: string, certificateId: string): Promise<void>
}

/** Documents that one confirmation signs with one certificate. */
export interface Batch {
  readonly id: string
  readonly userId: string
  readonly certificateId: string
  readonly signerIds: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
}

export interface BatchStore {
  insert(batch: Batch): Promise<void>
  /** Undefined as well for a batch of somebody else and for one that is over. */
  find(userId: string, batchId: string, at: Date): Promise<Batch | undefined>
}
