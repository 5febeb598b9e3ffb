/**
 * The server's own keys: they wrap what must be useless to a thief of the database, the objects or a backup.
 * Versions allow a change of key without a stop: the active one wraps, every one unwraps. The file adapter can be
 * replaced by a key service or an HSM without its callers noticing.
 */
export interface ServerKeys {
  /**
   * Encrypts and authenticates `plaintext` under the active key. `binding` names what it belongs to, and the same
   * text must be given to unwrap. The result carries the key's version.
   */
  wrap(plaintext: Uint8Array, binding: string): Promise<Uint8Array>
  /**
   * @throws {ServerKeyError} SERVER_KEY_UNKNOWN (its version is not here), WRAPPED_VALUE_REFUSED (changed, or bound to
   * something else).
   */
  unwrap(wrapped: Uint8Array, binding: string): Promise<Uint8Array>
  activeVersion(): Promise<number>
  /**
   * Every version with a fingerprint that does not reveal the key, so that a restore can see whether it has the right
   * ones.
   */
  fingerprints(): Promise<readonly KeyFingerprint[]>
}

export interface KeyFingerprint {
  readonly version: number
  readonly fingerprint: string
}

/**
 * Where a key is in its life: `staged` it is given to all machines and wraps nothing; one is `active`; a `former` one
 * opens what it has wrapped; of a `retired` one nothing is left but in backups.
 */
export type ServerKeyState = 'staged' | 'active' | 'former' | 'retired'

/** A key as the database of the installation knows it. */
export interface RegisteredKey extends KeyFingerprint {
  readonly state: ServerKeyState
}

/** The version of the key that wrapped this value. */
export function wrappedKeyVersion(wrapped: Uint8Array): number {
  return new DataView(wrapped.buffer, wrapped.byteOffset, wrapped.byteLength).getUint32(1)
}

export type ServerKeyErrorCode =
  | 'SERVER_KEY_UNKNOWN'
  | 'WRAPPED_VALUE_REFUSED'
  | 'SERVER_KEY_FILE'
  /** The operator's key, under which the server keys lie, does not open or close them. */
  | 'SERVER_KEY_KEK'
  /** The key file holds other keys than the installation's. */
  | 'SERVER_KEY_FOREIGN'
  /** What is asked for is not for a key in this state. */
  | 'SERVER_KEY_STATE'

export class ServerKeyError extends Error {
  override readonly name = 'ServerKeyError'
  readonly code: ServerKeyErrorCode

  constructor(code: ServerKeyErrorCode, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
