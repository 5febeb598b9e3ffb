import type { Log } from '../../ports/log.ts'
import { isDatabaseOutage } from '../database/is-outage.ts'

/** What is older than any lease was released by others. */
const FORGOTTEN_MS = 10 * 60_000
/** More than a process has under way at once; beyond it the oldest are left to their leases. */
const MOST = 10_000

/** What a process is to the others that work on the same database. */
export interface Replica {
  /** Names it; another name after each start. */
  readonly instance: string
  readonly owed: OwedWrites
}

interface Owed {
  readonly write: () => Promise<void>
  readonly since: number
}

/**
 * Writes that release something and found the database away: they are made once it is back, instead of having
 * people wait until a lease runs out. A write must do no harm when it is made twice, or late.
 */
export class OwedWrites {
  private owed: Owed[] = []
  private readonly log: Log

  constructor(log: Log) {
    this.log = log
  }

  /**
   * Writes now, or else later.
   * @param later what is written then; the same unless said otherwise
   * @throws what the first try throws
   */
  async insist(write: () => Promise<void>, later: () => Promise<void> = write): Promise<void> {
    try {
      await write()
    } catch (error) {
      if (isDatabaseOutage(error)) this.owed = [...this.owed, { write: later, since: Date.now() }].slice(-MOST)
      throw error
    }
  }

  /** Makes them up, now that the database answers. @returns how many were made. */
  async settle(): Promise<number> {
    const due = this.owed.filter(({ since }) => Date.now() - since < FORGOTTEN_MS)
    this.owed = []
    const left: Owed[] = []
    for (const owed of due) {
      try {
        await owed.write()
      } catch (error) {
        if (isDatabaseOutage(error)) left.push(owed)
        else this.log.warn({ err: error }, 'What was held in an outage of the database could not be let go of.')
      }
    }
    this.owed = [...left, ...this.owed]
    return due.length - left.length
  }
}
