/** Which kinds of jobs are due, asked once for all kinds: a look for each would be most of what a server without callers does. */
import { setImmediate, setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Log } from '../../ports/log.ts'
import { preparedQuery } from '../database/prepared-statements.ts'

const LOOK_EVERY_MS = 1000

/** As pg-boss takes them; of each kind the index is asked for one. */
const DUE = `
  select kind.name from unnest($1::text[]) as kind (name) cross join lateral (
    select from pgboss.job where job.name = kind.name and state < 'active' and start_after < now() limit 1) as due`

/** Settles once jobs of this kind are due, or when it is given up and no look is under way: the database may be closed then. */
export type UntilDue = (kind: string, givenUp: AbortSignal) => Promise<void>

export interface DueJobsOptions<Schema> {
  readonly db: Kysely<Schema>
  readonly log: Log
}

/** Looks as long as anybody waits; each kind is waited for by one. */
export function watchDueJobs<Schema>({ db, log }: DueJobsOptions<Schema>): UntilDue {
  const waiting = new Map<string, () => void>()
  let isLooking = false
  let underWay = Promise.resolve()
  let isAway = false
  const look = async () => {
    const { rows } = await db.executeQuery(preparedQuery<{ name: string }>(DUE, [[...waiting.keys()]]))
    isAway = false
    for (const { name } of rows) waiting.get(name)?.()
  }
  /** Once for each time that the database is away. */
  const tell = (err: unknown) => {
    if (!isAway && waiting.size > 0) log.warn({ err }, 'Jobs could not be looked for.')
    isAway = true
  }
  const lookWhileAnybodyWaits = async () => {
    if (isLooking) return
    isLooking = true
    // Those that begin at once are in the first look.
    await setImmediate()
    while (waiting.size > 0) {
      underWay = look().catch(tell)
      await underWay
      await pause(LOOK_EVERY_MS, undefined, { ref: false })
    }
    isLooking = false
  }
  return (kind, givenUp) =>
    new Promise((resolve) => {
      const giveUp = () => {
        waiting.delete(kind)
        void underWay.then(resolve)
      }
      if (givenUp.aborted) return giveUp()
      waiting.set(kind, () => {
        waiting.delete(kind)
        givenUp.removeEventListener('abort', giveUp)
        resolve()
      })
      givenUp.addEventListener('abort', giveUp)
      void lookWhileAnybodyWaits()
    })
}
