/** The rows of copies, inside the transactions of what is sent and changed. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

interface NewCopies {
  readonly document_id: string
  readonly subscription_id: string
  readonly userIds: readonly string[]
  readonly at: Date
}

/** A new row for each of them. */
export const toCopyRows = ({ userIds, at, ...keys }: NewCopies) =>
  userIds.map((userId) => ({ ...keys, id: randomUUID(), user_id: userId, given_at: at }))

export async function insertCopies(transaction: Transaction<Schema>, copies: NewCopies): Promise<void> {
  if (copies.userIds.length === 0) return
  await transaction.insertInto('copies').values(toCopyRows(copies)).execute()
}

export async function deleteCopies(
  transaction: Transaction<Schema>,
  documentId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await transaction.deleteFrom('copies').where('document_id', '=', documentId).where('user_id', 'in', userIds).execute()
}

/** Ids of the people who have a copy of a document, by name. */
export async function readersOf(database: Kysely<Schema>, documentId: string): Promise<string[]> {
  const rows = await database
    .selectFrom('copies')
    .innerJoin('users', 'users.id', 'copies.user_id')
    .where('copies.document_id', '=', documentId)
    .orderBy('users.name')
    .orderBy('copies.id')
    .select('copies.user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Asked for at the end of each document, so its plan is kept. */
export async function copyIdsOf(transaction: Transaction<Schema>, documentId: string): Promise<string[]> {
  const asked = preparedQuery<{ readonly id: string }>('select id from copies where document_id = $1', [documentId])
  return (await transaction.executeQuery(asked)).rows.map(({ id }) => id)
}
