/**
 * The two places of a signature dictionary that are filled in after everything else is fixed: /ByteRange and
 * /Contents (ISO 32000-2 clause 12.8.1).
 *
 * Both have a fixed width from the start, so that nothing moves when they are filled.
 */

const DIGITS = 10
const RANGE_SLOT = `/ByteRange [0 ${Array.from({ length: 3 }, () => '0'.repeat(DIGITS)).join(' ')}]`
const CONTENTS_KEY = '/Contents <'

/** The syntax of both entries, empty. They must be the first entries of their dictionary that could hold such text. */
export function emptySlots(contentsSize: number): string {
  return `${RANGE_SLOT}\n${CONTENTS_KEY}${'0'.repeat(contentsSize * 2)}>`
}

export interface FilledSlots {
  readonly byteRange: readonly [number, number, number, number]
  /** Offset in the tail of the first hex digit. */
  readonly contentsOffset: number
}

/**
 * Writes the ByteRange into the tail: everything but the hex string with its angle brackets.
 * @param start where in the tail the signature dictionary's object starts
 */
export function fillByteRange(
  tail: Buffer,
  start: number,
  { baseLength, contentsSize }: { baseLength: number; contentsSize: number },
): FilledSlots {
  const range = tail.indexOf('/ByteRange [', start)
  const contentsOffset = tail.indexOf(CONTENTS_KEY, start) + CONTENTS_KEY.length
  const gapStart = contentsOffset - 1
  const gapEnd = contentsOffset + contentsSize * 2 + 1
  const byteRange = [0, baseLength + gapStart, baseLength + gapEnd, tail.length - gapEnd] as const
  const text = `/ByteRange [${byteRange.join(' ')}]`
  tail.write(text.padEnd(RANGE_SLOT.length, ' '), range, 'latin1')
  return { byteRange, contentsOffset }
}
