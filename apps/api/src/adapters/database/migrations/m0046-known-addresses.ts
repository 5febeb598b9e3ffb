/** Whether an address leads what is sent to it to its person, and the codes that prove that it is theirs. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  // False of what a person said in the profile and nobody has proved. Of an earlier one nobody knows who said it.
  sql`alter table users add column email_is_known boolean not null default true`,
  // The last code that a person asked for.
  sql`create table email_codes (
    user_id uuid primary key references users on delete cascade,
    -- To which it was sent.
    email text not null,
    -- SHA-256 of a secret that only the browser has, and the code; null once it counts no more.
    digest bytea,
    tries integer not null default 0,
    -- How many were sent since the first of a day, which is over then.
    sent integer not null,
    sent_at timestamptz not null,
    expires_at timestamptz not null
  )`,
  sql`create index email_codes_by_end on email_codes (expires_at)`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
