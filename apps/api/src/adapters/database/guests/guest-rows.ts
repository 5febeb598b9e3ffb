import { randomUUID } from 'node:crypto'
import { sql, type Kysely, type Transaction } from 'kysely'
import type { NewGuest } from '../../../modules/guests/ports.ts'
import type { NewDispatch } from '../../../modules/sending/ports.ts'
import type { Schema } from '../schema.ts'
import { holderOf } from './known-address.ts'

/** What a guest signs with besides what is issued for them: each has to state the legal id that the sender gave. */
const STATING_LEGAL_ID = ['Local', 'Swisscom']

export async function allowsGuests(database: Kysely<Schema>, subscriptionId: string): Promise<boolean> {
  const row = await database
    .selectFrom('subscriptions')
    .where('id', '=', subscriptionId)
    .select('allows_guests')
    .executeTakeFirst()
  return row?.allows_guests ?? false
}

/** The user ids of who has the addresses in a subscription. */
export async function findAddresses(
  database: Kysely<Schema>,
  subscriptionId: string,
  emails: readonly string[],
): Promise<(string | undefined)[]> {
  const { rows } = await sql<{ userId: string | null }>`
    select users.user_id as "userId" from unnest(${emails}::text[]) with ordinality as named (email, place)
      left join users on users.id = ${holderOf(subscriptionId, sql`named.email`)}
    order by named.place`.execute(database)
  return rows.map(({ userId }) => userId ?? undefined)
}

/** The people without an account of all documents, each once. */
export function guestsOf({ documents }: NewDispatch): readonly NewGuest[] {
  const signers = documents.flatMap(({ signers: own }) => own)
  return [...new Map(signers.flatMap(({ guest }) => (guest ? [[guest.id, guest] as const] : []))).values()]
}

interface GuestsToKeep {
  readonly guests: readonly NewGuest[]
  readonly subscriptionId: string
  readonly at: Date
}

/** People without an account. Nobody can log in as one of them. */
export async function insertGuests(
  transaction: Transaction<Schema>,
  { guests, subscriptionId, at }: GuestsToKeep,
): Promise<void> {
  if (guests.length === 0) return
  await transaction
    .insertInto('users')
    .values(
      guests.map(({ id, name, email, phone, language, legalId }) => ({
        id,
        user_id: `guest-${id}`,
        name,
        legal_id: randomUUID(),
        legal_id_type: 'GUEST',
        email,
        phone: phone ?? null,
        language,
        password_hash: null,
        certificate_flags: legalId === undefined ? [] : STATING_LEGAL_ID,
        signature_image: null,
        kept_token: null,
        created_at: at,
      })),
    )
    .execute()
  await transaction
    .insertInto('guests')
    .values(
      guests.map(({ id, legalId, provesPhone }) => ({
        user_id: id,
        subscription_id: subscriptionId,
        legal_id: legalId ?? null,
        proves_phone: provesPhone,
        created_at: at,
      })),
    )
    .execute()
}
