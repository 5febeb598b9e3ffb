/** A log that was sealed before there was one of the installation stays whole, and goes on. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { GrowingTree } from '@rubrica/evidence-file/log'
import { createDatabase, makeTemporaryDirectory, type TestDatabase } from '@rubrica/testing'
import { openHeadSigner } from '../../src/adapters/audit-keys/open-head-signer.ts'
import { beginChain } from '../../src/adapters/database/audit/append-audit-event.ts'
import { DatabaseAuditHeadStore } from '../../src/adapters/database/audit/audit-head-store.ts'
import { DatabaseAuditKeyRecords } from '../../src/adapters/database/audit/audit-key-store.ts'
import { openDatabase } from '../../src/adapters/database/connection.ts'
import { logServerKeys } from '../../src/adapters/database/installation-log/log-server-keys.ts'
import { migrateToLatest } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { openServerKeys } from '../../src/adapters/server-keys/file-server-keys.ts'
import { verifyInstalledAudit } from '../../src/compose/audit.ts'
import { Secret } from '../../src/config/secret.ts'
import { hashOfHead, leafOf, summariseEnds, writeHead } from '../../src/modules/audit/describe-head.ts'
import { sealAuditLog } from '../../src/modules/audit/seal-audit-log.ts'
import type { ServerKeys } from '../../src/ports/server-keys.ts'

const DAY_MS = 24 * 60 * 60_000
const now = () => new Date()
const WHOLE = { documents: 1, events: 1, findings: [], installationFindings: [], headFindings: [], deleted: [] }

/** A cancelled document with one event. @returns the end of its chain */
async function insertDocument(place: TestDatabase, subscriptionId: string) {
  const documentId = randomUUID()
  const at = new Date('2026-01-30T10:00:00.000Z')
  const { event } = beginChain({ documentId, subscriptionId, type: 'document-cancelled', at, facts: {} })
  await place.query('insert into dispatches (id, subscription_id, created_at) values ($1, $2, $3)', [
    ...[documentId, subscriptionId, at],
  ])
  await place.query(
    `insert into documents (id, dispatch_id, subscription_id, file_name, description, tag, sender_name, state, page_count,
       current_revision, uploaded_at, ended_at, audit_sequence, audit_hash)
     values ($1, $1, $2, 'a.pdf', '', '', '', 'cancelled', 1, 0, $3, $3, 1, $4)`,
    [documentId, subscriptionId, at, event.hash],
  )
  await place.query(
    `insert into revisions (document_id, number, subscription_id, kind, object_id, base_length, length, digest, created_at)
     values ($1, 0, $2, 'intake', 'object', 0, 1, '\\x07', $3)`,
    [documentId, subscriptionId, at],
  )
  await place.query(
    `insert into audit_events (document_id, sequence, subscription_id, type, at, canonical, hash)
     values ($1, 1, $2, $3, $4, $5, $6)`,
    [documentId, subscriptionId, event.type, at, event.canonical, event.hash],
  )
  return { documentId, sequence: 1, hash: event.hash }
}

type End = Awaited<ReturnType<typeof insertDocument>>

/** As sealing did it: one head, of one document. */
async function sealBefore(place: TestDatabase, serverKeys: ServerKeys, sealed: { subscriptionId: string; end: End }) {
  const { subscriptionId, end } = sealed
  const records = {
    find: () => Promise.resolve(undefined),
    newestOr: async (make: () => Promise<{ id: string; wrappedPrivateKey: Uint8Array; createdAt: Date }>) => {
      const key = await make()
      await place.query('insert into audit_keys values ($1, $2, $3)', [
        ...[key.id, Buffer.from(key.wrappedPrivateKey), key.createdAt],
      ])
      return key
    },
  }
  const sign = await openHeadSigner({ records, serverKeys, now }).open()
  const tree = new GrowingTree()
  const [node] = tree.append(leafOf(end))
  async function* ends() {
    yield await Promise.resolve(end)
  }
  const until = '2026-01-31T00:00:00.000Z'
  const canonical = writeHead({
    ...{ until, subscriptionId, sealedAt: until, previous: null, ...(await summariseEnds(ends())) },
    ...{ treeSize: 1, treeRoot: tree.root().toString('hex') },
  })
  const { keyId, signature } = sign(canonical)
  const leaf = [subscriptionId, end.documentId, end.sequence, end.hash]
  await place.query('insert into audit_head_ends values ($1, $2, $3, $4)', leaf)
  await place.query(
    'insert into audit_log_leaves (subscription_id, position, document_id, sequence, hash) values ($1, 0, $2, $3, $4)',
    leaf,
  )
  await place.query('insert into audit_log_nodes values ($1, 0, 0, $2)', [subscriptionId, node!.hash])
  await place.query(
    `insert into audit_heads (until, subscription_id, canonical, hash, signature, key_id, created_at)
     values ($1, $2, $3, $4, $5, $6, $1)`,
    [until, subscriptionId, canonical, hashOfHead(canonical), signature, keyId],
  )
}

test('a log that was sealed before the migration verifies as before, and its next head stands for the installation, too', async () => {
  await using folder = await makeTemporaryDirectory()
  await using place = await createDatabase(inject('sharedPostgres'))
  const keyFile = join(folder.path, 'keys.json')
  const serverKeys = await openServerKeys({ path: keyFile }, true)
  const location = { kind: 'external', url: new Secret(place.url) } as const
  await using opened = await openDatabase<Schema>(location, { role: 'server', poolSize: 2 })
  const before = Object.entries(migrations).filter(([name]) => name < '0054')
  await migrateToLatest(opened.db, Object.fromEntries(before))
  const subscriptionId = randomUUID()
  await place.query(
    `insert into subscriptions (id, name, primary_color, primary_text_color, secondary_color, secondary_text_color,
       created_at) values ($1, 'Acme', '', '', '', '', now())`,
    [subscriptionId],
  )
  const end = await insertDocument(place, subscriptionId)
  await sealBefore(place, serverKeys, { subscriptionId, end })
  await migrateToLatest(opened.db, migrations)
  const env = { DATABASE_URL: place.url, DATA_DIR: folder.path, SERVER_KEY_FILE: keyFile }
  expect(await verifyInstalledAudit(env)).toEqual({ ...WHOLE, heads: 1, installationEvents: 0 })

  expect(await logServerKeys(opened.db, serverKeys, { actor: { by: 'server' }, now })).toBe(1)
  const signer = openHeadSigner({ records: new DatabaseAuditKeyRecords(opened.db), serverKeys, now })
  const heads = new DatabaseAuditHeadStore(opened.db)
  expect(await sealAuditLog({ heads, signer, timestamp: undefined, everyMs: DAY_MS, now })).toBe(1)
  expect(await verifyInstalledAudit(env)).toEqual({ ...WHOLE, heads: 2, installationEvents: 1 })
  const sizes = (await heads.heads(subscriptionId)).map(({ canonical }) => JSON.parse(canonical) as object)
  expect(sizes).toMatchObject([
    { documents: 1, treeSize: 1 },
    { documents: 1, treeSize: 2 },
  ])
})
