/** When a document reached each of its signers, and the names that it is searched by without accents. */
import { sql, type Kysely } from 'kysely'
import { wordsOf } from '../documents/words-of.ts'

const COLUMNS = [
  sql`alter table signers add column called_at timestamptz,
      add column folded_file_name text not null default '',
      add column folded_sender_name text not null default '',
      add column folded_tag text not null default ''`,
  // As far as it can be told afterwards: the last of what a signer waited for.
  sql`update signers set called_at = greatest(
        upload_time,
        (select max(approvers.operated_at) from approvers
          where approvers.signer_id = signers.id and approvers.state = 'accepted'),
        (select max(earlier.operated_at) from signers as earlier
          where earlier.document_id = signers.document_id and earlier.ordinal < signers.ordinal
            and earlier.state = 'signed' and documents.signing_order = 'sequential'))
      from documents
      where documents.id = signers.document_id and signers.state not in ('waiting', 'cancelled')`,
]

/** With every column that the list is filtered by, so that no row is fetched that does not match. */
const INDEX = sql`create index pending_by_words on signers (user_id, id)
  include (folded_file_name, folded_sender_name, folded_tag, upload_time, certificate_id)
  where state in ('pending', 'signing')`

const ROWS_AT_ONCE = 2000
const FIRST_ID = '00000000-0000-0000-0000-000000000000'

interface Row {
  readonly id: string
  readonly file_name: string
  readonly sender_name: string
  readonly tag: string
}

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of COLUMNS) await statement.execute(database)
  let last: string | undefined = FIRST_ID
  while (last !== undefined) last = await foldAfter(database, last)
  await INDEX.execute(database)
}

/** Of those who have yet to sign: nobody searches the others. @returns the last one, undefined when there is none */
async function foldAfter(database: Kysely<unknown>, after: string): Promise<string | undefined> {
  const { rows } = await sql<Row>`
    select id, file_name, sender_name, tag from signers
    where id > ${after} and state in ('waiting', 'pending', 'signing') order by id limit ${ROWS_AT_ONCE}`.execute(
    database,
  )
  if (rows.length === 0) return undefined
  const words = rows.map((row) => wordsOf({ fileName: row.file_name, senderName: row.sender_name, tags: [row.tag] }))
  await sql`
    update signers set folded_file_name = folded.file, folded_sender_name = folded.sender, folded_tag = folded.tag
    from unnest(${rows.map(({ id }) => id)}::uuid[], ${words.map((word) => word.folded_file_name)}::text[],
      ${words.map((word) => word.folded_sender_name)}::text[], ${words.map((word) => word.folded_tag)}::text[])
      as folded (id, file, sender, tag)
    where signers.id = folded.id`.execute(database)
  return rows.at(-1)?.id
}
