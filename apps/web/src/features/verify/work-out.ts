/** How many numbers are tried before the page gets its turn. */
const AT_ONCE = 256

/** How many zeros a hash has in front, in bits; at most 32 are counted. */
const zerosOf = (hash: ArrayBuffer) => Math.clz32(new DataView(hash).getUint32(0))

/**
 * The work that a look-up costs where too many wrong codes were tried: `<challenge>.<number>`, whose SHA-256 with the
 * code behind it has so many zeros in front.
 */
export async function workOut(
  { challenge, bits }: { readonly challenge: string; readonly bits: number },
  code: string,
  signal?: AbortSignal,
): Promise<string> {
  for (let first = 0; ; first += AT_ONCE) {
    signal?.throwIfAborted()
    const works = Array.from({ length: AT_ONCE }, (_, i) => `${challenge}.${first + i}`)
    const hashes = await Promise.all(
      works.map((work) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${work}.${code}`))),
    )
    const found = hashes.findIndex((hash) => zerosOf(hash) >= bits)
    if (found !== -1) return works[found]!
  }
}
