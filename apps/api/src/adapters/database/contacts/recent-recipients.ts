import { sql, type Kysely } from 'kysely'
import type { Recipient } from '../../../modules/contacts/ports.ts'
import type { Owner } from '../../../modules/owner.ts'
import { holderOf } from '../guests/known-address.ts'
import type { Schema } from '../schema.ts'
import { isOf } from '../uploads/upload-store.ts'
import { isSought, recipientColumns } from './recipient-columns.ts'

/** Of what was sent last, so many documents are looked at: an index leads there, whatever was sent in all. */
const LATEST_DOCUMENTS = 200

/**
 * Whom the owner has asked to sign, by the last documents that they sent; who was asked last comes first. Who has no
 * account is the same person by the address, and who has one by now that person.
 */
export async function recentRecipients(
  database: Kysely<Schema>,
  owner: Owner,
  { text, most }: { readonly text: string; readonly most: number },
): Promise<Recipient[]> {
  const { rows } = await sql<Recipient>`
    with latest as materialized (
      select id, dispatch_id, uploaded_at from documents where ${isOf(owner)}
      order by uploaded_at desc, id desc limit ${LATEST_DOCUMENTS}
    ), sent as (
      select distinct on (dispatch_id) id, uploaded_at from latest order by dispatch_id, uploaded_at desc
    ), asked as (
      select signers.user_id, max(sent.uploaded_at) as at from sent join signers on signers.document_id = sent.id
      where signers.state <> 'replaced' group by signers.user_id
    ), named as (
      select asked.at, users.id, users.name, users.email, users.phone, users.language,
        case when guests.user_id is null then users.id
          else ${holderOf(owner.subscriptionId, sql`users.email`)} end as person_id
      from asked join users on users.id = asked.user_id left join guests on guests.user_id = users.id
    ), kept as (
      select *, row_number() over (partition by coalesce(person_id::text, lower(email)) order by at desc, id) as turn
      from named
    )
    select ${recipientColumns(owner.subscriptionId)}
    from kept left join users as people on people.id = kept.person_id
    where kept.turn = 1 and ${isSought(text)}
    order by kept.at desc, kept.id
    limit ${most}`.execute(database)
  return rows
}
