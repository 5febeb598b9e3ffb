/** Which processes are at work, so that what a dead one held is free at once and not only when its lease runs out. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`create table replicas (
    instance text primary key,
    -- The database's own clock, here and below: those of the machines may differ.
    reported_at timestamptz not null,
    -- Since when it has reported without a pause.
    steady_since timestamptz not null
  )`,
  // After an outage of the database everybody was silent: nobody is taken for dead before somebody has reported for a
  // while, in which all others could have done so, too.
  sql`create view silent_replicas as
    select instance from replicas where reported_at < now() - interval '8 seconds' and exists (
      select from replicas as witness
      where witness.reported_at > now() - interval '5 seconds'
        and witness.steady_since < now() - interval '3 seconds')`,
  // By the id of the try: who has reserved it (by), and when (at). It takes the place of pin_tries_reserved and
  // pin_reserved_at, which processes of an earlier release still write while they are replaced one by one.
  sql`alter table certificates add column pin_reservations jsonb not null default '{}'`,
  sql`alter table away_transactions add column lease_owner text`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
