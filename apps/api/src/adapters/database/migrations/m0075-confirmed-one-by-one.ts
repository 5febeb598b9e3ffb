/** Signing runs whose person confirms each document elsewhere, one after another. */
import { sql, type Kysely } from 'kysely'

const STATEMENTS = [
  sql`alter table signing_runs
    alter column certificate_id drop not null,
    -- Of a provider that makes a certificate for each signature.
    add column cert_type text,
    drop constraint signing_runs_state_check,
    add constraint signing_runs_state_check
      check (state in ('preparing', 'needs-person', 'confirming', 'finishing', 'done', 'stopped')),
    add constraint signing_runs_key_check check (num_nonnulls(certificate_id, cert_type) = 1)`,
  sql`alter table signing_run_items
    -- What the person is asked to confirm, and since when.
    add column errand_id uuid,
    add column asked_at timestamptz,
    drop constraint signing_run_items_state_check,
    add constraint signing_run_items_state_check check (state in ('queued', 'prepared', 'valued', 'asked', 'finishing',
      'moved-on', 'signed', 'failed', 'discarded')),
    add constraint signing_run_items_asked_check check ((state = 'asked') = (errand_id is not null))`,
  sql`drop index signing_run_items_to_do`,
  sql`create index signing_run_items_to_do on signing_run_items (run_id, position)
    where state in ('queued', 'valued', 'asked', 'finishing', 'moved-on')`,
  sql`drop index signing_run_items_open`,
  sql`create index signing_run_items_open on signing_run_items (signer_id)
    where state in ('queued', 'prepared', 'valued', 'asked', 'finishing', 'moved-on')`,
]

export async function up(database: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await statement.execute(database)
}
