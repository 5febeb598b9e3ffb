/**
 * Ten thousand people's parts that fall due at once, reminded by two servers on one database: each once, and how long it
 * takes beside the bare statements of it. REMINDERS chooses another number.
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { makeTemporaryDirectory, openScene, type Scene, type TestDatabase } from '@rubrica/testing'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import { startBeside } from '../../apps/api/tests/scenes/start-beside.ts'
import { round, UNLIMITED, type BenchOptions, type Figure } from '../measure.ts'
import { uuidOf } from './peer-stage.ts'

const REMINDERS = Number(process.env['REMINDERS'] ?? 10_000)
const PEOPLE = 200
/** Sweeps that are asked for at once. */
const SWEEPS = 8
const LIMIT = 3
const PATIENCE_MS = 600_000
/** Mails are gathered for longer than the measurement takes. */
const ENVIRONMENT = { ...UNLIMITED, SENDER_MAIL_DELAY_MS: '3600000' }

/** Documents of a kind, each with one signer who was told ten days ago. Without triggers, which would check each row. */
async function addDocuments(database: TestDatabase, kind: 'b' | 'c'): Promise<void> {
  await database.query(`
    begin;
    set local session_replication_role = replica;
    insert into users (id, user_id, name, legal_id, legal_id_type, email, language, password_hash, certificate_flags, created_at)
      select ${uuidOf('a', 'n::int')}, 'person' || n, 'Person ' || n, 'X' || n, 'DNI', 'person' || n || '@people.test', 'en', '', '{}', now()
      from generate_series(0, ${PEOPLE - 1}) n on conflict do nothing;
    insert into documents (id, dispatch_id, subscription_id, file_name, uploaded_at, tag, sender_name, description, state, page_count, current_revision, audit_sequence, last_event_at, folded_file_name)
      select ${uuidOf(kind, 'n::int')}, ${uuidOf(kind, 'n::int')}, (select id from subscriptions where name = 'Demo'), 'due-' || n, now(), '', '', '', 'open', 1, 0, 0, now(), 'due'
      from generate_series(0, ${REMINDERS - 1}) n;
    insert into signers (id, document_id, subscription_id, user_id, ordinal, signer_name, state, read_all, has_attachment, file_name, upload_time, tag, sender_name, description, notified_at, called_at, folded_file_name, folded_sender_name, folded_tag)
      select id, id, subscription_id, ${uuidOf('a', `substr(file_name, 5)::int % ${PEOPLE}`)}, 0, '', 'pending', false, false, file_name, now(), '', '', '', now() - interval '10 days', now(), 'due', '', ''
      from documents where id between ${uuidOf(kind, '0')} and ${uuidOf(kind, String(REMINDERS))};
    commit;`)
  for (const table of ['documents', 'signers']) await database.query(`vacuum analyze ${table}`)
}

/** What each reminder has to write, by one connection that does nothing else. @returns seconds */
async function writeBare(database: TestDatabase): Promise<number> {
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const began = performance.now()
  for (let number = 0; number < REMINDERS; number += 1) {
    const id = `c0000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`
    await client.query('begin')
    await client.query('select id from documents where id = $1 for update', [id])
    await client.query(`update signers set reminded_at = now(), reminders = 1 where id = $1`, [id])
    await client.query(
      `insert into reminder_news (id, reader_id, document_id, signer_id, happened_at, due_at)
        select gen_random_uuid(), user_id, document_id, id, now(), now() from signers where id = $1`,
      [id],
    )
    await client.query(
      `insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, hash)
        select id, 1, subscription_id, 'person-reminded', now(), '', '' from documents where id = $1`,
      [id],
    )
    await client.query('update documents set audit_sequence = 1 where id = $1', [id])
    await client.query('commit')
  }
  await client.end()
  return (performance.now() - began) / 1000
}

const countOf = async (database: TestDatabase, query: string) =>
  Number((await database.query<{ count: string }>(query))[0]!.count)

/** Has both servers sweep at once. @returns seconds until nobody is due */
async function sweep(database: TestDatabase): Promise<number> {
  const began = performance.now()
  await database.query(
    `insert into pgboss.job (name, data) select 'sweep-reminders', '{}' from generate_series(1, ${SWEEPS})`,
  )
  const left = `select count(*) from signers where state = 'pending' and reminders = 0 and file_name like 'due-%'`
  while ((await countOf(database, left)) > 0) {
    if (performance.now() - began > PATIENCE_MS) break
    await pause(250)
  }
  return (performance.now() - began) / 1000
}

async function measureIn(scene: Scene, say: BenchOptions['say']): Promise<Figure[]> {
  const database = scene.portal.server.database!
  await database.query(`delete from pgboss.schedule where name = 'sweep-reminders'`)
  await using other = await startBeside(scene, { env: ENVIRONMENT })
  say(`writing ${REMINDERS} documents, twice`)
  await addDocuments(database, 'c')
  const floor = await writeBare(database)
  await database.query('truncate reminder_news')
  await database.query(`update signers set state = 'cancelled' where file_name like 'due-%'`)
  await addDocuments(database, 'b')
  const took = await sweep(database)
  say(`reminded by ${scene.portal.url} and ${other.url}`)
  const ours = `document_id between ${uuidOf('b', '0')} and ${uuidOf('b', String(REMINDERS))}`
  const events = await countOf(database, `select count(*) from audit_events where ${ours} and type = 'person-reminded'`)
  // One who was reminded by both would have two.
  const once = await countOf(database, `select count(*) from signers where ${ours} and reminders = 1`)
  const bare = { against: null, ratio: null, unit: '' }
  return [
    {
      ...{ what: `${REMINDERS} reminders by two servers`, value: round(took), unit: 's' },
      ...{ against: { what: 'bare statements', value: round(floor) }, ratio: round(took / floor) },
      ...{ target: `≤ × ${LIMIT}`, ok: took <= LIMIT * floor },
    },
    { ...{ what: 'events of them', value: events, ...bare }, target: `= ${REMINDERS}`, ok: events === REMINDERS },
    { ...{ what: 'people reminded once', value: once, ...bare }, target: `= ${REMINDERS}`, ok: once === REMINDERS },
  ]
}

export async function measureReminders({ say }: BenchOptions): Promise<Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    await using scene = await openScene({ postgres: postgres.connection, env: ENVIRONMENT })
    return await measureIn(scene, say)
  } finally {
    await postgres.stop()
  }
}
