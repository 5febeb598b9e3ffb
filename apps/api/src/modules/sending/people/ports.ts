import type { Role } from '@rubrica/domain'

/** What somebody is in a subscription. */
export interface Membership {
  readonly subscriptionId: string
  readonly name: string
  readonly roles: readonly Role[]
  /** People without an account may be asked to sign. */
  readonly allowsGuests: boolean
}

export interface Memberships {
  /** Of an active person, the oldest subscription first. */
  membershipsOf(userId: string): Promise<readonly Membership[]>
}

/** Somebody to whom a document may be sent. */
export interface SuggestedPerson {
  readonly userId: string
  readonly name: string
  /** After the @ of the address that mails go to. */
  readonly mailDomain: string
  /** Whether they have something to sign with. */
  readonly canSign: boolean
  /** Whether the text is their whole e-mail address. */
  readonly hasAddress: boolean
}

/** A certificate that a person has in the portal. */
export interface HeldCertificate {
  readonly id: string
  readonly alias: string
  readonly type: string
  readonly notAfter: Date
}

/** What an operator allows a person, and what they have. */
export interface Holdings {
  readonly flags: readonly string[]
  /** By name; keys that are locked or suspended are not among them. */
  readonly certificates: readonly HeldCertificate[]
}
