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
  const end = endOfElement(room)
  return end <= room.length && room.subarray(end).every((octet) => octet === 0)
    ? []
    : ['the room behind the last signature is not empty']
}

/** Where the first DER element ends (ITU-T X.690 clause 8.1.3). */
function endOfElement(der: Buffer): number {
  const first = der[1] ?? 0
  if (first < 0x80) return 2 + first
  const octets = first & 0x7f
  return octets > 4 ? Infinity : 2 + octets + der.readUIntBE(2, Math.min(octets, 4))
}
