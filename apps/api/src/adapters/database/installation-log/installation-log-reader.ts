import { sql, type Kysely, type Selectable } from 'kysely'
import type {
  InstallationLogFilter,
  InstallationLogReader,
  StoredInstallationEvent,
} from '../../../modules/audit/installation/ports.ts'
import type { Schema } from '../schema.ts'
import type { InstallationEventTable } from './installation-log-schema.ts'

const PAGE = 500

/** Reads the log of the installation back. Whoever compares it with anything else hands in one snapshot. */
export class DatabaseInstallationLogReader implements InstallationLogReader {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async end() {
    const row = await this.database.selectFrom('installation_chain').select(['sequence', 'hash']).executeTakeFirst()
    return { sequence: Number(row?.sequence ?? 0), hash: row?.hash ?? null }
  }

  async *events(): AsyncIterable<StoredInstallationEvent> {
    for (let after = '0'; ;) {
      const rows = await this.database
        .selectFrom('installation_events')
        .selectAll()
        .where('sequence', '>', after)
        .orderBy('sequence')
        .limit(PAGE)
        .execute()
      yield* await this.withValues(rows)
      if (rows.length < PAGE) return
      after = rows.at(-1)!.sequence
    }
  }

  async newest({ types, since, until, most }: InstallationLogFilter): Promise<readonly StoredInstallationEvent[]> {
    const rows = await this.database
      .selectFrom('installation_events')
      .selectAll()
      .$if(types.length > 0, (query) => query.where('type', 'in', [...types]))
      .$if(since !== undefined, (query) => query.where('at', '>=', since!))
      .$if(until !== undefined, (query) => query.where('at', '<', until!))
      .orderBy('sequence', 'desc')
      .limit(most)
      .execute()
    return this.withValues(rows)
  }

  async countStrayValues(): Promise<number> {
    const { rows } = await sql<{ count: string }>`
      select count(*) from installation_personal_data as personal
      where not exists (select from installation_events as event where event.sequence = personal.sequence)
    `.execute(this.database)
    return Number(rows[0]!.count)
  }

  async areThere(documentIds: readonly string[]): Promise<readonly string[]> {
    const { rows } = await sql<{ id: string }>`
      select id from documents where id = any(${documentIds}::uuid[])
    `.execute(this.database)
    return rows.map(({ id }) => id)
  }

  private async withValues(rows: readonly Selectable<InstallationEventTable>[]): Promise<StoredInstallationEvent[]> {
    if (rows.length === 0) return []
    const sequences = rows.map(({ sequence }) => sequence)
    const personal = await this.database
      .selectFrom('installation_personal_data')
      .selectAll()
      .where('sequence', 'in', sequences)
      .execute()
    const values = new Map<string, typeof personal>(sequences.map((sequence) => [sequence, []]))
    for (const row of personal) values.get(row.sequence)!.push(row)
    return rows.map((row) => ({
      sequence: Number(row.sequence),
      type: row.type,
      at: row.at.toISOString(),
      canonical: row.canonical,
      previousHash: row.previous_hash,
      hash: row.hash,
      values: values.get(row.sequence)!,
    }))
  }
}
