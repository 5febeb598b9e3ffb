import type { Kysely } from 'kysely'
import { callerColumns } from '../../../../modules/owner.ts'
import type { FilterStore } from '../../../../modules/sending/filters/ports.ts'
import { inTransaction } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { isOf, takeTurns } from '../../uploads/upload-store.ts'

/** Saved filters in PostgreSQL; every statement names their owner. */
export const openFilterStore = (database: Kysely<Schema>): FilterStore => ({
  list: (owner) =>
    database
      .selectFrom('saved_filters')
      .where(isOf(owner))
      .orderBy('name')
      .orderBy('id')
      .select(['id', 'name', 'filters'])
      .execute(),
  save: (owner, { id, name, filters }, { most, at }) =>
    inTransaction(database, async (transaction) => {
      await takeTurns(transaction, 'saved_filters', owner)
      const set = { name, filters: JSON.stringify(filters) }
      const changed = await transaction
        .updateTable('saved_filters')
        .set(set)
        .where('id', '=', id)
        .where(isOf(owner))
        .returning('id')
        .executeTakeFirst()
      if (changed) return 'saved'
      const others = await transaction.selectFrom('saved_filters').where(isOf(owner)).select('id').limit(most).execute()
      if (others.length >= most) return 'full'
      const made = await transaction
        .insertInto('saved_filters')
        .values({ id, subscription_id: owner.subscriptionId, ...callerColumns(owner), ...set, created_at: at })
        .onConflict((conflict) => conflict.doNothing())
        .returning('id')
        .executeTakeFirst()
      return made ? 'saved' : 'unknown'
    }),
  delete: async (owner, id) => {
    const row = await database
      .deleteFrom('saved_filters')
      .where('id', '=', id)
      .where(isOf(owner))
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  },
})
