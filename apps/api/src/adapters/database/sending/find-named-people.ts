import type { Kysely } from 'kysely'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

/** More people than that are no selection: most documents have one of them. */
const MOST_PEOPLE = 100
/** So many of their documents are quickly gathered; of somebody with more, the newest pages have some soon. */
const MOST_PLACES = 5000

/** Somebody whom part of a name may mean. */
export interface NamedPeople {
  readonly ids: readonly string[]
  /** What they have or had on documents is little: an index of theirs leads there. */
  readonly areOnFew: boolean
}

const FIND = `
  with people as materialized (
    select id from users where name ilike '%' || $1 || '%' or user_id ilike '%' || $1 || '%' limit ${MOST_PEOPLE + 1})
  select array(select id from people) as ids, (
    select count(*)::int from (
      select 1 from people join signers on signers.user_id = people.id
      union all select 1 from people join approvers on approvers.user_id = people.id
      limit ${MOST_PLACES + 1}) as place) as places`

/** @returns undefined when there are too many to name */
export async function findNamedPeople(database: Kysely<Schema>, text: string): Promise<NamedPeople | undefined> {
  const pattern = text.replace(/[\\%_]/g, '\\$&')
  const { rows } = await database.executeQuery(
    preparedQuery<{ ids: readonly string[]; places: number }>(FIND, [pattern]),
  )
  const { ids, places } = rows[0]!
  return ids.length > MOST_PEOPLE ? undefined : { ids, areOnFew: places <= MOST_PLACES }
}
