/**
 * The messages between the process that has a key in a token and the child that speaks to the token. Nothing of them is
 * ever logged.
 */
import type { PkiErrorCode } from '../pki-error.ts'
import type { PreparedToSign } from './choose-mechanism.ts'
import type { Pkcs11Key, Pkcs11Options } from './open-pkcs11.ts'

/** A key of a token, without what signs with it. */
export type TokenKey = Omit<Pkcs11Key, 'sign'>

export interface TokenOrder {
  /** As it was listed. */
  readonly key: Pick<TokenKey, 'label' | 'id'>
  readonly prepared: PreparedToSign
}

/** A value that a secret key of a token is to close or to open. */
export interface CipherOrder {
  /** Label of the key, or its id in lower-case hex. */
  readonly key: string
  readonly way: 'close' | 'open'
  readonly value: Uint8Array
  /** Authenticated with it. */
  readonly binding: Uint8Array
}

export interface TokenQuestion {
  readonly token: Pkcs11Options
  /** What is to be signed; without it, and without a cipher, the keys are listed. */
  readonly order?: TokenOrder
  readonly cipher?: CipherOrder
}

export type TokenAnswer =
  | { readonly keys: readonly TokenKey[] }
  | { readonly signature: Uint8Array }
  | { readonly value: Uint8Array }
  | { readonly error: { readonly code: PkiErrorCode; readonly facts: Readonly<Record<string, unknown>> } }
