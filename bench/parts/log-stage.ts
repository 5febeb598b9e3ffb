/** An installation with as many documents as wished, whose audit log can be sealed and verified without a server. */
import { makeTemporaryDirectory, startServer, type TestDatabase } from '@rubrica/testing'
import { DatabaseAuditHeadStore } from '../../apps/api/src/adapters/database/audit/audit-head-store.ts'
import { openDatabase, type OpenedDatabase } from '../../apps/api/src/adapters/database/connection.ts'
import { supervisePostgres } from '../../apps/api/src/adapters/database/embedded/supervise-postgres.ts'
import type { Schema } from '../../apps/api/src/adapters/database/schema.ts'
import { Secret } from '../../apps/api/src/config/secret.ts'
import type { AuditHeadStore, HeadSigner } from '../../apps/api/src/modules/audit/ports.ts'
import { sealAuditLog } from '../../apps/api/src/modules/audit/seal-audit-log.ts'
import { SUBSCRIPTION, uuidOf } from './peer-stage.ts'

export const DAY = 24 * 60 * 60 * 1000

const SUBSCRIPTION_ROW = `
  insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color, created_at)
  values ('${SUBSCRIPTION}', 'Bench', '#000000', '#ffffff', '#000000', '#ffffff', now())`

/** As canonical JSON has it (members by their names). */
const canonical = (sequence: number, type: string) =>
  `concat('{"at":"', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), '","documentId":"', id,
    '","facts":{},"personal":{},"sequence":${sequence},"type":"${type}"}')`

/** The first event follows 32 zero bytes. */
const FIRST_HASH = `sha256(decode(repeat('00', 32), 'hex') || text::bytea)`

/** Each has one event, whose hash is the end of its chain. Without triggers, which would check a million rows alone. */
async function addDocuments(database: TestDatabase, documents: number): Promise<void> {
  await database.query(`
    begin;
    set local session_replication_role = replica;
    ${SUBSCRIPTION_ROW};
    create temp table chains on commit drop as
      select id, at, ${canonical(1, 'document-sent')} as text
      from (select ${uuidOf('b', 'n')} as id, date_trunc('second', now()) as at from generate_series(0, ${documents - 1}) n) made;
    insert into documents (id, dispatch_id, subscription_id, file_name, uploaded_at, tag, sender_name, description, state, page_count, current_revision, audit_sequence, audit_hash, last_event_at, folded_file_name)
      select id, id, '${SUBSCRIPTION}', 'a.pdf', at, '', '', '', 'open', 1, 0, 1, ${FIRST_HASH}, at, 'a.pdf' from chains;
    insert into revisions (document_id, number, subscription_id, kind, object_id, base_length, length, digest, created_at)
      select id, 0, '${SUBSCRIPTION}', 'intake', encode(sha256(id::text::bytea), 'hex'), 0, 1, sha256(id::text::bytea), at from chains;
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, hash)
      select id, 1, '${SUBSCRIPTION}', 'document-sent', at, text, ${FIRST_HASH} from chains;
    commit;`)
  for (const table of ['documents', 'revisions', 'audit_events']) await database.query(`vacuum analyze ${table}`)
}

/** As if something had happened to `moved` documents, to one of `each`: their event of that sequence. */
export async function moveDocuments(
  database: TestDatabase,
  { moved, each, sequence = 2 }: { readonly moved: number; readonly each: number; readonly sequence?: number },
): Promise<void> {
  await database.query(`
    begin;
    set local session_replication_role = replica;
    create temp table moves on commit drop as
      select id, at, audit_hash as before, ${canonical(sequence, 'document-downloaded')} as text
      from (select id, audit_hash, date_trunc('second', now()) as at from documents
        where id in (select ${uuidOf('b', `(n * ${each})`)} from generate_series(0, ${moved - 1}) n)) moving;
    insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, previous_hash, hash)
      select id, ${sequence}, '${SUBSCRIPTION}', 'document-downloaded', at, text, before, sha256(before || text::bytea) from moves;
    update documents set audit_sequence = ${sequence}, audit_hash = event.hash, last_event_at = event.at from audit_events as event
      where event.document_id = documents.id and event.sequence = ${sequence};
    commit;`)
}

export async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

export interface LogStage {
  readonly database: TestDatabase
  readonly opened: OpenedDatabase<Schema>
  readonly heads: AuditHeadStore
  /** What a signature costs is the same for one document and a million. */
  readonly signer: HeadSigner
  /** Seals as at a moment (epoch milliseconds), with one head a day. */
  readonly sealAt: (at: number) => Promise<number>
}

export async function openLogStage(documents: number): Promise<LogStage & AsyncDisposable> {
  const directory = await makeTemporaryDirectory()
  const postgres = await supervisePostgres({ dataDir: directory.path, role: 'tool' })
  const end = async () => {
    await postgres.stop()
    await directory[Symbol.asyncDispose]()
  }
  try {
    // It makes the tables, and has nothing to seal yet.
    const server = await startServer({ postgres: postgres.connection, env: { LOG_LEVEL: 'warn' } })
    const database = server.database!
    await server.program.stop()
    await addDocuments(database, documents)
    await database.query(`insert into audit_keys (id, wrapped_private_key, created_at) values ('bench', '', now())`)
    const place = { kind: 'external', url: new Secret(database.url) } as const
    const opened = await openDatabase<Schema>(place, { role: 'tool', poolSize: 2 })
    const dispose = async () => {
      await opened[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
      await end()
    }
    return { database, opened, ...sealingOf(opened), [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await end()
    throw error
  }
}

function sealingOf(opened: OpenedDatabase<Schema>): Pick<LogStage, 'heads' | 'signer' | 'sealAt'> {
  const heads = new DatabaseAuditHeadStore(opened.db)
  const signer: HeadSigner = {
    open: () => Promise.resolve(() => ({ keyId: 'bench', signature: new Uint8Array(70) })),
    isSigned: () => Promise.resolve(true),
    publicKey: () => Promise.resolve(undefined),
  }
  const sealAt = (at: number) =>
    sealAuditLog({ heads, signer, timestamp: undefined, everyMs: DAY, now: () => new Date(at) })
  return { heads, signer, sealAt }
}
