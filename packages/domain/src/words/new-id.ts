/**
 * An id for a row of which there are many: a UUIDv7 (RFC 9562 §5.7), 48 bits of the time in milliseconds and 74 of chance.
 * Ids of one time stand beside one another in an index, so that a signature touches few of its pages, however large it
 * is. It tells when it was made; what is guarded by being unknown has another one.
 */
export function newId(now = Date.now()): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  const words = new DataView(bytes.buffer)
  words.setUint16(0, Math.floor(now / 2 ** 32))
  words.setUint32(2, now % 2 ** 32)
  words.setUint8(6, 0x70 | (words.getUint8(6) & 0x0f))
  words.setUint8(8, 0x80 | (words.getUint8(8) & 0x3f))
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
