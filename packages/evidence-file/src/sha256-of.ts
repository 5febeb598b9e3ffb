import { createHash } from 'node:crypto'

/** Lower-case hex of SHA-256 over the parts, one behind the other; texts in UTF-8. */
export function sha256Of(...parts: readonly (Uint8Array | string)[]): string {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest('hex')
}
