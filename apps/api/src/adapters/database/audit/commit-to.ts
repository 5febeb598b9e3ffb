import { createHash, randomBytes } from 'node:crypto'

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** Commits to each personal value with a salt of its own; the value is kept apart so that it can be erased. */
export function commitTo(personal: Readonly<Record<string, string>>) {
  return Object.entries(personal).map(([name, value]) => {
    const salt = randomBytes(16)
    return { name, value, salt, commitment: sha256(salt, value) }
  })
}

/** Whether a value is not, or no longer, what its commitment says. */
export const isBroken = (row: { salt: Buffer; value: string; commitment: Buffer }): boolean =>
  !sha256(row.salt, row.value).equals(row.commitment)

/** hash = SHA-256(previous hash, canonical event), the first after 32 zero bytes. */
export const chainHash = (previous: Buffer | null, canonical: string): Buffer =>
  sha256(previous ?? Buffer.alloc(32), canonical)
