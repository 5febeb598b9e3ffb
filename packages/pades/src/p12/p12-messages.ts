/**
 * What the importing process and its child say to one another.
 *
 * Difficulty: low; the one rule is that nothing of it is ever logged.
 */
import type { PdfErrorCode } from '../errors.ts'
import type { P12Contents } from './collect-p12-keys.ts'

export interface P12Request {
  readonly bytes: Uint8Array
  readonly password: string
  readonly maxRounds: number
}

export type P12Answer =
  | { readonly contents: P12Contents }
  | { readonly error: { readonly code: PdfErrorCode; readonly facts: Readonly<Record<string, unknown>> } }
