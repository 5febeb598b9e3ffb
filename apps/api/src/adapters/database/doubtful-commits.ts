/**
 * A commit that waits for a standby answers success also when that wait is ended from outside, by a cancelled query or
 * an administrator; all that says so is a warning. What was committed may be gone with the primary: the caller must not
 * be told that it is there.
 */
import type pg from 'pg'

/** Where PostgreSQL (src/backend/replication/syncrep.c) waits; its sentences are in the language of the server. */
const WAITS_FOR_STANDBYS = 'SyncRepWaitForLSN'

/** Nobody knows whether what was committed will stay; 08007 is `transaction_resolution_unknown`. */
class UnreplicatedCommit extends Error {
  override readonly name = 'UnreplicatedCommit'
  readonly code = '08007'

  constructor() {
    super('A commit was not waited for until a standby had it.')
  }
}

interface Notice {
  readonly routine?: string | undefined
}

type Callback = (error: Error | undefined | null, result?: unknown) => void
type Query = (...args: unknown[]) => unknown

/** Has the statement fail whose commit was not waited for. */
export function refuseUnreplicated(client: Pick<pg.PoolClient, 'query' | 'on'>): void {
  let isDoubtful = false
  client.on('notice', ({ routine }: Notice) => {
    if (routine === WAITS_FOR_STANDBYS) isDoubtful = true
  })
  const doubt = () => {
    const error = isDoubtful ? new UnreplicatedCommit() : undefined
    isDoubtful = false
    return error
  }
  const query = client.query.bind(client) as Query
  const asking: Query = (...args) => {
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const answer: Callback = (error, result) => (callback as Callback)(error ?? doubt() ?? null, result)
      return query(...args.slice(0, -1), answer)
    }
    const asked = query(...args)
    if (!(asked instanceof Promise)) return asked
    return asked.then((result: unknown) => {
      const error = doubt()
      if (error) throw error
      return result
    })
  }
  client.query = asking as typeof client.query
}
