import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Names the installation, whose database may move and be restored from a backup: made by the first that asks. */
export async function readInstallationId(database: Kysely<Schema>): Promise<string> {
  await database
    .insertInto('installation')
    .values({ id: randomUUID() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await database.selectFrom('installation').select('id').executeTakeFirstOrThrow()
  return id
}
