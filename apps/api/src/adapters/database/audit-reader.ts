import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { AuditChainEnd, AuditReader, StoredAuditEvent } from '../../modules/audit/ports.ts'
import type { Schema } from './schema.ts'

const PAGE = 500

/** Reads the audit log back, a page of documents at a time. */
export class DatabaseAuditReader implements AuditReader {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async *chainEnds(): AsyncIterable<AuditChainEnd> {
    let after: string | undefined
    for (;;) {
      const rows = await this.database
        .selectFrom('documents')
        .select(['id', 'audit_sequence', 'audit_hash'])
        .$if(after !== undefined, (query) => query.where('id', '>', after!))
        .orderBy('id')
        .limit(PAGE)
        .execute()
      for (const row of rows) {
        yield { documentId: row.id, sequence: Number(row.audit_sequence), hash: row.audit_hash }
      }
      if (rows.length < PAGE) return
      after = rows[rows.length - 1]!.id
    }
  }

  async events(documentId: string): Promise<StoredAuditEvent[]> {
    const rows = await this.database
      .selectFrom('audit_events')
      .selectAll()
      .where('document_id', '=', documentId)
      .orderBy('sequence')
      .execute()
    return rows.map((row) => ({
      documentId: row.document_id,
      sequence: Number(row.sequence),
      canonical: row.canonical,
      previousHash: row.previous_hash,
      hash: row.hash,
    }))
  }

  async brokenCommitments(documentId: string): Promise<Uint8Array[]> {
    const rows = await this.database
      .selectFrom('audit_personal_data')
      .selectAll()
      .where('document_id', '=', documentId)
      .execute()
    return rows
      .filter(
        (row) => !createHash('sha256').update(row.salt).update(row.value).digest().equals(Buffer.from(row.commitment)),
      )
      .map((row) => row.commitment)
  }
}
