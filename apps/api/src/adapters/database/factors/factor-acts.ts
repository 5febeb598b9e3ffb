/** What acts on the factors of a person share: they take turns, are logged, and the person is told. */
import type { Kysely, Transaction } from 'kysely'
import type {
  AddedFactor,
  FactorChange,
  FactorStanding,
  FirstFactor,
  RemovedFactor,
} from '../../../modules/factors/ports.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

/** Asks for a mail to a person whose factors have changed, inside the transaction of the change. */
export type NotifyOfFactor = (
  transaction: Transaction<Schema>,
  change: { readonly userId: string; readonly change: FactorChange },
) => Promise<void>

export interface FactorActs {
  readonly database: Kysely<Schema>
  readonly notify: NotifyOfFactor
}

/** What is logged of an act of a person on their own factors. */
export interface FactorEvent {
  readonly type: 'factor-added' | 'factor-removed' | 'recovery-codes-made' | 'recovery-code-used'
  readonly change: FactorChange
  readonly facts: Readonly<Record<string, string | number>>
}

/** One act of a person, in a transaction in which nobody else changes their factors. */
export function actOnFactors<T>(
  { database, notify }: FactorActs,
  { userId, at }: { readonly userId: string; readonly at: Date },
  act: (transaction: Transaction<Schema>) => Promise<{ readonly outcome: T; readonly event?: FactorEvent | undefined }>,
): Promise<T> {
  return inTransaction(database, async (transaction) => {
    await transaction.selectFrom('users').where('id', '=', userId).select('id').forUpdate().execute()
    const { outcome, event } = await act(transaction)
    if (!event) return outcome
    const { type, change, facts } = event
    await notify(transaction, { userId, change })
    await appendInstallationEvent(transaction, {
      ...{ type, at, actor: { by: 'person', userId }, facts: { userId, ...facts } },
    })
    return outcome
  })
}

/** In one statement, as it is asked at every log-in with a password. */
const STANDING = `select
  (select count(*)::int from passkeys where user_id = $1::uuid) as "passkeys",
  exists(select 1 from totp_factors where user_id = $1::uuid) as "hasTotp",
  (select count(*)::int from recovery_codes where user_id = $1::uuid and used_at is null) as "recoveryCodes",
  exists(select 1 from user_subscriptions join subscriptions on subscriptions.id = subscription_id
    where user_id = $1::uuid and demands_factor) as "isDemanded"`

export async function readStanding(database: Kysely<Schema>, userId: string): Promise<FactorStanding> {
  const { rows } = await database.executeQuery(preparedQuery<FactorStanding>(STANDING, [userId]))
  return rows[0]!
}

/** Codes for the first factor of a person, or the word that this is none. */
export async function addFirstCodes(
  transaction: Transaction<Schema>,
  userId: string,
  { codeHashes, onlyFirst, isFirst }: FirstFactor & { readonly isFirst: boolean },
): Promise<AddedFactor> {
  if (!isFirst) return onlyFirst ? 'not-first' : 'further'
  await replaceCodes(transaction, userId, codeHashes)
  return 'first'
}

export async function replaceCodes(
  transaction: Transaction<Schema>,
  userId: string,
  hashes: readonly Buffer[],
): Promise<void> {
  await transaction.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = hashes.map((code_hash) => ({ user_id: userId, code_hash }))
  await transaction.insertInto('recovery_codes').values(rows).execute()
}

const FORGOTTEN = ['recovery_codes', 'remembered_devices', 'totp_setups', 'passkey_challenges', 'factor_tries'] as const

/** What goes with the last factor: nothing of it is left that a later one would bring back. */
export async function forgetRest(transaction: Kysely<Schema>, userId: string): Promise<void> {
  for (const table of FORGOTTEN) {
    await transaction.deleteFrom(table).where('user_id', '=', userId).execute()
  }
}

/** Takes one factor away, unless it is the last of somebody who has to have one. */
export async function removeFactor(
  transaction: Transaction<Schema>,
  userId: string,
  { isThere, remove }: { readonly isThere: boolean; readonly remove: () => Promise<unknown> },
): Promise<RemovedFactor> {
  if (!isThere) return 'unknown'
  const { passkeys, hasTotp, isDemanded } = await readStanding(transaction, userId)
  const isLast = passkeys + Number(hasTotp) === 1
  if (isLast && isDemanded) return 'demanded'
  await remove()
  if (isLast) await forgetRest(transaction, userId)
  return 'removed'
}
