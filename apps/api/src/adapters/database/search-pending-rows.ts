/**
 * The list of what waits for a person, in one statement: how many rows match, and those of one page.
 *
 * Difficulty: the most frequent call of the portal, on tables of millions. The ids of the page come from a covering
 * index alone, and only its rows are fetched; the text is one of few, so that PostgreSQL plans it once.
 */
import type { Kysely } from 'kysely'
import type {
  PendingFilters,
  PendingMatches,
  PendingOrder,
  PendingQuery,
} from '../../modules/pending-documents/ports.ts'
import { toPendingDocument, type PendingRow } from './pending-row.ts'
import { preparedQuery } from './prepared-statements.ts'
import type { Schema } from './schema.ts'

const ORDER_COLUMNS = {
  FileName: 'file_name',
  UploadTime: 'upload_time',
  Tag: 'tag',
  SenderName: 'sender_name',
  Certificate: 'certificate_alias',
} as const satisfies Record<PendingOrder, string>

/** Text that LIKE takes literally. */
const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

type Condition = readonly [sql: (value: string) => string, value: unknown]

/** What the filters ask for, each as SQL over a placeholder and its value. */
function conditionsOf({ fileName, sender, certificateId, from, before, tag }: PendingFilters): Condition[] {
  const conditions: (Condition | false | undefined)[] = [
    !!fileName && [(value) => `file_name ilike ${value}`, `%${literally(fileName)}%`],
    !!sender && [(value) => `sender_name ilike ${value}`, `%${literally(sender)}%`],
    !!certificateId && [(value) => `certificate_id = ${value}`, certificateId],
    from && [(value) => `upload_time >= ${value}`, from],
    before && [(value) => `upload_time < ${value}`, before],
    tag === '' && [(value) => `tag = ${value}`, ''],
    !!tag && [(value) => `lower(${value}::text) = any(string_to_array(lower(tag), ','))`, tag],
  ]
  return conditions.filter((condition): condition is Condition => Boolean(condition))
}

/** With filters each row is looked at once; without, counting and skipping from the index costs less than keeping rows. */
function pageSql(filters: readonly string[], order: string, direction: 'asc' | 'desc'): string {
  const waiting = `from signers where user_id = $1 and state in ('pending', 'signing')`
  const chosen = `order by ${order} ${direction}, id ${direction} limit $2 offset $3`
  const steps =
    filters.length === 0
      ? `total as (select count(*) as total ${waiting}), chosen as (select id ${waiting} ${chosen})`
      : `matching as materialized (select id, ${order} ${waiting} and ${filters.join(' and ')}),
         total as (select count(*) as total from matching), chosen as (select id from matching ${chosen})`
  return `with ${steps}
    select total.total, signers.id as signer_id, signers.document_id, signers.signer_name, signers.reason,
      signers.read_all, signers.disclaimer_text, signers.certificate_id, signers.certificate_alias,
      signers.has_attachment, signers.file_name, signers.upload_time, signers.tag, signers.sender_name,
      signers.description, users.legal_id_type,
      exists (select 1 from signature_fields
        where signature_fields.signer_id = signers.id and signature_fields.ordinal > 0) as has_more_positions
    from total left join (chosen join signers using (id) join users on users.id = signers.user_id) on true
    order by signers.${order} ${direction}, signers.id ${direction}`
}

/** The count is there even when the page is beyond the last one. */
type Row = { readonly total: string } & (PendingRow | { readonly signer_id: null })

export async function searchPendingRows(database: Kysely<Schema>, query: PendingQuery): Promise<PendingMatches> {
  const conditions = conditionsOf(query.filters)
  const filters = conditions.map(([toSql], index) => toSql(`$${index + 4}`))
  const text = pageSql(filters, ORDER_COLUMNS[query.orderBy], query.descending ? 'desc' : 'asc')
  const values = [query.userId, query.pageSize, (query.page - 1) * query.pageSize]
  const { rows } = await database.executeQuery(
    preparedQuery<Row>(text, [...values, ...conditions.map(([, value]) => value)]),
  )
  const found = rows.filter((row): row is { total: string } & PendingRow => row.signer_id !== null)
  return { count: Number(rows[0]?.total ?? 0), documents: found.map(toPendingDocument) }
}
