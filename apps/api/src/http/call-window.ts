/** Counts calls in windows of a minute, each of which begins with the first call of its key. */

/** Keys that are counted at the same time; of more, those that began first are forgotten. */
const MOST_KEYS = 20_000

interface Window {
  used: number
  readonly until: number
}

/** Where a key stands after a call. */
export interface CallStanding {
  readonly isOver: boolean
  readonly left: number
  /** Milliseconds until the window ends. */
  readonly endsInMs: number
}

export class CallWindows {
  readonly quota: number
  readonly #windowMs: number
  readonly #windows = new Map<string, Window>()

  constructor(quota: number, windowMs: number) {
    this.quota = quota
    this.#windowMs = windowMs
  }

  take(key: string, now: number): CallStanding {
    const window = this.#openWindow(key, now)
    window.used += 1
    return {
      isOver: window.used > this.quota,
      left: Math.max(0, this.quota - window.used),
      endsInMs: window.until - now,
    }
  }

  /** Undoes a `take` in the same window. */
  giveBack(key: string, now: number): void {
    const window = this.#windows.get(key)
    if (window && window.until > now && window.used > 0) window.used -= 1
  }

  #openWindow(key: string, now: number): Window {
    const open = this.#windows.get(key)
    if (open && open.until > now) return open
    // So that the map is in the order of its beginnings.
    this.#windows.delete(key)
    if (this.#windows.size >= MOST_KEYS) this.#windows.delete(this.#windows.keys().next().value!)
    const window = { used: 0, until: now + this.#windowMs }
    this.#windows.set(key, window)
    return window
  }
}
