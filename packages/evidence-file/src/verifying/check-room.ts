/**
 * The room that a signature leaves free: no digest covers it. A file of ours has zeros there, and writes its digits in
 * one way (ISO 32000-2 clause 12.8.1), so that not one octet of it can be another unnoticed.
 */
const CONTENTS = /\/Contents\s*<([^>]*)>/g
const LOWER_HEX = /^(?:[0-9a-f]{2})*$/

/** @returns faults of the last signature of a file, whose room nothing that comes later covers */
export function faultsOfRoom(pdf: Uint8Array): readonly string[] {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1')
  const digits = [...text.matchAll(CONTENTS)].at(-1)?.[1]
  if (digits === undefined) return []
  if (!LOWER_HEX.test(digits)) return ['the room of the last signature is not written as we write it']
  const room = Buffer.from(digits, 'hex')
  const end = endOfElement(room, 0)
  if (end > room.length || !isNested(room.subarray(0, end))) return ['the last signature is not written in DER']
  return room.subarray(end).every((octet) => octet === 0) ? [] : ['the room behind the last signature is not empty']
}

/** Where a DER element ends (ITU-T X.690 clause 8.1.3); beyond everything for a length that is none. */
function endOfElement(der: Buffer, at: number): number {
  const first = der[at + 1] ?? 0xff
  if (first < 0x80) return at + 2 + first
  const octets = first & 0x7f
  if (octets === 0 || octets > 4 || at + 2 + octets > der.length) return Infinity
  return at + 2 + octets + der.readUIntBE(at + 2, octets)
}

/** Where the content of an element begins. */
function startOfContent(element: Buffer): number {
  const first = element[1]!
  return 2 + (first < 0x80 ? 0 : first & 0x7f)
}

const CONSTRUCTED = 0x20
/** Elements within elements: a timestamp has about fifteen. */
const DEEPEST = 64

/** Whether elements fill those that they lie in, to the last octet: a reader that is lenient could overlook a length. */
function isNested(element: Buffer, depth = DEEPEST): boolean {
  if (depth === 0) return false
  if ((element[0]! & CONSTRUCTED) === 0) return true
  let at = startOfContent(element)
  while (at < element.length) {
    const end = endOfElement(element, at)
    if (end > element.length || !isNested(element.subarray(at, end), depth - 1)) return false
    at = end
  }
  return true
}
