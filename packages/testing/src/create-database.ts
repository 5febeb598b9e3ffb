import { randomBytes } from 'node:crypto'
import pg from 'pg'

/** How to reach the PostgreSQL that the tests of one run share. */
export interface SharedPostgres {
  readonly host: string
  readonly user: string
  readonly password: string
}

export interface TestDatabase extends AsyncDisposable {
  /** For DATABASE_URL. */
  readonly url: string
  /** Runs one statement, to look at what a server wrote or to damage it. */
  query<Row extends object = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
}

/** Makes an empty database in the shared PostgreSQL. It is dropped with its owner, whoever is still connected. */
export async function createDatabase(shared: SharedPostgres): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await administer(shared, `create database ${name}`)
  const login = `${shared.user}:${encodeURIComponent(shared.password)}`
  const url = `postgres://${login}@localhost/${name}?host=${encodeURIComponent(shared.host)}`
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  return {
    url,
    query: async <Row extends object>(text: string, values?: unknown[]) => (await pool.query<Row>(text, values)).rows,
    [Symbol.asyncDispose]: async () => {
      await pool.end()
      await administer(shared, `drop database ${name} with (force)`)
    },
  }
}

async function administer(shared: SharedPostgres, statement: string): Promise<void> {
  const client = new pg.Client({ ...shared, database: 'postgres' })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
