import type { CertificateType } from '@rubrica/domain'

export type HashAlgorithm = 'SHA-256' | 'SHA-384' | 'SHA-512'
export type ChallengeMethod = 'S256' | 'plain'

/** A program that people may allow something. */
export interface CallingClient {
  readonly id: string
  readonly name: string
  readonly redirectUris: readonly string[]
}

export interface CallingClients {
  /** Undefined for one that is unknown or closed, or that may not have people sign. */
  find(clientId: string): Promise<CallingClient | undefined>
}

/** What an application asks for; hashes and certificate only of a `credential`. */
export interface Wish {
  readonly kind: 'service' | 'credential'
  readonly clientId: string
  /** Null when the application asks without the authorisation page. */
  readonly redirectUri: string | null
  /** Whether it named the address, which it must then name again. */
  readonly redirectNamed: boolean
  readonly state: string | null
  readonly certificateTypes: readonly CertificateType[]
  /** The one certificate that may answer, when the application names it. */
  readonly wantedCertificateId: string | null
  readonly hashes: readonly Uint8Array[]
  readonly hashAlgorithm: HashAlgorithm | null
  /** Further hashes that it may name later. */
  readonly further: number
  readonly description: string | null
  readonly challenge: { readonly value: string; readonly method: ChallengeMethod } | null
}

export type Phase = 'asked' | 'waiting' | 'opened' | 'coded' | 'granted' | 'ended'

/** A wish, and how far it has come. */
export interface Grant extends Wish {
  readonly id: string
  readonly phase: Phase
  readonly userId: string | null
  /** What the person chose. */
  readonly certificateId: string | null
  readonly expiresAt: Date
  /** Of what the secret of this phase opens. */
  readonly sealedKey: Uint8Array | null
}

export interface NewGrant extends Wish {
  readonly id: string
  readonly createdAt: Date
  readonly expiresAt: Date
}

/** The next phase. What is not named stays as it is. */
export interface Advance {
  readonly phase: Phase
  readonly expiresAt: Date
  readonly userId?: string
  /** Of the password that was proved; the present one, unless it is named. */
  readonly tokenGeneration?: number
  readonly certificateId?: string
  /** What leads on from there; only its hash is kept. */
  readonly secret: string
  readonly isCode?: boolean
  /** Waits under the secret from now on. */
  readonly key?: Uint8Array
  readonly hashes?: readonly Uint8Array[]
  readonly further?: number
}

/** How a grant was found; what is not named may have changed. */
export interface ReadPhase {
  readonly id: string
  readonly phase: Phase
  readonly secret?: string
  readonly hashes?: readonly Uint8Array[]
}

export interface GrantStore {
  insert(grant: NewGrant): Promise<void>
  find(id: string, at: Date): Promise<Grant | undefined>
  /** The living one that this secret leads on from. */
  findBySecret(secret: string, at: Date): Promise<Grant | undefined>
  /** The key, or the connector's state, that waits in it under its secret. The caller overwrites it after use. */
  openKey(grant: Grant, secret: string): Promise<Uint8Array>
  /**
   * The compare-and-set between two phases: the row must still be in the phase, and led on from by the secret, that it
   * was read with. @returns false when somebody was faster
   */
  advance(from: ReadPhase, to: Advance): Promise<boolean>
  /**
   * Leaves only these hashes to be signed, unless somebody else was faster. With the last of them the key is forgotten.
   */
  spend(grant: Grant, left: readonly Uint8Array[]): Promise<boolean>
  /** Exchanges what waits, for connectors whose state changes as it is used. */
  keepKey(grant: Grant, secret: string, key: Uint8Array): Promise<void>
  /** Ends what a code led to. @returns whether there was something to end */
  endByCode(code: string): Promise<boolean>
  /** Ends what a secret leads on from. */
  endBySecret(secret: string, clientId: string): Promise<void>
}

/** A key as applications learn of it. */
export interface KeyFacts {
  /** OIDs of the ways in which it signs, with the hash algorithm that each implies; null where the request names it. */
  readonly algorithms: Readonly<Record<string, HashAlgorithm | null>>
  readonly bits: number
  /** OID, or null for RSA. */
  readonly curve: string | null
}

/** Signs finished digests: the caller has hashed the contents. */
export interface DigestSigner {
  describe(certificate: Uint8Array): KeyFacts
  /** @param key PKCS#8. @returns RSASSA-PKCS1-v1_5, or ECDSA as DER. */
  sign(key: Uint8Array, digest: Uint8Array, algorithm: HashAlgorithm): Uint8Array
}

/** What applications send to the server before they send somebody (RFC 9126). */
export interface PushedRequests {
  /** @returns the address that names it */
  insert(request: {
    readonly clientId: string
    readonly asked: Readonly<Record<string, unknown>>
    readonly expiresAt: Date
  }): Promise<string>
  /** Undefined as well for another client's. */
  find(address: string, clientId: string, at: Date): Promise<Readonly<Record<string, unknown>> | undefined>
}
