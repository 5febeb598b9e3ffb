/**
 * What comes after signatures: an evidence file is made, strangers verify files, the log of a large installation is
 * sealed, a document proved.
 */
import { createHash } from 'node:crypto'
import pg from 'pg'
import { makeTemporaryDirectory, startServer, type TestDatabase } from '@rubrica/testing'
import { DatabaseAuditHeadStore } from '../apps/api/src/adapters/database/audit/audit-head-store.ts'
import { openDatabase, type OpenedDatabase } from '../apps/api/src/adapters/database/connection.ts'
import { supervisePostgres } from '../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import type { Schema } from '../apps/api/src/adapters/database/schema.ts'
import { leafOf } from '../apps/api/src/modules/audit/describe-head.ts'
import { proveSealed } from '../apps/api/src/modules/audit/prove-sealed.ts'
import { Secret } from '../apps/api/src/config/secret.ts'
import { sealAuditLog, type SealAuditLog } from '../apps/api/src/modules/audit/seal-audit-log.ts'
import { median, round, type BenchOptions, type Figure } from './measure.ts'
import { measureEvidenceFile } from './parts/evidence-file.ts'
import { measureStrangers } from './parts/measure-strangers.ts'
import { SUBSCRIPTION, uuidOf } from './parts/peer-stage.ts'

const DOCUMENTS = Number(process.env['BENCH_ROWS'] ?? 1_000_000)
const MOVED = Math.round(DOCUMENTS / 50)
const PROOFS = 101
const DAY = 24 * 60 * 60 * 1000
const HEAD_TARGET_S = 10
const PROOF_TARGET_MS = 20

const SUBSCRIPTION_ROW = `
  insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color, created_at)
  values ('${SUBSCRIPTION}', 'Bench', '#000000', '#ffffff', '#000000', '#ffffff', now())`

/** Each has one event, whose hash is the end of its chain. Without triggers, which would check a million rows alone. */
async function addDocuments(database: TestDatabase): Promise<void> {
  const document = uuidOf('b', 'n')
  const rows = `generate_series(0, ${DOCUMENTS - 1}) n`
  await database.query(`
    begin;
    set local session_replication_role = replica;
    ${SUBSCRIPTION_ROW};
    insert into documents (id, dispatch_id, subscription_id, file_name, uploaded_at, tag, sender_name, description, state, page_count, current_revision, audit_sequence, audit_hash, last_event_at, folded_file_name)
      select ${document}, ${document}, '${SUBSCRIPTION}', 'a.pdf', now(), '', '', '', 'open', 1, 0, 1, sha256(n::text::bytea), now(), 'a.pdf' from ${rows};
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, hash)
      select ${document}, 1, '${SUBSCRIPTION}', 'document-sent', now(), '{}', sha256(n::text::bytea) from ${rows};
    commit;`)
  for (const table of ['documents', 'audit_events']) await database.query(`vacuum analyze ${table}`)
}

/** As if something had happened to each fiftieth document. */
async function moveDocuments(database: TestDatabase): Promise<void> {
  await database.query(`
    begin;
    set local session_replication_role = replica;
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, hash)
      select ${uuidOf('b', '(n * 50)')}, 2, '${SUBSCRIPTION}', 'document-signed', now(), '{}', sha256(('moved ' || n)::bytea)
      from generate_series(0, ${MOVED - 1}) n;
    update documents set audit_sequence = 2, audit_hash = event.hash from audit_events as event
      where event.document_id = documents.id and event.sequence = 2;
    commit;`)
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

/** What no head could do without: all ends read once, in their order, and digested. */
async function readEnds(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const digest = createHash('sha256')
  const { rows } = await client.query<{ id: string; sequence: string; hash: Buffer }>(
    'select id, audit_sequence as sequence, audit_hash as hash from documents order by id',
  )
  for (const { id, sequence, hash } of rows) {
    digest.update(`${leafOf({ documentId: id, sequence: Number(sequence), hash })}\n`)
  }
  digest.digest()
  await client.end()
}

export async function run({ say, parts = [] }: BenchOptions): Promise<Figure[]> {
  const isWanted = (part: string) => parts.length === 0 || parts.includes(part)
  return [
    ...(isWanted('file') ? await measureEvidenceFile() : []),
    ...(isWanted('strangers') ? await measureStrangers({ say }) : []),
    ...(isWanted('log') ? await measureLog({ say }) : []),
  ]
}

async function measureLog({ say }: BenchOptions): Promise<Figure[]> {
  await using directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  try {
    // It makes the tables, and has nothing to seal yet.
    await using server = await startServer({ postgres: postgres.connection, env: { LOG_LEVEL: 'warn' } })
    const database = server.database!
    await server.program.stop()
    say(`writing ${DOCUMENTS} documents`)
    await addDocuments(database)
    const place = { kind: 'external', url: new Secret(database.url) } as const
    await using opened = await openDatabase<Schema>(place, { role: 'tool', poolSize: 2 })
    return await measure({ opened, database, say })
  } finally {
    await postgres.stop()
  }
}

interface Stage extends BenchOptions {
  readonly opened: OpenedDatabase<Schema>
  readonly database: TestDatabase
}

async function measure({ opened, database, say }: Stage): Promise<Figure[]> {
  const heads = new DatabaseAuditHeadStore(opened.db)
  await database.query(`insert into audit_keys (id, wrapped_private_key, created_at) values ('bench', '', now())`)
  // What a signature costs is the same for one document and a million.
  const signer: SealAuditLog['signer'] = {
    open: () => Promise.resolve(() => ({ keyId: 'bench', signature: new Uint8Array(70) })),
    isSigned: () => Promise.resolve(true),
    publicKey: () => Promise.resolve(undefined),
  }
  const sealAt = (at: number) =>
    sealAuditLog({ heads, signer, timestamp: undefined, everyMs: DAY, now: () => new Date(at) })
  const now = Date.now()
  say(`the first head: ${round(await secondsOf(() => sealAt(now)))} s`)
  await moveDocuments(database)
  const floor = await secondsOf(() => readEnds(database.url))
  const head = await secondsOf(() => sealAt(now + DAY))
  const times: number[] = []
  for (let number = 0; number < PROOFS; number += 1) {
    const [row] = await database.query<{ id: string }>(
      `select ${uuidOf('b', String((number * 9901) % DOCUMENTS))} as id`,
    )
    times.push((await secondsOf(() => proveSealed({ heads, signer }, row!.id))) * 1000)
  }
  const proof = median(times)
  return [
    {
      what: `head after ${MOVED} of ${DOCUMENTS} moved`,
      value: round(head),
      unit: 's',
      against: { what: 'ends read', value: round(floor) },
      ratio: round(head / floor),
      target: `≤ ${HEAD_TARGET_S} s`,
      ok: head <= HEAD_TARGET_S,
    },
    {
      what: 'proof of one document',
      value: round(proof),
      unit: 'ms',
      against: null,
      ratio: null,
      target: `≤ ${PROOF_TARGET_MS} ms`,
      ok: proof <= PROOF_TARGET_MS,
    },
  ]
}
