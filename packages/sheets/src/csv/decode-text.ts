/**
 * The text of a CSV file, whose encoding nothing says for sure: a byte order mark decides, else it is UTF-8 where it can
 * be, else what spreadsheets on Windows write in the West (windows-1252, which has the letters of latin-1).
 * @throws {TypeError} for UTF-16 that is none
 */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le', { fatal: true }).decode(bytes)
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be', { fatal: true }).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
