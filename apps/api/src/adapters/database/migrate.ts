/**
 * Brings the schema up to date. Migrations are a list in the code, so that a bundle carries them; Kysely's migrator
 * holds a lock, so that several replicas starting at once apply each exactly once.
 */
import { Migrator, type Kysely, type Migration } from 'kysely'
import { DatabaseError } from './embedded/database-error.ts'

/**
 * Applies what is missing and returns the names of the migrations applied now.
 * @throws {DatabaseError} DATABASE_VERSION when the database was migrated by a later release.
 */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  migrations: Readonly<Record<string, Migration>>,
): Promise<readonly string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => ({ ...migrations }) } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error !== undefined) throw explain(error)
  return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
}

function explain(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  if (!/previously executed migration .* is missing/.test(error.message)) return error
  return new DatabaseError('DATABASE_VERSION', 'The database was written by a later release of this server.', { cause })
}
