/**
 * Finds the next `endstream` or `endobj`, remembering the last answer.
 *
 * Without the memory, a file of a million objects that all lack their end would be searched to its end a million times.
 */

interface Answer {
  readonly from: number
  readonly at: number
}

const remembered = new WeakMap<ArrayBufferLike, Map<string, Answer>>()

/** Offset of the first `marker` at or after `from`, or -1. */
export function findMarker(bytes: Uint8Array, marker: 'endstream' | 'endobj', from: number): number {
  const answers = remembered.get(bytes.buffer) ?? new Map<string, Answer>()
  remembered.set(bytes.buffer, answers)
  // Several files can share one buffer.
  const key = `${marker} ${bytes.byteOffset} ${bytes.byteLength}`
  const known = answers.get(key)
  if (known !== undefined && from >= known.from && (known.at === -1 || known.at >= from)) return known.at
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = -1
  if (known !== undefined && from < known.from) {
    at = buffer.subarray(0, known.from + marker.length - 1).indexOf(marker, from)
    if (at === -1) at = known.at
  } else {
    at = buffer.indexOf(marker, from)
  }
  answers.set(key, { from, at })
  return at
}
