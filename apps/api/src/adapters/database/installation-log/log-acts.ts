import type { Kysely, Transaction } from 'kysely'
import type { Actor, InstallationEntry } from '../../../modules/audit/installation/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { appendInstallationEvent } from './append-installation-event.ts'

export type LoggedAct = Pick<InstallationEntry, 'type' | 'facts' | 'personal'>

/** Whoever acts, at the moment at which they do. */
export interface ActedBy {
  readonly actor: Actor
  readonly now: () => Date
}

/**
 * Does something and logs it, in one transaction: both or neither.
 * @param tell what an outcome is to be logged as; false where nothing was done
 */
export type LogActs = <T>(
  work: (transaction: Transaction<Schema>) => Promise<T>,
  tell: (outcome: T) => LoggedAct | false,
) => Promise<T>

export function openActLog(database: Kysely<Schema>, { actor, now }: ActedBy): LogActs {
  return (work, tell) =>
    inTransaction(database, async (transaction) => {
      const outcome = await work(transaction)
      const act = tell(outcome)
      if (act) await appendInstallationEvent(transaction, { ...act, actor, at: now() })
      return outcome
    })
}
