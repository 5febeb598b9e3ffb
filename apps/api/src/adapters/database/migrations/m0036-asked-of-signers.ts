/** What a sender may ask of one signer besides: something only they read, and a type of certificate. */
import { sql, type Kysely } from 'kysely'

export async function up(database: Kysely<unknown>): Promise<void> {
  await sql`alter table signers
    add column private_message text,
    -- Name of a type of certificates, as its provider spells it, or Local.
    add column certificate_type text`.execute(database)
}
