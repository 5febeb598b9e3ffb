import type { Generated } from 'kysely'

/** An object that a row stopped naming; another row may still. */
interface ReleasedObjectsTable {
  id: Generated<string>
  object_id: string
  released_at: Generated<Date>
}

/** How far the nightly look at stored objects has come: one row at most. */
interface ObjectCollectionsTable {
  is_only: Generated<boolean>
  /** `2031-01-31` */
  through: string
}

export interface ObjectTables {
  released_objects: ReleasedObjectsTable
  object_collections: ObjectCollectionsTable
}
