/**
 * The list of what waits for a person, in one statement: how many rows match, and those of one page.
 *
 * The most frequent call of the portal, on tables of millions. The ids of the page come from a covering index alone,
 * and only its rows are fetched; the text is one of few, so that PostgreSQL plans it once.
 */
import type { Kysely } from 'kysely'
import type {
  PendingFilters,
  PendingMatches,
  PendingOrder,
  PendingQuery,
} from '../../../modules/pending-documents/ports.ts'
import { INTEGRITY } from '../documents/known-integrity.ts'
import { toPendingDocument, type PendingRow } from '../documents/pending-row.ts'
import { remarkSql } from '../remarks/remark-store.ts'
import { partOf } from '../documents/words-of.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { SIGNER_OFFERED } from '../substitutions/offered.ts'

/** Names stand where a person looks for them: capitals and accents make no difference. */
const ORDER_COLUMNS = {
  FileName: 'folded_file_name',
  UploadTime: 'upload_time',
  Tag: 'folded_tag',
  SenderName: 'folded_sender_name',
  Certificate: 'certificate_alias',
} as const satisfies Record<PendingOrder, string>

interface Condition {
  /** Looks at the names without accents, which are in an index of their own. */
  readonly isOfWords: boolean
  readonly toSql: (placeholder: string) => string
  readonly value: unknown
}

/** Part of a folded name. */
const words = (column: string, text: string): Condition => ({
  isOfWords: true,
  toSql: (value) => `${column} like ${value}`,
  value: partOf(text),
})

const plain = (value: unknown, toSql: Condition['toSql']): Condition => ({ isOfWords: false, toSql, value })

/** Each of the texts between the commas is part of some tag; a comma is in none. */
const tags = (text: string): Condition => ({
  isOfWords: true,
  toSql: (value) => `folded_tag like all(${value}::text[])`,
  value: text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map(partOf),
})

const isOffered = (substitution: string) =>
  `exists (select from substitutions where substitutions.id = ${substitution}::uuid and ${SIGNER_OFFERED})`

/** What the filters ask for, each as SQL over a placeholder and its value. */
function conditionsOf(filters: PendingFilters): Condition[] {
  const { fileName, sender, certificateId, from, before, tag, documentId, substitutionId } = filters
  return [
    fileName ? words('folded_file_name', fileName) : undefined,
    sender ? words('folded_sender_name', sender) : undefined,
    documentId ? plain(documentId, (value) => `document_id = ${value}`) : undefined,
    substitutionId ? plain(substitutionId, isOffered) : undefined,
    certificateId ? plain(certificateId, (value) => `certificate_id = ${value}`) : undefined,
    from && plain(from, (value) => `upload_time >= ${value}`),
    before && plain(before, (value) => `upload_time < ${value}`),
    tag === '' ? { isOfWords: true, toSql: (value: string) => `folded_tag = ${value}`, value: '' } : undefined,
    tag ? tags(tag) : undefined,
  ].filter((condition) => condition !== undefined)
}

interface Step {
  readonly order: string
  readonly direction: 'asc' | 'desc'
}

const WAITING = `from signers where user_id = $1 and state in ('pending', 'signing')`

/** The only order that the index of words does not hold. */
const OUTSIDE_WORDS = ORDER_COLUMNS.Certificate

/**
 * Which rows match, and those of the page. With filters each row is looked at once, in an index that has all they look
 * at and what the page is sorted by; where none has both, the page comes from the one that has its order. Without
 * filters, counting and skipping from the index costs less than keeping rows.
 */
function stepsOf(conditions: readonly Condition[], { order, direction }: Step): string {
  const chosen = `order by ${order} ${direction}, id ${direction} limit $2 offset $3`
  if (conditions.length === 0) {
    return `total as (select count(*) as total ${WAITING}), chosen as (select id ${WAITING} ${chosen})`
  }
  const filters = conditions.map(({ toSql }, index) => toSql(`$${index + 4}`)).join(' and ')
  const total = 'total as (select count(*) as total from matching)'
  if (order === OUTSIDE_WORDS && conditions.some(({ isOfWords }) => isOfWords)) {
    return `matching as materialized (select id ${WAITING} and ${filters}), ${total},
      chosen as (select id ${WAITING} and id in (select id from matching) ${chosen})`
  }
  return `matching as materialized (select id, ${order} ${WAITING} and ${filters}), ${total},
    chosen as (select id from matching ${chosen})`
}

function pageSql(conditions: readonly Condition[], step: Step): string {
  const { order, direction } = step
  return `with ${stepsOf(conditions, step)}
    select total.total, signers.id as signer_id, signers.document_id, signers.signer_name, signers.reason,
      signers.read_all, signers.disclaimer_text, signers.certificate_id, signers.certificate_alias,
      signers.certificate_type, signers.private_message, signers.passing_on,
      signers.has_attachment, signers.file_name, signers.upload_time, signers.tag, signers.sender_name,
      signers.description, users.legal_id_type, documents.deadline,
      ${INTEGRITY} as integrity,
      exists (select 1 from signature_fields
        where signature_fields.signer_id = signers.id and signature_fields.ordinal > 0) as has_more_positions,
      ${remarkSql('signers')} as remark
    from total left join (chosen join signers using (id) join users on users.id = signers.user_id
      join documents on documents.id = signers.document_id) on true
    order by signers.${order} ${direction}, signers.id ${direction}`
}

/** The count is there even when the page is beyond the last one. */
type Row = { readonly total: string } & (PendingRow | { readonly signer_id: null })

export async function searchPendingRows(database: Kysely<Schema>, query: PendingQuery): Promise<PendingMatches> {
  const conditions = conditionsOf(query.filters)
  const direction = query.descending ? 'desc' : 'asc'
  const text = pageSql(conditions, { order: ORDER_COLUMNS[query.orderBy], direction })
  const values = [query.userId, query.pageSize, (query.page - 1) * query.pageSize]
  const { rows } = await database.executeQuery(
    preparedQuery<Row>(text, [...values, ...conditions.map(({ value }) => value)]),
  )
  const found = rows.filter((row): row is { total: string } & PendingRow => row.signer_id !== null)
  return { count: Number(rows[0]?.total ?? 0), documents: found.map(toPendingDocument) }
}
