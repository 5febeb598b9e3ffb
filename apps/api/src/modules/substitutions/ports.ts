/** Standing in: a principal who is away names a deputy, who acts for them as themselves. */

/** An assistant sees what waits, and decides nothing. */
export const SUBSTITUTION_KINDS = ['delegation', 'substitution', 'assistant'] as const
export type SubstitutionKind = (typeof SUBSTITUTION_KINDS)[number]

export interface NamedPerson {
  readonly userId: string
  readonly name: string
}

export interface Substitution {
  readonly id: string
  readonly subscriptionId: string
  readonly principal: NamedPerson
  readonly deputy: NamedPerson
  readonly kind: SubstitutionKind
  /** Documents with one of these tags alone, in lower case; null for all. */
  readonly tags: readonly string[] | null
  /** Documents from one of these senders alone, by the name that lists show, in any case; null for all. */
  readonly senders: readonly string[] | null
  /** Words between the name of the deputy and that of the principal, such as `on behalf of`. */
  readonly formula: string
  readonly beginsAt: Date
  readonly endsAt: Date
  /** Of the days between which it counts. */
  readonly timeZone: string
  readonly proposedAt: Date
  readonly acceptedAt: Date | null
  /** Declined, where it was not accepted before. */
  readonly endedAt: Date | null
  readonly endedBy: 'principal' | 'deputy' | null
  /** Null where the principal has shown none. */
  readonly mandate: Mandate | null
}

/** A document by which a principal authorises a deputy: they have signed it, and so has everybody else who was asked. */
export interface Mandate {
  readonly documentId: string
  readonly fileName: string
  /** SHA-256 of the file with its last signature, lower-case hex. */
  readonly digest: string
}

export interface PossibleMandate {
  readonly documentId: string
  readonly fileName: string
  /** When the principal has signed it. */
  readonly signedAt: Date
}

export type NewSubstitution = Omit<Substitution, 'principal' | 'deputy' | 'acceptedAt' | 'endedAt' | 'endedBy'> & {
  readonly principalId: string
  readonly deputyId: string
}

/**
 * What somebody is told of it: they are asked; the other one has accepted, declined, or ended it; something waits for whom
 * they stand in for.
 */
export type SubstitutionChange = 'asked' | 'accepted' | 'declined' | 'ended' | 'waiting' | 'acting' | 'represented'

/** Where somebody acts in the name of another. */
export interface Office {
  readonly substitutionId: string
  readonly principalId: string
  readonly principalName: string
  readonly kind: SubstitutionKind
  readonly formula: string
  /** SHA-256 of the document by which the principal has authorised it, lower-case hex. */
  readonly mandateDigest: string | null
}

/** What a call is about, as its path names it. */
export interface NamedPart {
  readonly documentId?: string | undefined
  readonly signerId?: string | undefined
  readonly approverId?: string | undefined
}

/** `away`: in this time the deputy has named a deputy of their own; nothing would be done by anybody. */
export type Proposed = 'done' | 'away' | 'too-many'
export type Answered = 'done' | 'unknown' | 'over' | 'away'

export interface SubstitutionStore {
  /** Those of a person, on either side, that end after a moment: the latest first. */
  of(userId: string, after: Date): Promise<readonly Substitution[]>
  /** A colleague, by user name or known e-mail address, who has an account in the same subscription as the person. */
  findColleague(userId: string, named: string): Promise<(NamedPerson & { readonly subscriptionId: string }) | undefined>
  /** @param most that a principal may have proposed or in force at once */
  propose(substitution: NewSubstitution, most: number): Promise<Proposed>
  /** By the deputy. */
  accept(deputyId: string, id: string, at: Date): Promise<Answered>
  /** By either, before it was accepted or after: from this moment on the deputy acts no more. */
  end(userId: string, id: string, at: Date): Promise<Exclude<Answered, 'away'>>
}

/** Documents that authorise a deputy. */
export interface Mandates {
  /** Whether nobody stands in for people of a subscription without one. */
  areDemanded(subscriptionId: string): Promise<boolean>
  /** What a person may show, the latest first, and whether all of their subscriptions demand it. */
  of(
    userId: string,
    most: number,
  ): Promise<{ readonly areDemanded: boolean; readonly documents: readonly PossibleMandate[] }>
  /** A document that a person may show in a subscription. */
  find(
    userId: string,
    wanted: { readonly subscriptionId: string; readonly documentId: string },
  ): Promise<Mandate | undefined>
  /** The revision that a substitution was authorised by, for either of the two. */
  shown(
    userId: string,
    substitutionId: string,
  ): Promise<{ readonly documentId: string; readonly revision: number; readonly fileName: string } | undefined>
}

export interface Offices {
  /** In whose name a deputy acts; undefined once that is over, and for everybody else. */
  find(deputyId: string, substitutionId: string, at: Date): Promise<Office | undefined>
  /** Whether what a call is about is offered to the deputy. */
  offers(substitutionId: string, part: NamedPart): Promise<boolean>
}

/** Somebody is away, and another acts for them. */
export interface Absence {
  /** The name of who acts. */
  readonly deputy: string
  /** The last day of it, in the time zone of the absence: 2026-12-24. */
  readonly until: string
}

export interface Absences {
  /** By user name, of those who are away at a moment. */
  of(subscriptionId: string, userIds: readonly string[], at: Date): Promise<ReadonlyMap<string, Absence>>
}

/** Whose documents a call is about: those of the person who makes it, or of whom they stand in for. */
export const principalOf = ({
  userId,
  office,
}: {
  readonly userId: string
  readonly office?: Office | undefined
}): string => office?.principalId ?? userId
