import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** How to reach the PostgreSQL that the tests of one run share. */
export interface SharedPostgres {
  readonly host: string
  readonly user: string
  readonly password: string
  /** Where the run keeps what its scenes are copied from, see copy-first-scene.ts; without it each is seeded anew. */
  readonly firstScenes?: string
}

export interface TestDatabase extends AsyncDisposable {
  readonly name: string
  /** For DATABASE_URL. */
  readonly url: string
  /** Runs one statement, to look at what a server wrote or to damage it. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}

/**
 * Makes a database in the shared PostgreSQL: an empty one, or a copy of another to which nobody is connected. It is
 * dropped with its owner, whoever is still connected.
 */
export async function createDatabase(shared: SharedPostgres, copyOf = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(shared, `create database ${name} template ${copyOf}`)
  const login = `${shared.user}:${encodeURIComponent(shared.password)}`
  const url = `postgres://${login}@localhost/${name}?host=${encodeURIComponent(shared.host)}`
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  return {
    name,
    url,
    query: async <Row extends object>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows,
    [Symbol.asyncDispose]: async () => {
      await pool.end()
      await administer(shared, `drop database ${name} with (force)`)
    },
  }
}

/** Runs one statement as the owner of all databases. */
export async function administer({ host, user, password }: SharedPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ host, user, password, database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
