import { sql, type AliasedRawBuilder, type Kysely, type RawBuilder } from 'kysely'
import type { NewRemark, Remark, RemarkedPart, RemarkMark, RemarkStore } from '../../../modules/remarks/ports.ts'
import type { Schema } from '../schema.ts'

type Part = 'signers' | 'approvers'

const columnOf = (part: Part) => (part === 'signers' ? 'signer_id' : 'approver_id')

/** SQL of how a list marks a row of signers or approvers: `checked`, `noted`, or null where nobody has said anything. */
export const remarkSql = (part: Part): string => `(select
    case when bool_or(is_checked) then 'checked' when count(*) > 0 then 'noted' end
  from remarks where remarks.${columnOf(part)} = ${part}.id)`

export const remarkOf = (part: Part): AliasedRawBuilder<RemarkMark | null, 'remark'> =>
  sql.raw<RemarkMark | null>(remarkSql(part)).as('remark')

/** What deputies say of documents, in PostgreSQL. */
export const openRemarkStore = (database: Kysely<Schema>): RemarkStore => ({
  of: async (principalId, part) => {
    const { table, id } = placeOf(part)
    const asked = await database
      .selectFrom(table)
      .where('id', '=', id)
      .where('user_id', '=', principalId)
      .select('id')
      .executeTakeFirst()
    return asked && readRemarks(database, part)
  },
  keep: (principalId, part, remark) => keep(database, { principalId, part, remark }),
  remove: async (principalId, part, deputyId) => {
    const { column, id } = placeOf(part)
    await database
      .deleteFrom('remarks')
      .where(column, '=', id)
      .where('deputy_id', '=', deputyId)
      .where(waitsFor(principalId, part))
      .execute()
  },
})

const placeOf = (part: RemarkedPart) =>
  'signerId' in part
    ? ({ table: 'signers', column: 'signer_id', id: part.signerId } as const)
    : ({ table: 'approvers', column: 'approver_id', id: part.approverId } as const)

/** Whether a person has yet to decide it: what was decided stays as it was remarked on. */
function waitsFor(principalId: string, part: RemarkedPart): RawBuilder<boolean> {
  const { table, id } = placeOf(part)
  return sql<boolean>`exists (
    select from ${sql.table(table)} as asked join documents on documents.id = asked.document_id
    where asked.id = ${id} and asked.user_id = ${principalId} and asked.state in ('pending', 'signing')
      and documents.state = 'open')`
}

async function readRemarks(database: Kysely<Schema>, part: RemarkedPart): Promise<Remark[]> {
  const { column, id } = placeOf(part)
  const rows = await database
    .selectFrom('remarks')
    .innerJoin('users', 'users.id', 'remarks.deputy_id')
    .where(`remarks.${column}`, '=', id)
    .orderBy('kept_at', 'desc')
    .select(['deputy_id', 'users.name', 'is_checked', 'text', 'kept_at'])
    .execute()
  return rows.map((row) => ({
    deputy: { userId: row.deputy_id, name: row.name },
    ...{ isChecked: row.is_checked, text: row.text, at: row.kept_at },
  }))
}

interface RemarkToKeep {
  readonly principalId: string
  readonly part: RemarkedPart
  readonly remark: NewRemark
}

async function keep(database: Kysely<Schema>, { principalId, part, remark }: RemarkToKeep): Promise<boolean> {
  const { column, id } = placeOf(part)
  const { deputyId, isChecked, text, at } = remark
  const { rows } = await sql`
    insert into remarks (${sql.ref(column)}, deputy_id, is_checked, text, kept_at)
    select ${id}::uuid, ${deputyId}::uuid, ${isChecked}, ${text}, ${at}::timestamptz where ${waitsFor(principalId, part)}
    on conflict (${sql.ref(column)}, deputy_id) do update
      set is_checked = excluded.is_checked, text = excluded.text, kept_at = excluded.kept_at
    returning id`.execute(database)
  return rows.length > 0
}
