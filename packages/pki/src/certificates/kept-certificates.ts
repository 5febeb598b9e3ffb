/**
 * What was found out about certificates, kept by their octets.
 *
 * The certificates of a timestamp authority and of a signer come back with every document, and reading one takes
 * longer than verifying a signature with it. What is kept depends on nothing but the bytes.
 *
 * The cache is bounded, since certificates are untrusted input.
 */

const MOST_KEPT = 100
const LARGEST_KEPT = 8192

export class KeptCertificates<Reading> {
  readonly #kept = new Map<string, Reading>()

  /** What `read` made of these octets, now or before; it gets a copy of its own. What it throws is thrown each time. */
  get(der: Uint8Array, read: (der: Uint8Array) => Reading): Reading {
    if (der.length > LARGEST_KEPT) return read(der)
    const name = Buffer.from(der.buffer, der.byteOffset, der.byteLength).toString('latin1')
    const known = this.#kept.get(name)
    if (known !== undefined) return known
    const fresh = read(new Uint8Array(der))
    if (this.#kept.size >= MOST_KEPT) this.#kept.clear()
    this.#kept.set(name, fresh)
    return fresh
  }
}
