/**
 * Brings the schema up to date. Migrations are a list in the code, so that a bundle carries them; Kysely's migrator
 * holds a lock, so that several replicas starting at once apply each exactly once.
 *
 * While a cluster is brought to another release, processes of both work on one schema. A migration that only expands it
 * (a nullable column, a table, an index) leaves those of before at work; another one, which contracts it, comes a
 * release later. Each step says in `worksFrom` which release may still work. The table `schema_release` has the oldest
 * release that may work: a release is named by the number of its last migration.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Migrator, sql, type Kysely, type Migration } from 'kysely'
import { DatabaseError } from './embedded/database-error.ts'

export interface SchemaStep extends Migration {
  /** The oldest release that may work on the schema after this step; its own unless said otherwise. */
  readonly worksFrom?: string
}

export type SchemaSteps = Readonly<Record<string, SchemaStep>>

/** How long a step waits for a table that is in use, and how often all of them are tried. */
export interface LockPatience {
  readonly lockMs: number
  readonly pauseMs: number
  readonly tries: number
}

/** Whoever waits for a table's lock has everybody wait who comes after: so a step gives up soon, and comes again. */
const PATIENCE: LockPatience = { lockMs: 5000, pauseMs: 2000, tries: 150 }
const LOCK_NOT_AVAILABLE = '55P03'

/** The number that a migration's name begins with. */
const numberOf = (name: string): string => name.slice(0, name.indexOf('-'))

/**
 * Applies what is missing and returns the names of the migrations applied now; none where a later release has migrated
 * the database, and leaves this one at work.
 * @throws {DatabaseError} DATABASE_VERSION when that leaves this release out; DATABASE_IN_USE when a table is held all
 * the time.
 */
export async function migrateToLatest<Schema>(
  db: Kysely<Schema>,
  migrations: SchemaSteps,
  patience = PATIENCE,
): Promise<readonly string[]> {
  for (let attempt = 1; ; attempt += 1) {
    if ((await findLater(db, migrations)).length > 0) {
      await requireRoom(db, migrations)
      return []
    }
    const steps = releaseAware(migrations, patience.lockMs)
    const migrator = new Migrator({ db, provider: { getMigrations: async () => steps } })
    const { error, results = [] } = await migrator.migrateToLatest()
    if (error === undefined) {
      return results.filter((result) => result.status === 'Success').map((result) => result.migrationName)
    }
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw explain(error)
    if (attempt >= patience.tries) throw heldAllTheTime(error)
    await pause(patience.pauseMs)
  }
}

/**
 * Changes nothing.
 * @throws {DatabaseError} DATABASE_VERSION unless the schema is that of this release, or of a later one that leaves this
 * one at work.
 */
export async function requireSchema<Schema>(db: Kysely<Schema>, migrations: SchemaSteps): Promise<void> {
  const applied = await findApplied(db)
  if (applied.some((name) => !(name in migrations))) return requireRoom(db, migrations)
  if (Object.keys(migrations).every((name) => applied.includes(name))) return
  throw new DatabaseError(
    'DATABASE_VERSION',
    'The database is not yet of this release, and MIGRATE is off: run "rubrica migrate" first.',
  )
}

/** The steps, each of which gives up soon where a table is held, and notes who may work on the schema from then on. */
export function releaseAware(migrations: SchemaSteps, lockMs = PATIENCE.lockMs): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(migrations).map(([name, { worksFrom, ...step }]) => {
      const up: Migration['up'] = async (db) => {
        await sql`select set_config('lock_timeout', ${`${lockMs}ms`}, true)`.execute(db)
        await step.up(db)
        if (await knowsReleases(db)) {
          const from = worksFrom ?? numberOf(name)
          await sql`update schema_release set min_release = greatest(min_release, ${from})`.execute(db)
        }
      }
      return [name, { ...step, up }]
    }),
  )
}

async function requireRoom<Schema>(db: Kysely<Schema>, migrations: SchemaSteps): Promise<void> {
  const own = numberOf(Object.keys(migrations).sort().at(-1) ?? '-')
  const oldest = (await knowsReleases(db))
    ? (await sql<{ min_release: string }>`select min_release from schema_release`.execute(db)).rows[0]?.min_release
    : undefined
  if (oldest === undefined || oldest > own) throw tooOld()
}

async function knowsReleases<Schema>(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('schema_release') is not null as is`.execute(db)
  return rows[0]!.is
}

/** What a later release has applied. */
const findLater = async <Schema>(db: Kysely<Schema>, migrations: SchemaSteps): Promise<readonly string[]> =>
  (await findApplied(db)).filter((name) => !(name in migrations))

async function findApplied<Schema>(db: Kysely<Schema>): Promise<readonly string[]> {
  const { rows } = await sql<{ is: boolean }>`select to_regclass('kysely_migration') is not null as is`.execute(db)
  if (!rows[0]!.is) return []
  return (await sql<{ name: string }>`select name from kysely_migration`.execute(db)).rows.map(({ name }) => name)
}

const tooOld = (cause?: unknown) =>
  new DatabaseError('DATABASE_VERSION', 'The database was written by a later release of this server.', { cause })

const heldAllTheTime = (cause: unknown) =>
  new DatabaseError('DATABASE_IN_USE', 'The schema cannot be changed: a long transaction holds a table.', { cause })

function explain(cause: unknown): Error {
  const error = cause instanceof Error ? cause : new Error(String(cause))
  return /previously executed migration .* is missing/.test(error.message) ? tooOld(error) : error
}
