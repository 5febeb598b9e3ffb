import { sql, type Kysely } from 'kysely'
import { inTransaction } from '../connection.ts'
import { addNotice } from '../push/notice-outbox.ts'
import type { Schema } from '../schema.ts'
import { APPROVER_OFFERED, inForce, SIGNER_OFFERED } from './offered.ts'
import type { NotifyOfSubstitution } from './substitution-store.ts'

/** A deputy is told once a day at most. */
const AT_MOST_EVERY = '20 hours'
/** What is in force is announced to both again and again, so that nobody forgets it. */
const ANNOUNCED_EVERY = '7 days'
/** Hours of the day, where the days of the substitution are counted. */
const BY_DAY = { from: 7, to: 18 }
const isDay = (at: Date) =>
  sql`extract(hour from ${at}::timestamptz at time zone time_zone) between ${BY_DAY.from} and ${BY_DAY.to}`

/** Whether something waits that came, or of which the principal was reminded, since the deputy was last told. */
const HAS_NEWS = `(
  exists (select from signers join documents on documents.id = signers.document_id
    where ${SIGNER_OFFERED} and signers.state = 'pending' and documents.state = 'open'
      and greatest(signers.called_at, signers.reminded_at) > coalesce(substitutions.told_at, '-infinity'))
  or exists (select from approvers join signers on signers.id = approvers.signer_id
    join documents on documents.id = signers.document_id
    where ${APPROVER_OFFERED} and approvers.state = 'pending' and documents.state = 'open'
      and greatest(coalesce(approvers.notified_at, signers.upload_time), approvers.reminded_at)
        > coalesce(substitutions.told_at, '-infinity')))`

/**
 * Tells deputies by mail and on their devices that something waits for whom they stand in for. An assistant decides nothing, and is not told.
 * @returns how many are told
 */
export function tellDeputies(database: Kysely<Schema>, notify: NotifyOfSubstitution, at: Date): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ id: string; deputy_id: string }>`
      update substitutions set told_at = ${at}
      where ${sql.raw(inForce('now()'))} and kind <> 'assistant'
        and (told_at is null or told_at <= ${at}::timestamptz - ${AT_MOST_EVERY}::interval)
        and ${isDay(at)} and ${sql.raw(HAS_NEWS)}
      returning id, deputy_id`.execute(transaction)
    for (const { id, deputy_id: userId } of rows) {
      const notice = { kind: 'standing-in', cause: `${id}:${at.toISOString()}`, reader: { userId } } as const
      await addNotice(transaction, notice, { at, dueAt: at })
      await notify(transaction, { substitutionId: id, userId, change: 'waiting' })
    }
    return rows.length
  })
}

/**
 * Tells both people of each substitution in force by mail that it is: once it is, then weekly.
 * @returns how many substitutions are announced
 */
export function announceSubstitutions(
  database: Kysely<Schema>,
  notify: NotifyOfSubstitution,
  at: Date,
): Promise<number> {
  return inTransaction(database, async (transaction) => {
    const { rows } = await sql<{ id: string; principal_id: string; deputy_id: string }>`
      update substitutions set announced_at = ${at}
      where ${sql.raw(inForce('now()'))} and ${isDay(at)}
        and (announced_at is null or announced_at <= ${at}::timestamptz - ${ANNOUNCED_EVERY}::interval)
      returning id, principal_id, deputy_id`.execute(transaction)
    for (const { id: substitutionId, principal_id: principalId, deputy_id: deputyId } of rows) {
      await notify(transaction, { substitutionId, userId: principalId, change: 'represented' })
      await notify(transaction, { substitutionId, userId: deputyId, change: 'acting' })
    }
    return rows.length
  })
}
