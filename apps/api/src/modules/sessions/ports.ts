import type { Office } from '../substitutions/ports.ts'

/** Of who has logged in. */
export const PORTAL_SCOPE = 'vidmobileuser'

/** Of a session that opens one document alone. */
export const GUEST_SCOPE = 'vidmobileuser\\guest'

/** That of who came by a link of a program: it signs one document. */
export const LINK_SCOPE = 'vidmobileuser\\link'

/** Of who has shown a password, and has yet to show or set up a second factor. */
export const FACTOR_SCOPE = 'vidmobileuser\\factor'

/** A person who bears a token of the portal. */
export interface Person {
  readonly userId: string
  /** Empty for a recovery token, which anybody can ask for. */
  readonly legalId: string
  readonly session: Session
  /** Nothing else may be done before. */
  readonly mustChangePassword: boolean
  /** Only of who has shown a password alone, where that is not enough. */
  readonly awaitsFactor?: true
  /** Only of a recovery token: what it is good for. */
  readonly recovery?: Recovery
  /** Only of a session that opens one document alone. */
  readonly only?: OneDocument
  /** Only of a call in the name of another. */
  readonly office?: Office
}

/** What somebody came for who sees nothing else. */
export interface OneDocument {
  readonly documentId: string
  readonly signerId: string
  /** The link of a program that they came by; its session counts as long as the program may make some. */
  readonly linkId?: string | undefined
}

/** What showed who a person is when a session began, as the server saw it. */
export const IDENTIFIED_BY = [
  'password',
  'passkey',
  'google',
  'microsoft',
  'wallet',
  'oidc',
  'saml',
  'program',
  'link',
  'invitation',
] as const

export interface Identification {
  readonly by: (typeof IDENTIFIED_BY)[number]
  /** Who vouched: the issuer of an identity provider, the id of a program or of its link. */
  readonly authority?: string | undefined
}

/** Who acts, and how the server knows that it is they. */
export interface Acting {
  readonly userId: string
  /** Absent where no session is: the operator's own acts, and sessions of earlier releases. */
  readonly identifiedBy?: Identification | undefined
  /** Of who acts in the name of another. */
  readonly office?: Office | undefined
}

/** A log-in and what was renewed from it: one after the other, all its tokens are one session. */
export interface Session {
  /** The id of its first token. */
  readonly id: string
  readonly startedAt: Date
  /** How many times all earlier tokens of the person were ended. */
  readonly generation: number
  /** The program that logged the person in, if one did. */
  readonly clientId?: string
  /** Absent from a session that an earlier release began. */
  readonly identifiedBy?: Identification
  /** When a second factor was last shown in it. */
  readonly factorAt?: Date
}

/** To ask for the mail of the person with a name, or, with the token in that mail, to set a password once. */
export type Recovery = { readonly may: 'ask'; readonly loginName: string } | { readonly may: 'set' }

/** A program that bears a token of the sender API. */
export interface SenderClient {
  readonly clientId: string
  readonly subscriptionId: string
}

/** Who a token was given to, and for what. */
export type Bearer =
  | { readonly kind: 'person'; readonly scope: string; readonly person: Person }
  | { readonly kind: 'client'; readonly scope: string; readonly client: SenderClient }

export interface TokenClaims {
  /** GUID of the user, or id of the client. */
  readonly subject: string
  readonly kind: Bearer['kind']
  readonly scope: string
  /** Only of a person. */
  readonly legalId?: string
  /** Only of a person: how many times all earlier tokens were ended. */
  readonly generation?: number
  /** Only of a person: what the token belongs to; without it the token begins a session. */
  readonly session?: Pick<Session, 'id' | 'startedAt'>
  /** Only of a person: the program that logged them in. */
  readonly clientId?: string
  /** Only of a person who is logged in. */
  readonly identifiedBy?: Identification
  /** Only of a person: when they last showed a second factor. */
  readonly factorAt?: Date
  /** Only of a person who is not logged in. */
  readonly recovery?: Recovery
  /** Only of a person whose session opens one document alone. */
  readonly only?: OneDocument
  /** Only of a client. */
  readonly subscriptionId?: string
}

/** A token that was just made. */
export interface IssuedToken {
  readonly id: string
  readonly token: string
  readonly expiresInSeconds: number
}

export interface Tokens {
  issue(claims: TokenClaims): Promise<IssuedToken>
  /** Undefined when the token is forged, expired, revoked, or its bearer is no longer active. */
  verify(token: string): Promise<Bearer | undefined>
}

/** A program that presents itself with Basic credentials. */
export interface Client {
  readonly id: string
  readonly subscriptionId: string
  readonly scopes: readonly string[]
}

export interface ClientDirectory {
  /** Undefined when there is no such active client or the secret is wrong; both take the same time. */
  authenticate(id: string, secret: string): Promise<Client | undefined>
}

export interface Account {
  readonly userId: string
  readonly legalId: string
  readonly passwordHash: string | null
  /** Read together with the hash, so that no token outlives the password that it was given for. */
  readonly tokenGeneration: number
  /** Nothing else may be done before. */
  readonly mustChangePassword: boolean
}

/**
 * How a try to log in begins: one of the tries was taken, `isLast` when there are no more, or the name takes none now,
 * whether anybody has it or not.
 */
export type LoginTry =
  | { readonly state: 'taken'; readonly account: Account; readonly isLast: boolean }
  | { readonly state: 'unknown'; readonly isLast: boolean }
  | { readonly state: 'locked'; readonly until: Date }

/** What a name is known by before a try is taken; it may be another a moment later. */
export interface LoginOutlook {
  /** Null for a name that nobody has, and for an account without a password. */
  readonly passwordHash: string | null
  /** A try would be refused. */
  readonly isLocked: boolean
}

export interface AccountStore {
  /** Changes nothing, and costs the same for names that nobody has. */
  lookUp(loginName: string, policy: LockPolicy, at: Date): Promise<LoginOutlook>
  /**
   * Takes a try before anybody learns what the password was worth, so that parallel guesses share one count. Names that
   * nobody has lock like others, and cost the same work.
   */
  takeTry(loginName: string, policy: LockPolicy, at: Date): Promise<LoginTry>
  /** The password was right: all tries are free again. */
  forgetTries(userId: string): Promise<void>
  /** The password of the last try was wrong: locks the account. @returns whether it is locked by that */
  spendTry(userId: string, policy: LockPolicy, at: Date): Promise<boolean>
}

export interface LockPolicy {
  readonly tries: number
  readonly lockMs: number
}

export interface Passwords {
  hash(password: string): Promise<string>
  /** With no hash it takes as long and is false. */
  matches(password: string, hash: string | null): Promise<boolean>
}

/** People as programs of their subscription know them. */
export interface MemberDirectory {
  /** An active person of the subscription. */
  findMember(
    loginName: string,
    subscriptionId: string,
  ): Promise<Omit<Account, 'passwordHash' | 'mustChangePassword'> | undefined>
}

export interface SessionRecords {
  /** No token of the session counts any more. */
  revoke(sessionId: string, at: Date): Promise<void>
  /** The same, once. @returns false where it was over already */
  useUp(sessionId: string, at: Date): Promise<boolean>
}

export interface ReturnAddresses {
  /** Where a program may have people sent back to; none for one that is not there any more. */
  returnUrlsOf(clientId: string): Promise<readonly string[]>
}

export interface PersonDirectory {
  /** The GUID of an active person. */
  idOf(loginName: string): Promise<string | undefined>
}
