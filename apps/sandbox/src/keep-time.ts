/** The time as the stand-ins of providers see it: a test moves it on instead of waiting for a code to expire. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  advance(milliseconds: number): void
  reset(): void
}

export function createClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    advance: (milliseconds) => void (ahead += milliseconds),
    reset: () => void (ahead = 0),
  }
}
