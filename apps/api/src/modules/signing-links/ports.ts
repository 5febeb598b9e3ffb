import type { NewInvitation } from '../guests/ports.ts'
import type { RequestEnd } from '../keyed-requests.ts'
import type { SenderClient } from '../sessions/ports.ts'

/** A link that is about to be kept. */
export interface NewLink {
  /** GUID; stands in the address and opens nothing. */
  readonly id: string
  readonly client: SenderClient
  readonly documentId: string
  readonly signerId: string
  /** SHA-256 of the secret. */
  readonly secretDigest: Buffer
  /** Where the person is led back to, and whether the program may have them led there. */
  readonly returnUrl: string
  readonly mayReturn: boolean
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** Why a link was not kept. */
export type LinkRefusal =
  | 'document-unknown'
  | 'document-over'
  | 'signer-unknown'
  | 'return-unknown'
  /** It is not their turn, or they have acted. */
  | 'signer-not-awaited'
  | 'too-many'

/**
 * What a link is good for when it is opened. Void: a later one took its place. Over: the document waits for this person
 * no more.
 */
export type LinkState = 'open' | 'used' | 'void' | 'expired' | 'over'

export interface SigningLink {
  readonly id: string
  readonly state: LinkState
  readonly documentId: string
  readonly signerId: string
  readonly programName: string
  readonly returnUrl: string
  readonly frameOrigins: readonly string[]
  readonly person: {
    readonly userId: string
    readonly legalId: string
    readonly tokenGeneration: number
    /** Nothing but an address, which they have to prove, says who they are. */
    readonly isGuest: boolean
  }
}

export interface LinkStore {
  /** Keeps a link for a signer who can act; the earlier one of the program for this signer opens nothing any more. */
  add(link: NewLink, limits: LinkLimits, end?: RequestEnd): Promise<'kept' | LinkRefusal>
  /**
   * Uses up a link, with an event in the document's log: of those who open it at once, one finds it open. A guest gets
   * an invitation in the same transaction.
   * @returns the link as it was found; undefined for a secret of none whose program may still make links
   */
  open(
    secretDigest: Buffer,
    at: Date,
    invitationFor: (signerId: string) => NewInvitation,
  ): Promise<SigningLink | undefined>
}

export interface LinkLimits {
  /** For one signer, since this moment. */
  readonly since: Date
  readonly most: number
}
