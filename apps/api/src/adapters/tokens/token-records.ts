/** A key that signs tokens. Only the server's key opens its private half. */
export interface StoredTokenKey {
  readonly id: string
  readonly publicJwk: Readonly<Record<string, unknown>>
  readonly wrappedPrivateKey: Uint8Array
  readonly createdAt: Date
  readonly retiredAt: Date | null
}

/** What the database knows of tokens. */
export interface TokenRecords {
  /** Newest first. */
  keys(): Promise<readonly StoredTokenKey[]>
  /** Adds a key, once for all replicas, unless a fitting one is there; it retires the others. @returns all keys. */
  addKeyUnless(
    isThere: (keys: readonly StoredTokenKey[]) => boolean,
    make: () => Promise<StoredTokenKey>,
  ): Promise<readonly StoredTokenKey[]>
  /** What has become of a bearer since the token was made. */
  standingOf(token: KnownToken): Promise<TokenStanding>
}

/** Over: revoked with its session, ended with its generation, or its bearer is no longer active. */
export type TokenStanding = 'current' | 'must-change-password' | 'over'

export interface KnownToken {
  readonly kind: 'person' | 'client'
  readonly subject: string
  readonly sessionId: string
  readonly generation: number
  /** The program that logged the person in: it must still be allowed to. */
  readonly clientId?: string | undefined
  /** The link that the person came by: its program must still be allowed to make links. */
  readonly linkId?: string | undefined
}
