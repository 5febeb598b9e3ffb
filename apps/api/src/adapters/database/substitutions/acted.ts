/** What deputies did, in the rows of the signers and approvers in whose names they did it. */
import { sql, type AliasedRawBuilder, type RawBuilder } from 'kysely'

type Part = 'signers' | 'approvers'

/** SQL of the name of who acted in the name of a row's person; null where that person did, or nobody yet. */
export const deputySql = (part: string): string => `(select name from users where users.id = ${part}.acting_user_id)`

export const deputyOf = (part: Part): AliasedRawBuilder<string | null, 'deputy'> =>
  sql.raw<string | null>(deputySql(part)).as('deputy')

/** Whether somebody is the person of a row, or has acted in their name: who has signed something sees it afterwards. */
export const isOrActed = (part: Part, userId: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${part}.user_id`)} = ${userId} or ${sql.ref(`${part}.acting_user_id`)} = ${userId})`
