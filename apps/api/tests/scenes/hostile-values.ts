/** Values that strangers send in place of those that are expected, and how they are put into a body. */

/** As JSON writes them: numbers beyond any range and doubled members cannot be made from values. */
const RAW = Symbol('JSON text')
interface Raw {
  readonly [RAW]: string
}
const raw = (text: string): Raw => ({ [RAW]: text })

export const HOSTILE_TEXTS = [
  '', ' ', '\0', 'a\0b', 'a\r\nSet-Cookie: x=1', '\u202eexe.fdp', '\u200f\u200e\u2066', '\ud800', 'x\udfff\ud800y',
  '\u{1f680}'.repeat(50), 'e\u0301'.repeat(100), '\ufffe\uffff', '\u0007\u001b[2J', 'x'.repeat(256), 'x'.repeat(5001),
  'y'.repeat(200_000), "'; drop table users; --", '" or ""="', '%', '_%\\', '\\', '${7*7}{{7*7}}', '<script>alert(1)</script>',
  '../../../../etc/passwd', '..\\..\\boot.ini', '%00', '%2e%2e%2f', '__proto__', 'constructor', '-1', '0', '1e3', '0x10',
  '999999999999999999999', '-0', 'NaN', '1.5', '2026-02-30', '9999-12-31', '0000-01-01', '2026-01-01T00:00:00Z',
  '99999-12-31T23:59:59+14:00', 'null', 'true', '[]', '00000000-0000-0000-0000-000000000000', 'javascript:alert(1)',
  'http://169.254.169.254/', 'unspecified', 'ana',
] // prettier-ignore

export const HOSTILE_VALUES: readonly unknown[] = [
  ...HOSTILE_TEXTS, null, true, false, -1, 0, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, raw('1e999'), raw('-1e999'),
  raw(`1${'0'.repeat(400)}`), [], [[]], {}, ['a', 'b'], [null], { length: -1 }, { toString: 1 }, raw('{"a":1,"a":2}'),
  raw('{"__proto__":{"admin":true}}'), raw('{"constructor":{"prototype":{"admin":true}}}'), Array(1000).fill('x'),
] // prettier-ignore

type Path = readonly (string | number)[]

/** The paths of all members of a value, the value itself first. */
export function pathsOf(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path]
  const members = Array.isArray(value) ? [...value.entries()] : Object.entries(value)
  return [path, ...members.flatMap(([key, member]) => pathsOf(member, [...path, key]))]
}

/** A copy with another value at a path. */
export function replaced(value: unknown, path: Path, by: unknown): unknown {
  const [key, ...rest] = path
  if (key === undefined) return by
  const copy = Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }
  Object.assign(copy, { [key]: replaced((value as Record<string | number, unknown>)[key], rest, by) })
  return copy
}

/** JSON, with raw texts put in as they are. */
export function toJson(value: unknown): string {
  const texts: string[] = []
  const text = JSON.stringify(value, (_key, member: unknown) => {
    if (typeof member !== 'object' || member === null || !(RAW in member)) return member
    texts.push((member as Raw)[RAW])
    return `raw:${texts.length - 1}`
  })
  return text.replace(/"raw:(\d+)"/g, (_, index: string) => texts[Number(index)]!)
}
