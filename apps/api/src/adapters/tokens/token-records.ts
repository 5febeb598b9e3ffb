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
  /** Whether the token was not revoked, by itself or with its generation, and its bearer is still active. */
  isCurrent(token: KnownToken): Promise<boolean>
}

export interface KnownToken {
  readonly id: string
  readonly kind: 'person' | 'client'
  readonly subject: string
  readonly generation: number
}
