import { sql, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { AuditedDocument, AuditReader, StoredAuditEvent } from '../../../modules/audit/ports.ts'
import type { AuditedPerson } from '../../../modules/audit/rows/ports.ts'
import { inTransaction } from '../connection.ts'
import { pagesDigest } from '../page-views/page-views.ts'
import type { DocumentTable } from '../documents/document-schema.ts'
import type { Schema } from '../schema.ts'
import type { AuditEventTable } from './audit-schema.ts'
import { isBroken } from './commit-to.ts'
import { shareOfDocuments } from './share-of-documents.ts'

const PAGE = 100

type DocumentRow = Pick<
  Selectable<DocumentTable>,
  | 'id'
  | 'audit_sequence'
  | 'audit_hash'
  | 'subscription_id'
  | 'state'
  | 'client_id'
  | 'user_id'
  | 'page_count'
  | 'current_revision'
  | 'ended_at'
  | 'version'
  | 'deadline'
>

/**
 * Reads the audit log back, a page of documents at a time. A page is one snapshot, so that an event that is written
 * meanwhile is in all of it or in none; no snapshot lasts longer than a page, so that writers are not delayed.
 */
export class DatabaseAuditReader implements AuditReader {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async *documents(): AsyncIterable<AuditedDocument> {
    let after: string | undefined
    for (;;) {
      const page = await this.read((documents) =>
        documents.$if(after !== undefined, (query) => query.where('id', '>', after!)).limit(PAGE),
      )
      yield* page
      if (page.length < PAGE) return
      after = page.at(-1)!.end.documentId
    }
  }

  documentsOf(ids: readonly string[]): Promise<readonly AuditedDocument[]> {
    return this.read((documents) => documents.where('id', 'in', ids))
  }

  async someDocuments(about: number): Promise<readonly { readonly id: string; readonly subscriptionId: string }[]> {
    const share = await shareOfDocuments(this.database, about)
    const { rows } = await sql<{ id: string; subscription_id: string }>`
      select id, subscription_id from documents tablesample system (${share}::real)
    `.execute(this.database)
    return rows.map(({ id, subscription_id: subscriptionId }) => ({ id, subscriptionId }))
  }

  private read(which: (documents: ReturnType<typeof selectDocuments>) => ReturnType<typeof selectDocuments>) {
    return inTransaction(this.database, (snapshot) => readPage(snapshot, which(selectDocuments(snapshot))), {
      isolation: 'repeatable read',
    })
  }
}

const selectDocuments = (snapshot: Transaction<Schema>) =>
  snapshot
    .selectFrom('documents')
    .select(['id', 'audit_sequence', 'audit_hash', 'subscription_id', 'state', 'client_id', 'user_id', 'page_count'])
    .select(['current_revision', 'ended_at', 'version', 'deadline'])
    .orderBy('id')

async function readPage(
  snapshot: Transaction<Schema>,
  selected: ReturnType<typeof selectDocuments>,
): Promise<AuditedDocument[]> {
  const documents = await selected.execute()
  if (documents.length === 0) return []
  const parts = await readParts(
    snapshot,
    documents.map(({ id }) => id),
  )
  return documents.map((document) => toDocument(document, parts))
}

/** By the document that they belong to. */
function of<Row extends { document_id: string }>(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  const grouped = new Map<string, Row[]>()
  for (const row of rows) grouped.set(row.document_id, [...(grouped.get(row.document_id) ?? []), row])
  return grouped
}

type Parts = Awaited<ReturnType<typeof readParts>>

async function readParts(snapshot: Transaction<Schema>, ids: readonly string[]) {
  const events = await snapshot
    .selectFrom('audit_events')
    .selectAll()
    .where('document_id', 'in', ids)
    .orderBy('sequence')
    .execute()
  const personal = await snapshot
    .selectFrom('audit_personal_data')
    .selectAll()
    .where('document_id', 'in', ids)
    .execute()
  const revisions = await snapshot
    .selectFrom('revisions')
    .select(['document_id', 'number', 'kind', 'digest', 'signer_id', 'created_at'])
    .where('document_id', 'in', ids)
    .orderBy('number')
    .execute()
  const signers = await readPeople(snapshot, 'signers', ids)
  const approvers = await readPeople(snapshot, 'approvers', ids)
  const claims = await snapshot
    .selectFrom('signing_attempts')
    .leftJoin('certificates', (join) =>
      join
        .onRef('certificates.id', '=', 'signing_attempts.certificate_id')
        // The row of a provider's certificate is the renewed one's, once it is renewed.
        .on('certificates.provider_ref', 'is', null),
    )
    .select(['signing_attempts.id', 'document_id', 'signer_id', 'state', 'certificate_id', 'access_method'])
    .select('certificates.serial_number')
    .where('document_id', 'in', ids)
    .execute()
  const disclaimers = await snapshot
    .selectFrom('accepted_disclaimers')
    .select(['document_id', 'signer_id', 'language', 'digest', 'accepted_at'])
    .select(sql<Buffer>`sha256(convert_to(title || E'\\n' || text, 'UTF8'))`.as('text_digest'))
    .where('document_id', 'in', ids)
    .execute()
  const archives = await snapshot
    .selectFrom('document_archives')
    .select(['document_id', 'level'])
    .where('document_id', 'in', ids)
    .execute()
  return {
    ...{ events: of(events), personal: of(personal), revisions: of(revisions), signers: of(signers) },
    ...{ approvers: of(approvers), claims: of(claims), disclaimers: of(disclaimers) },
    archives: of(archives),
  }
}

interface PersonRow {
  readonly id: string
  readonly document_id: string
  readonly state: string
  readonly operated_at: Date | null
  /** Signers have one, once they have signed or rejected. */
  readonly access_method: string | null
  readonly pages_digest: string
}

function readPeople(snapshot: Transaction<Schema>, table: 'signers' | 'approvers', ids: readonly string[]) {
  const method = table === 'signers' ? sql<string | null>`access_method` : sql<string | null>`null`
  const pages = pagesDigest(`${table}.id`)
  return snapshot
    .selectFrom(table)
    .select(['id', 'document_id', 'state', 'operated_at', method.as('access_method'), pages.as('pages_digest')])
    .where('document_id', 'in', ids)
    .$castTo<PersonRow>()
    .execute()
}

function toDocument(document: DocumentRow, parts: Parts): AuditedDocument {
  const { id } = document
  const person = (row: PersonRow): AuditedPerson => ({
    id: row.id,
    state: row.state,
    operatedAt: row.operated_at?.toISOString() ?? null,
    accessMethod: row.access_method,
    pagesDigest: row.pages_digest,
  })
  return {
    end: { documentId: id, sequence: Number(document.audit_sequence), hash: document.audit_hash },
    events: (parts.events.get(id) ?? []).map(toEvent),
    brokenCommitments: (parts.personal.get(id) ?? []).filter(isBroken).length,
    rows: {
      document: toAuditedRow(document),
      revisions: (parts.revisions.get(id) ?? []).map((row) => ({
        number: row.number,
        kind: row.kind,
        digest: row.digest.toString('hex'),
        signerId: row.signer_id,
        at: row.created_at.toISOString(),
      })),
      signers: (parts.signers.get(id) ?? []).map(person),
      approvers: (parts.approvers.get(id) ?? []).map(person),
      claims: (parts.claims.get(id) ?? []).map((row) => ({
        id: row.id,
        signerId: row.signer_id,
        state: row.state,
        certificateId: row.certificate_id,
        accessMethod: row.access_method,
        certificateSerial: row.serial_number,
      })),
      disclaimers: (parts.disclaimers.get(id) ?? []).map((row) => ({
        signerId: row.signer_id,
        digest: row.digest.toString('hex'),
        textDigest: row.text_digest.toString('hex'),
        language: row.language,
        at: row.accepted_at.toISOString(),
      })),
      level: parts.archives.get(id)?.[0]?.level ?? null,
    },
  }
}

const toAuditedRow = (document: DocumentRow): AuditedDocument['rows']['document'] => ({
  subscriptionId: document.subscription_id,
  state: document.state,
  clientId: document.client_id,
  userId: document.user_id,
  pages: document.page_count,
  currentRevision: document.current_revision,
  endedAt: document.ended_at?.toISOString() ?? null,
  version: document.version,
  deadline: document.deadline?.toISOString() ?? null,
})

const toEvent = (row: Selectable<AuditEventTable>): StoredAuditEvent => ({
  documentId: row.document_id,
  sequence: Number(row.sequence),
  type: row.type,
  at: row.at.toISOString(),
  subscriptionId: row.subscription_id,
  canonical: row.canonical,
  previousHash: row.previous_hash,
  hash: row.hash,
})
