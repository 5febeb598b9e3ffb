import type { Clock } from '../keep-time.ts'

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

/** With `pause`, so many milliseconds after the last wrong one all is forgotten. */
export function createTries(limit: number, pause?: { readonly clock: Clock; readonly milliseconds: number }): Tries {
  const failures = new Map<string, { count: number; at: number }>()
  const now = (): number => pause?.clock.now() ?? 0
  const countOf = (key: string): number => {
    const entry = failures.get(key)
    if (entry === undefined || (pause !== undefined && now() - entry.at >= pause.milliseconds)) return 0
    return entry.count
  }
  const left = (key: string): number => limit - countOf(key)
  return {
    isLocked: (key) => left(key) <= 0,
    fail(key) {
      failures.set(key, { count: Math.min(limit, countOf(key) + 1), at: now() })
      return left(key)
    },
    succeed: (key) => void failures.delete(key),
    left,
    clear: () => failures.clear(),
  }
}
