/**
 * RC4, which a few PKCS#12 files of the nineties used and OpenSSL 3 no longer offers by default.
 *
 * Read, never written.
 *
 * RFC 6229 (test vectors), RFC 7292 appendix C.
 */

/** Decrypts `data`; any key gives some result. */
export function decryptRc4(data: Uint8Array, key: Uint8Array): Uint8Array {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number): number => state[index & 0xff] ?? 0
  const swap = (left: number, right: number): void => {
    const kept = at(left)
    state[left & 0xff] = at(right)
    state[right & 0xff] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 0xff
    swap(i, j)
  }
  let j = 0
  return data.map((octet, position) => {
    const i = (position + 1) & 0xff
    j = (j + at(i)) & 0xff
    swap(i, j)
    return octet ^ at(at(i) + at(j))
  })
}
