/**
 * The messages between the importing process and its child. Nothing of them is ever logged.
 */
import type { PkiErrorCode } from '../pki-error.ts'
import type { P12Contents } from './collect-p12-keys.ts'

export interface P12Request {
  readonly bytes: Uint8Array
  readonly password: string
  readonly maxRounds: number
}

export type P12Answer =
  | { readonly contents: P12Contents }
  | { readonly error: { readonly code: PkiErrorCode; readonly facts: Readonly<Record<string, unknown>> } }
