/**
 * What a person has signed, approved and rejected, or got a copy of, in one statement. Each part comes from an index in the order of the
 * list, so that a page costs what it shows and not what the person has ever done.
 */
import type { Kysely } from 'kysely'
import type { DocumentState, HistoryAct } from '@rubrica/domain'
import type { HistoryEntry, HistoryFilters, HistoryQuery, HistoryStore } from '../../../modules/history/ports.ts'
import { partOf } from '../documents/words-of.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { deputySql } from '../substitutions/acted.ts'

interface Row {
  readonly id: string
  readonly document_id: string
  readonly state: 'signed' | 'accepted' | 'rejected' | 'copied'
  readonly is_approver: boolean
  readonly operated_at: Date
  readonly microseconds: string
  readonly rejection_reason: string | null
  readonly file_name: string
  readonly sender_name: string
  readonly tag: string
  readonly document_state: DocumentState
  readonly deputy: string | null
}

const ACT_OF = {
  signed: 'Signed',
  accepted: 'Approved',
  rejected: 'Rejected',
  copied: 'Copied',
} as const satisfies Record<Row['state'], HistoryAct>
const STATES_OF: Readonly<Record<HistoryAct, Row['state']>> = {
  ...{ Signed: 'signed', Approved: 'accepted', Rejected: 'rejected', Copied: 'copied' },
}

/** The filters as SQL over the person's own row (`own`) and the signer's; the values follow those of the statement. */
function conditionsOf({ fileName, sender, act, from, before }: HistoryFilters) {
  const asked: readonly (readonly [value: unknown, sql: (placeholder: string) => string])[] = [
    [fileName && partOf(fileName), (value) => `signers.folded_file_name like ${value}`],
    [sender && partOf(sender), (value) => `signers.folded_sender_name like ${value}`],
    [act && STATES_OF[act], (value) => `own.state = ${value}`],
    [from, (value) => `own.operated_at >= ${value}`],
    [before, (value) => `own.operated_at < ${value}`],
  ]
  return asked.filter(([value]) => value !== undefined && value !== '')
}

interface Part {
  readonly table: string
  readonly states: string
  readonly signer: string
  readonly isApprover: boolean
  /** Of whom the list is. */
  readonly person: 'user_id' | 'acting_user_id'
}

/** The parts have the same columns. */
const partSql = (own: Part, conditions: string) => `(
  select own.id, own.document_id, own.state, ${own.isApprover} as is_approver, own.operated_at, own.rejection_reason,
    (extract(epoch from own.operated_at) * 1000000)::bigint as microseconds,
    signers.file_name, signers.sender_name, signers.tag, documents.state as document_state,
    ${deputySql('own')} as deputy
  from ${own.table} as own
    join signers on signers.id = ${own.signer}
    join documents on documents.id = own.document_id
  where own.${own.person} = $1 and own.state in (${own.states}) ${conditions}
  order by own.operated_at desc, own.id desc limit $2)`

const SIGNER = {
  table: 'signers',
  states: "'signed', 'rejected'",
  signer: 'own.id',
  isApprover: false,
  person: 'user_id',
} as const
const APPROVER = {
  table: 'approvers',
  states: "'accepted', 'rejected'",
  signer: 'own.signer_id',
  isApprover: true,
  person: 'user_id',
} as const

/** What somebody did in the names of others. */
const FOR_OTHERS = [
  { ...SIGNER, person: 'acting_user_id' },
  { ...APPROVER, person: 'acting_user_id' },
] as const

/** A copy has no act of its own; the header of its document is that of any signer. */
const COPY = {
  table: `(select id, document_id, user_id, 'copied' as state, given_at as operated_at, null as rejection_reason,
    null::uuid as acting_user_id from copies)`,
  states: "'copied'",
  signer: '(select one.id from signers as one where one.document_id = own.document_id order by one.ordinal limit 1)',
  isApprover: false,
  person: 'user_id',
} as const

/** The place is made a moment, and the rows are left as they are, so that the index leads there. */
const AFTER = "(own.operated_at, own.id) < (timestamptz 'epoch' + $3::bigint * interval '1 microsecond', $4::uuid)"

export function openHistoryStore(database: Kysely<Schema>): HistoryStore {
  return { search: (query) => search(database, query) }
}

async function search(
  database: Kysely<Schema>,
  { userId, filters, after, most }: HistoryQuery,
): Promise<HistoryEntry[]> {
  const asked = conditionsOf(filters)
  const place = after ? [after.microseconds, after.id] : []
  const conditions = [...(after ? [AFTER] : []), ...asked.map(([, sql], index) => sql(`$${index + 3 + place.length}`))]
  const more = conditions.map((condition) => `and ${condition}`).join(' ')
  const parts = [SIGNER, APPROVER, COPY, ...FOR_OTHERS].map((part) => partSql(part, more))
  const text = `${parts.join(' union all ')}
    order by operated_at desc, id desc limit $2`
  const values = [userId, most, ...place, ...asked.map(([value]) => value)]
  const { rows } = await database.executeQuery(preparedQuery<Row>(text, values))
  return rows.map(toEntry)
}

const toEntry = (row: Row): HistoryEntry => ({
  id: row.id,
  documentId: row.document_id,
  act: ACT_OF[row.state],
  isApprover: row.is_approver,
  fileName: row.file_name,
  senderName: row.sender_name,
  tag: row.tag,
  at: row.operated_at,
  microseconds: row.microseconds,
  rejectionReason: row.rejection_reason,
  documentState: row.document_state,
  deputy: row.deputy,
})
