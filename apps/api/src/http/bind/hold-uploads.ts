import { PortalError } from '@rubrica/domain'

/** The bytes that one request keeps in memory. */
export interface HeldBytes {
  /** @throws {PortalError} TEMPORARILY_UNAVAILABLE when all requests together would hold too much */
  take(bytes: number): void
  /** The request is over. */
  giveBack(): void
}

/**
 * Counts the uploads in memory by what has arrived of them, so that a slow one takes little and many large ones at
 * the same moment cannot exhaust the process.
 */
export function holdUploads(limit: number): () => HeldBytes {
  let total = 0
  return () => {
    let held = 0
    return {
      take: (bytes) => {
        if (total + bytes > limit) {
          throw new PortalError('TEMPORARILY_UNAVAILABLE', 'Too many large files arrive at once. Try again shortly.')
        }
        total += bytes
        held += bytes
      },
      giveBack: () => {
        total -= held
        held = 0
      },
    }
  }
}
