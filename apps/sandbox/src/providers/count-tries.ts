/** Wrong PINs or codes in a row, by whatever they were tried on; after `limit` of them it is locked. */
export interface Tries {
  isLocked(key: string): boolean
  /** Counts a wrong one. @returns how many are left */
  fail(key: string): number
  /** A right one: counting starts anew. */
  succeed(key: string): void
  left(key: string): number
  clear(): void
}

export function createTries(limit: number): Tries {
  const failures = new Map<string, number>()
  const left = (key: string): number => limit - (failures.get(key) ?? 0)
  return {
    isLocked: (key) => left(key) <= 0,
    fail(key) {
      failures.set(key, Math.min(limit, (failures.get(key) ?? 0) + 1))
      return left(key)
    },
    succeed: (key) => void failures.delete(key),
    left,
    clear: () => failures.clear(),
  }
}
