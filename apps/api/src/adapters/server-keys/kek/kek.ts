/** The operator's key under which the server keys lie in their file. */
import { ServerKeyError } from '../../../ports/server-keys.ts'

export interface Kek {
  /** For the operator; holds no secret. */
  readonly name: string
  /**
   * Closes a key; only with the same binding is it opened again.
   * @throws {ServerKeyError} SERVER_KEY_KEK
   */
  seal(key: Uint8Array, binding: string): Promise<Uint8Array>
  /** @throws {ServerKeyError} SERVER_KEY_KEK */
  open(sealed: Uint8Array, binding: string): Promise<Uint8Array>
}

/** The name of a server key for its KEK. */
export const kekBinding = (version: number, fingerprint: string) => `rubrica server key ${version} ${fingerprint}`

/**
 * One sentence for the operator. It quotes nothing of an answer, which may hold a key, and nothing that was sent; so it
 * has no cause either.
 */
export const kekError = (name: string, what: string) =>
  new ServerKeyError('SERVER_KEY_KEK', `The key under which the server keys lie (${name}) ${what}.`)
