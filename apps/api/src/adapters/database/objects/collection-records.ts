import { sql, type Kysely } from 'kysely'
import type { CollectionRecords } from '../../object-store/collect-unreferenced.ts'
import type { Schema } from '../schema.ts'
import { findReferencedObjects } from './find-referenced-objects.ts'

/** What the rows know of objects that nothing may name any more. */
export function openCollectionRecords(database: Kysely<Schema>): CollectionRecords {
  return {
    referenced: (ids) => findReferencedObjects(database, ids),
    released: async (before, most) => {
      const rows = await database
        .selectFrom('released_objects')
        .select(['id', 'object_id'])
        .where('released_at', '<', before)
        .orderBy('released_at')
        .limit(most)
        .execute()
      return rows.map((row) => ({ id: row.id, objectId: row.object_id }))
    },
    forgetReleased: async (releases) => {
      const ids = releases.map(({ id }) => id)
      await database.deleteFrom('released_objects').where('id', 'in', ids).execute()
    },
    collectedThrough: async () => {
      const text = sql<string>`to_char(through, 'YYYY-MM-DD')`.as('day')
      const row = await database.selectFrom('object_collections').select(text).executeTakeFirst()
      return row?.day
    },
    noteCollected: async (day) => {
      await database
        .insertInto('object_collections')
        .values({ through: day })
        .onConflict((conflict) => conflict.column('is_only').doUpdateSet({ through: day }))
        .execute()
    },
  }
}
