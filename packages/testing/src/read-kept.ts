import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { supervisePostgres } from '../../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import type { RunningServer } from './start-server.ts'

/**
 * Everything that a server keeps and says, to look for what must not be there: every row of every table as JSON (bytes
 * come as hex), every file, and among them those of the server's own database if it has one.
 */
export type Kept = Readonly<Record<'database' | 'data directory' | 'log', Buffer>>

export async function readKept(server: RunningServer): Promise<Kept> {
  return {
    database: await dumpDatabase(server),
    'data directory': await readFolder(server.dataDir),
    log: Buffer.from(server.log()),
  }
}

async function readFolder(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  return Buffer.concat(await Promise.all(files.map(readUnlessGone)))
}

/** Files of a running database come and go. */
const readUnlessGone = (file: string): Promise<Buffer> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })

async function dumpDatabase({ database, dataDir }: RunningServer): Promise<Buffer> {
  if (database) return dumpTables((text) => database.query(text))
  const embedded = await supervisePostgres({ dataDir, role: 'tool' })
  const client = new pg.Client(embedded.connection)
  try {
    await client.connect()
    return await dumpTables(async (text) => (await client.query<Record<string, string>>(text)).rows)
  } finally {
    await client.end()
    await embedded.stop()
  }
}

async function dumpTables(query: (text: string) => Promise<Record<string, unknown>[]>): Promise<Buffer> {
  const tables = await query(
    "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')",
  )
  const rows = []
  for (const { name } of tables)
    rows.push(...(await query(`select row_to_json(t)::text as row from ${name as string} t`)))
  return Buffer.from(rows.map(({ row }) => String(row)).join('\n'))
}
