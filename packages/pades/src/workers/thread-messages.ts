/**
 * The messages between the calling thread and a PDF thread.
 *
 * Everything is plain data; an error travels as its code and facts.
 */

export type ToThread =
  | { readonly kind: 'run'; readonly operation: string; readonly args: readonly unknown[] }
  /** Null: the question could not be answered. */
  | { readonly kind: 'answer'; readonly answer: unknown }

export type FromThread =
  | { readonly kind: 'done'; readonly value: unknown }
  | { readonly kind: 'refused'; readonly code: string; readonly facts: Readonly<Record<string, unknown>> }
  | { readonly kind: 'broken'; readonly error: unknown }
  | { readonly kind: 'question'; readonly about: Question; readonly subject: unknown }

/** What a thread asks the calling one, which may use the network and may hold keys. */
export type Question = 'timestamp' | 'signature'

/** Buffers below this size are not worth a transfer. */
const WORTH_TRANSFER = 1024

/** Buffers in `value` (plain data) that belong to one view alone and can change hands without a copy. */
export function transferableBuffers(value: unknown): ArrayBuffer[] {
  if (value instanceof Uint8Array) {
    const { buffer } = value
    const alone = buffer instanceof ArrayBuffer && buffer.byteLength === value.byteLength
    return alone && buffer.byteLength >= WORTH_TRANSFER ? [buffer] : []
  }
  if (typeof value !== 'object' || value === null) return []
  return [...new Set(Object.values(value).flatMap(transferableBuffers))]
}

/**
 * Bytes as they should be posted: posting a view copies all that lies under it, so a part of a larger buffer is cut out
 * first. Shared memory is not copied at all.
 */
export function compact(value: unknown): unknown {
  const isPart = value instanceof Uint8Array && value.buffer.byteLength > value.byteLength
  return isPart && value.buffer instanceof ArrayBuffer ? new Uint8Array(value) : value
}
