import { z } from 'zod'

/** A String of structured fields (RFC 9651 §3.3.3), which the draft of the header asks for. */
const QUOTED = /^"((?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\["\\])+)"$/

/** The same key with and without quotes; what only begins with one is a key as it stands. */
const withoutQuotes = (header: string) => QUOTED.exec(header)?.[1]?.replace(/\\(.)/g, '$1') ?? header

/** Of every POST below `/v1` (draft-ietf-httpapi-idempotency-key-header). */
export const idempotencyHeaders = z.object({
  'idempotency-key': z.string().min(8).max(128).transform(withoutQuotes).optional(),
})
