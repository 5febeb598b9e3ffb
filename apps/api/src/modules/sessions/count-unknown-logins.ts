import type { LockPolicy } from './ports.ts'

const REMEMBERED_NAMES = 10_000

interface Entry {
  failures: number
  lockedUntil: Date | undefined
}

/**
 * Counts tries for names that belong to nobody, so that they lock just like real ones and a lock tells nothing
 * about who exists. Kept in memory; the names tried longest ago are forgotten.
 */
export class UnknownLogins {
  readonly #entries = new Map<string, Entry>()
  readonly #policy: LockPolicy

  constructor(policy: LockPolicy) {
    this.#policy = policy
  }

  /** Counts a try. @returns until when the name is locked, if it is. */
  count(loginName: string, at: Date): Date | undefined {
    const name = loginName.toLowerCase()
    const entry = this.#entries.get(name) ?? { failures: 0, lockedUntil: undefined }
    this.#entries.delete(name)
    this.#entries.set(name, entry)
    this.#forgetOldest()
    if (entry.lockedUntil && entry.lockedUntil > at) return entry.lockedUntil
    if (entry.lockedUntil) Object.assign(entry, { failures: 0, lockedUntil: undefined })
    entry.failures += 1
    if (entry.failures >= this.#policy.tries) entry.lockedUntil = new Date(at.getTime() + this.#policy.lockMs)
    return undefined
  }

  #forgetOldest(): void {
    if (this.#entries.size <= REMEMBERED_NAMES) return
    const oldest = this.#entries.keys().next()
    if (!oldest.done) this.#entries.delete(oldest.value)
  }
}
