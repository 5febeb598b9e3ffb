/**
 * The clock of the database, as far as a process can tell it: leases, deadlines and tokens of all processes are by this
 * one clock, whatever the clocks of their machines say.
 *
 * PostgreSQL told its time somewhere between the question and the answer, so what is known is an interval for the
 * difference from a clock that only goes forward. Each answer narrows it. Within it, the machine's own clock is taken as
 * it is: clocks that agree as far as can be told give the same times.
 */
import { sql, type Kysely } from 'kysely'

/** Clocks of machines drift apart by less than this (NTP slews by 500 millionths). */
const DRIFT = 0.0005
/** Questions that are asked in a row when nothing is known yet. */
const FIRST_QUESTIONS = 3

/** Milliseconds: when the database was asked and had answered, by `monotonic`, and what it told, since 1970. */
export interface ToldTime {
  readonly asked: number
  readonly told: number
  readonly answered: number
}

/** The clocks of the machine, in milliseconds. */
export interface MachineClocks {
  /** Since any moment; never goes back. */
  readonly monotonic: () => number
  /** Since 1970, as the machine believes. */
  readonly wall: () => number
}

const MACHINE: MachineClocks = { monotonic: () => performance.now(), wall: () => Date.now() }

interface Bounds {
  readonly low: number
  readonly high: number
  readonly since: number
}

export class DatabaseClock {
  private bounds: Bounds | undefined
  readonly machine: MachineClocks

  constructor(machine: MachineClocks = MACHINE) {
    this.machine = machine
  }

  /** The database's time; the machine's before anything was learnt. */
  readonly now = (): Date => new Date(this.#time())

  /** How far the machine's clock is ahead of the database's, at least; negative where it is behind. */
  skewMs(): number {
    return this.machine.wall() - this.#time()
  }

  learn({ asked, told, answered }: ToldTime): void {
    const heard = { low: told - answered, high: told - asked, since: answered }
    const known = this.bounds
    if (!known) {
      this.bounds = heard
      return
    }
    const drift = Math.max(0, answered - known.since) * DRIFT
    const low = Math.max(heard.low, known.low - drift)
    const high = Math.min(heard.high, known.high + drift)
    // Another machine may have become the primary: what was known is of another clock.
    this.bounds = low <= high ? { low, high, since: answered } : heard
  }

  #time(): number {
    const wall = this.machine.wall()
    if (!this.bounds) return wall
    const monotonic = this.machine.monotonic()
    return Math.min(Math.max(wall, monotonic + this.bounds.low), monotonic + this.bounds.high)
  }
}

/** The database's time in milliseconds since 1970, of a moment within the statement. */
export const toldTime = sql<number>`(extract(epoch from clock_timestamp()) * 1000)::float8`

/** Learns the time of a database that was just opened. */
export async function setClock<Schema>(clock: DatabaseClock, database: Kysely<Schema>): Promise<void> {
  for (let question = 0; question < FIRST_QUESTIONS; question += 1) {
    const asked = clock.machine.monotonic()
    const { rows } = await sql<{ told: number }>`select ${toldTime} as told`.execute(database)
    clock.learn({ asked, told: rows[0]!.told, answered: clock.machine.monotonic() })
  }
}
