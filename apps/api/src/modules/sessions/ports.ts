/** A person who bears a token of the portal. */
export interface Person {
  readonly userId: string
  readonly legalId: string
  /** Names the token that this person bears, among all of theirs. */
  readonly tokenId: string
}

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
  /** Only of a client. */
  readonly subscriptionId?: string
}

export interface Tokens {
  issue(claims: TokenClaims): Promise<{ token: string; expiresInSeconds: number }>
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
}

/** How a try to log in begins: one of the tries was taken, or the account takes none now. */
export type LoginTry =
  | { readonly state: 'taken'; readonly account: Account }
  | { readonly state: 'unknown' }
  | { readonly state: 'locked'; readonly until: Date }

export interface AccountStore {
  /** Takes a try before the password is looked at, so that parallel guesses share one count. */
  takeTry(loginName: string, policy: LockPolicy, at: Date): Promise<LoginTry>
  /** The password was right: all tries are free again. */
  forgetTries(userId: string): Promise<void>
  /** The password was wrong. Locks the account when the last try is spent. */
  spendTry(userId: string, policy: LockPolicy, at: Date): Promise<void>
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
