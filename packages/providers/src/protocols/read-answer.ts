/**
 * Reads values out of a provider's answer. Whatever the answer holds, a reader gives a value of the right kind and of
 * bounded size, or nothing.
 */
export type Fields = Readonly<Record<string, unknown>>

const MAX_TEXT = 255
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/
/**
 * Control and format characters, which have no place in a name and could disguise one, and halves of characters, which
 * would be kept as something else.
 */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u

/** The members of an object; none for anything else. */
export const readFields = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {}

/** A text that is not empty, not too long, and printable from end to end. */
export function readText(value: unknown, maxLength = MAX_TEXT): string | undefined {
  if (typeof value !== 'string' || value === '' || value.length > maxLength) return undefined
  return UNPRINTABLE.test(value) ? undefined : value
}

/** A list with at most `maxItems`; undefined for a longer one and for anything else. */
export const readList = (value: unknown, maxItems: number): readonly unknown[] | undefined =>
  Array.isArray(value) && value.length <= maxItems ? (value as unknown[]) : undefined

/** Bytes written in base64, perhaps in lines; at least one. */
export function readBytes(value: unknown, maxBytes: number): Buffer | undefined {
  // Twice as long is more than base64 and its line breaks need.
  if (typeof value !== 'string' || value.length > 2 * maxBytes + 4) return undefined
  const text = value.replace(/[\r\n]/g, '')
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : undefined
  return bytes !== undefined && bytes.length <= maxBytes ? bytes : undefined
}

export function readWholeNumber(value: unknown, max: number): number | undefined {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= max ? value : undefined
}
