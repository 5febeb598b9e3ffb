/** The rows of copies, inside the transactions of what is sent and changed. */
import { randomUUID } from 'node:crypto'
import type { Kysely, Transaction } from 'kysely'
import type { SentCopy } from '../../../modules/copies/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

interface NewCopies {
  readonly document_id: string
  readonly subscription_id: string
  readonly userIds: readonly string[]
  readonly at: Date
}

export async function insertCopies(
  transaction: Transaction<Schema>,
  { userIds, at, ...keys }: NewCopies,
): Promise<void> {
  if (userIds.length === 0) return
  const rows = userIds.map((userId) => ({ ...keys, id: randomUUID(), user_id: userId, given_at: at }))
  await transaction.insertInto('copies').values(rows).execute()
}

export async function deleteCopies(
  transaction: Transaction<Schema>,
  documentId: string,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return
  await transaction.deleteFrom('copies').where('document_id', '=', documentId).where('user_id', 'in', userIds).execute()
}

/** Who has a copy of a document, by name. */
export async function copiesOf(
  database: Kysely<Schema>,
  documentId: string,
): Promise<(SentCopy & { readonly personId: string })[]> {
  const rows = await database
    .selectFrom('copies')
    .innerJoin('users', 'users.id', 'copies.user_id')
    .where('copies.document_id', '=', documentId)
    .orderBy('users.name')
    .orderBy('copies.id')
    .select(['copies.id', 'copies.user_id as person_id', 'users.user_id', 'users.name'])
    .select(['copies.given_at', 'copies.told_at'])
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, personId: row.person_id, userId: row.user_id, name: row.name },
    ...{ givenAt: row.given_at, toldAt: row.told_at },
  }))
}

/** Asked for at the end of each document, so its plan is kept. */
export async function copyIdsOf(transaction: Transaction<Schema>, documentId: string): Promise<string[]> {
  const asked = preparedQuery<{ readonly id: string }>('select id from copies where document_id = $1', [documentId])
  return (await transaction.executeQuery(asked)).rows.map(({ id }) => id)
}
