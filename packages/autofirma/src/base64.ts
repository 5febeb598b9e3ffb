/** Base64 as the application speaks it: the url alphabet on addresses, the standard one inside batches. */

const STANDARD = /^[A-Za-z0-9+/]*={0,2}$/
const FOR_ADDRESSES = /^[A-Za-z0-9_-]*={0,2}$/
/** Arguments that one call takes. */
const CHUNK = 0x2000

/** Standard alphabet, padded. */
export function encodeBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let start = 0; start < bytes.length; start += CHUNK) {
    binary += String.fromCharCode(...bytes.subarray(start, start + CHUNK))
  }
  return btoa(binary)
}

/** Url alphabet: a `+` in an address would arrive as a space. Padded: else the text would be signed as it is. */
export const encodeForAddress = (bytes: Uint8Array): string =>
  encodeBase64(bytes).replaceAll('+', '-').replaceAll('/', '_')

/** Octets of either alphabet, padded or not; undefined for what is neither, or longer than `limit` octets. */
export function decodeBase64(text: string, limit: number): Uint8Array | undefined {
  if (text.length > Math.ceil(limit / 3) * 4) return undefined
  if (!STANDARD.test(text) && !FOR_ADDRESSES.test(text)) return undefined
  const bare = text.replace(/=+$/, '')
  const isWhole = bare.length % 4 !== 1 && (bare.length === text.length || text.length % 4 === 0)
  if (!isWhole) return undefined
  const binary = atob(bare.replaceAll('-', '+').replaceAll('_', '/'))
  if (binary.length > limit) return undefined
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
