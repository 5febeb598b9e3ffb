import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { copyFile, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase, makeTemporaryDirectory, type TemporaryDirectory, type TestDatabase } from '@rubrica/testing'
import { Secret } from '../../config/secret.ts'
import { wrappedKeyVersion, type ServerKeys } from '../../ports/server-keys.ts'
import { openDatabase, type OpenedDatabase } from '../database/connection.ts'
import { supervisePostgres, type EmbeddedPostgres } from '../database/embedded/supervise-postgres.ts'
import { migrateToLatest } from '../database/migrate.ts'
import { migrations } from '../database/migrations/index.ts'
import type { Schema } from '../database/schema.ts'
import { openJobQueue } from '../jobs/pg-boss-queue.ts'
import { openKeyVault } from '../key-vault/wrapped-keys.ts'
import { openDiskObjectStore } from '../object-store/disk-object-store.ts'
import { openDocumentObjects } from '../object-store/document-objects.ts'
import { openServerKeys, type FileServerKeys } from '../server-keys/file-server-keys.ts'
import { findCarriers } from '../server-keys/find-carriers.ts'
import { rewrapStoredValues } from '../server-keys/rewrap-stored-values.ts'
import { restoreBackup } from './restore-backup.ts'
import { writeBackup, type WrittenBackup } from './write-backup.ts'

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const SUBSCRIPTION = randomUUID()
const ANA = randomUUID()
const DOCUMENT = randomUUID()
const CERTIFICATE = randomUUID()
const PDF = Buffer.from('%PDF-1.7 the whole contract')
const EVIDENCE = Buffer.from('an answer that a certificate is good')
const FINDINGS = Buffer.from('what validation found')
const KEY = Buffer.from('a private key in PKCS#8')

describe('backup, restore and key rotation', () => {
  let folder: TemporaryDirectory
  let cluster: EmbeddedPostgres
  let keys: FileServerKeys
  let source: OpenedDatabase<Schema>
  const databases: TestDatabase[] = []
  const file = () => join(folder.path, 'installation.backup')

  async function openEmpty(): Promise<OpenedDatabase<Schema>> {
    const database = await createDatabase(cluster.connection)
    databases.push(database)
    return openDatabase<Schema>({ kind: 'external', url: new Secret(database.url) }, { role: 'tool', poolSize: 4 })
  }
  const objectsOf = (name: string) => openDiskObjectStore(join(folder.path, name))
  const openQueue = (opened: OpenedDatabase<Schema>) => () =>
    openJobQueue<Schema>({ ...opened, log: silent, kinds: ['send-mail'] })
  const targetOf = (opened: OpenedDatabase<Schema>, name: string, serverKeys: ServerKeys = keys) => ({
    ...opened,
    migrations,
    objects: objectsOf(name),
    serverKeys,
    openQueue: openQueue(opened),
    actor: { by: 'server' as const },
  })

  beforeAll(async () => {
    folder = await makeTemporaryDirectory()
    cluster = await supervisePostgres({ dataDir: join(folder.path, 'data'), role: 'tool' })
    keys = await openServerKeys({ path: join(folder.path, 'keys.json') }, true)
    source = await openEmpty()
    await migrateToLatest(source.db, migrations)
    await fill()
  })
  afterAll(async () => {
    await source.close()
    for (const database of databases) await database[Symbol.asyncDispose]()
    await cluster.stop()
    await folder[Symbol.asyncDispose]()
  })

  /** Values that a careless export would change: bytes, arrays, microseconds, fractions, quotes and line ends. */
  async function fill(): Promise<void> {
    const at = new Date('2026-03-29T01:59:59.123Z')
    await source.db
      .insertInto('subscriptions')
      .values({
        id: SUBSCRIPTION,
        name: 'Año "nuevo"\n\\N \u0001 €',
        primary_color: '#00bf71',
        primary_text_color: '#ffffff',
        secondary_color: '#000000',
        secondary_text_color: '#ffffff',
        logo: null,
        created_at: at,
      })
      .execute()
    const user = { name: 'Ana', legal_id: '1', legal_id_type: 'NIF', email: 'a@b.test', language: 'es', created_at: at }
    await source.db
      .insertInto('users')
      .values({
        id: ANA,
        user_id: 'ana',
        ...user,
        certificate_flags: ['a,b', '{"c"}'],
        signature_image: Buffer.from([0, 255, 10]),
      })
      .execute()
    await sql`update users set created_at = '2026-01-01 00:00:00.123456+00'`.execute(source.db)
    const documents = openDocumentObjects(objectsOf('objects'), keys)
    const wrapped = Buffer.from(await documents.newKey(DOCUMENT))
    const object = await documents.write({ documentId: DOCUMENT, wrappedKey: wrapped }, PDF)
    await sql`insert into dispatches (id, subscription_id, created_at) values (${DOCUMENT}, ${SUBSCRIPTION}, ${at})`.execute(
      source.db,
    )
    await sql`insert into documents (id, dispatch_id, subscription_id, file_name, description, tag, sender_name, state,
      page_count, wrapped_data_key, current_revision, uploaded_at) values (${DOCUMENT}, ${DOCUMENT}, ${SUBSCRIPTION},
      'a.pdf', '', '', 'S', 'open', 1, ${wrapped}, 0, ${at})`.execute(source.db)
    await sql`insert into revisions values (${DOCUMENT}, 0, ${SUBSCRIPTION}, 'intake', ${object}, 0, ${PDF.length},
      ${Buffer.alloc(32, 7)}, null, ${at})`.execute(source.db)
    const evidence = await documents.write({ documentId: DOCUMENT, wrappedKey: wrapped }, EVIDENCE)
    await sql`insert into document_evidence values (${DOCUMENT}, ${SUBSCRIPTION}, 0, ${evidence}, ${at})`.execute(
      source.db,
    )
    const findings = await documents.write({ documentId: DOCUMENT, wrappedKey: wrapped }, FINDINGS)
    await sql`insert into document_validations values (${DOCUMENT}, ${Buffer.alloc(32, 7)}, ${SUBSCRIPTION}, 1, 'intact',
      ${findings}, ${at})`.execute(source.db)
    const vault = await openKeyVault(keys).protect(KEY, '2468', { userId: ANA, certificateId: CERTIFICATE })
    await sql`insert into certificates (id, user_id, type, alias, dn, serial_number, not_before, not_after,
      authentication_type, pin_required, key_algorithm, certificate, chain, wrapped_key, server_key_version, created_at)
      values (${CERTIFICATE}, ${ANA}, 'keyvault', 'x', 'CN=x', '1', ${at}, ${at}, 'PIN', true, 'RSA', ${KEY},
      array[${KEY}::bytea, '\\x00'::bytea], ${Buffer.from(vault.wrappedKey)}, ${vault.serverKeyVersion}, ${at})`.execute(
      source.db,
    )
    const queue = await openQueue(source)()
    await queue.enqueue(source.db, { kind: 'send-mail', data: { to: 'ana' }, startAfter: new Date('2030-01-01') })
    await queue.stop()
  }

  async function dump(opened: OpenedDatabase<Schema>): Promise<unknown[]> {
    const tables = [
      ...['subscriptions', 'users', 'documents', 'revisions', 'certificates'],
      ...['document_evidence', 'document_validations'],
    ]
    const rows = tables.map((table) => sql`select t::text as row from ${sql.table(table)} t`.execute(opened.db))
    return (await Promise.all(rows)).map((result) => result.rows)
  }

  test('no part of a backup is larger than a server can hold, however large the rows are', async () => {
    const database = await openEmpty()
    await migrateToLatest(database.db, migrations)
    await sql`insert into users (id, user_id, name, legal_id, legal_id_type, email, language, created_at, certificate_flags, signature_image)
      select gen_random_uuid(), 'user' || n, 'Name', n::text, 'NIF', 'a@b.test', 'es', now(), '{}',
        decode(repeat('ab', 1000000), 'hex') from generate_series(1, 60) as n`.execute(database.db)
    const path = join(folder.path, 'large.backup')
    await writeBackup(
      { pool: database.pool, objects: objectsOf('objects'), serverKeys: keys, log: async () => undefined },
      path,
    )
    const sizes = execFileSync('tar', ['-tvf', path], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => (line.includes('tables/users/') ? [Number(line.split(/\s+/)[2])] : []))
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeGreaterThan(120_000_000)
    expect(Math.max(...sizes)).toBeLessThan(20_000_000)
    await using restored = await openEmpty()
    await restoreBackup(targetOf(restored, 'large'), path)
    const { rows } = await sql<{ count: string }>`select count(*) from users`.execute(restored.db)
    expect(rows).toEqual([{ count: '60' }])
    await database.close()
  })

  test('a restored installation is equal to the byte, and opens with its keys and PINs', async () => {
    const { pool } = source
    expect(
      await writeBackup({ pool, objects: objectsOf('objects'), serverKeys: keys, log: async () => undefined }, file()),
    ).toEqual({
      rows: 8,
      objects: 3,
    })
    expect((await stat(file())).mode & 0o777).toBe(0o600)
    await using restored = await openEmpty()
    await restoreBackup(targetOf(restored, 'restored'), file())
    expect(await dump(restored)).toEqual(await dump(source))
    const { rows } = await sql<{ key: Buffer; object: string }>`select wrapped_data_key as key, object_id as object
      from documents join revisions on document_id = documents.id`.execute(restored.db)
    const documents = openDocumentObjects(objectsOf('restored'), keys)
    const read = documents.read({ documentId: DOCUMENT, wrappedKey: rows[0]!.key }, rows[0]!.object)
    expect(Buffer.from(await read)).toEqual(PDF)
    const jobs = await sql`select name, data, start_after from pgboss.job where name = 'send-mail'`.execute(restored.db)
    expect(jobs.rows).toEqual([{ name: 'send-mail', data: { to: 'ana' }, start_after: new Date('2030-01-01') }])
  })

  test('a backup is logged before its file appears, and without that there is none', async () => {
    const path = join(folder.path, 'unlogged.backup')
    const refused = writeBackup(
      {
        ...{ pool: source.pool, objects: objectsOf('objects'), serverKeys: keys },
        log: async () => {
          await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
          throw new Error('the log is broken')
        },
      },
      path,
    )
    await expect(refused).rejects.toThrow('the log is broken')
    await expect(stat(path)).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a restore is logged once, also of a backup from before there was a log of the installation', async () => {
    await using before = await openEmpty()
    await migrateToLatest(before.db, Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0054')))
    const path = join(folder.path, 'before.backup')
    const written: WrittenBackup[] = []
    const log = (facts: WrittenBackup) => Promise.resolve(void written.push(facts))
    await writeBackup({ pool: before.pool, objects: objectsOf('objects'), serverKeys: keys, log }, path)
    await using restored = await openEmpty()
    await restoreBackup(targetOf(restored, 'before'), path)
    const events = await restored.db.selectFrom('installation_events').select(['sequence', 'canonical']).execute()
    expect(events).toMatchObject([{ sequence: '1' }])
    expect(JSON.parse(events[0]!.canonical)).toMatchObject({
      type: 'installation-restored',
      facts: { by: 'server', endDigest: written[0]!.endDigest },
    })
  })

  test('an ordinary tar program reads the file, and the server keys are not in it', async () => {
    expect(execFileSync('tar', ['tf', file()]).toString()).toMatch(/^manifest\.json\n[^]*\nend\.json\n$/)
    const { keys: stored } = JSON.parse(await readFile(join(folder.path, 'keys.json'), 'utf8')) as {
      keys: { key: string }[]
    }
    expect((await readFile(file())).includes(stored[0]!.key)).toBe(false)
  })

  test('an installation that holds data is left alone', async () => {
    await expect(restoreBackup(targetOf(source, 'objects'), file())).rejects.toMatchObject({
      code: 'INSTALLATION_NOT_EMPTY',
    })
  })

  test('without the server keys it was made with, nothing is restored', async () => {
    const others = await openServerKeys({ path: join(folder.path, 'others.json') }, true)
    await using empty = await openEmpty()
    const restored = restoreBackup(targetOf(empty, 'none', others), file())
    await expect(restored).rejects.toMatchObject({ code: 'BACKUP_SERVER_KEYS' })
  })

  test('a changed, shortened or foreign file restores nothing', async () => {
    const bytes = await readFile(file())
    const damagedFile = join(folder.path, 'damaged.backup')
    await using empty = await openEmpty()
    const expectRefusal = async () => {
      await expect(restoreBackup(targetOf(empty, 'none'), damagedFile)).rejects.toMatchObject({
        code: 'BACKUP_DAMAGED',
      })
      const { rows } = await sql`select to_regclass('users') is null or not exists(select from users) as empty`.execute(
        empty.db,
      )
      expect(rows).toEqual([{ empty: true }])
    }
    for (const word of ['a@b.test', 'contract', '"rows": 1']) {
      const changed = Buffer.from(bytes)
      const at = changed.indexOf(word)
      if (at < 0) continue
      changed[at + word.length - 1]! ^= 1
      await writeFile(damagedFile, changed)
      await expectRefusal()
    }
    const object = bytes.indexOf('objects/') + 512 + 20
    const changed = Buffer.from(bytes)
    changed[object]! ^= 1
    await writeFile(damagedFile, changed)
    await expectRefusal()
    for (const length of [bytes.length - 1536, 4096, 100, 0]) {
      await copyFile(file(), damagedFile)
      await truncate(damagedFile, length)
      await expectRefusal()
    }
    await writeFile(damagedFile, 'not a backup at all'.repeat(100))
    await expectRefusal()
  })

  test('a backup that would miss an object is not written', async () => {
    const { pool } = source
    const lost = writeBackup(
      { pool, objects: objectsOf('elsewhere'), serverKeys: keys, log: async () => undefined },
      join(folder.path, 'lost.backup'),
    )
    await expect(lost).rejects.toMatchObject({ code: 'BACKUP_OBJECT_MISSING' })
    await expect(stat(join(folder.path, 'lost.backup'))).rejects.toMatchObject({ code: 'ENOENT' })
  })

  test('a rotation wraps every stored value anew, without a PIN, and all of them still open', async () => {
    const fresh = await keys.add(2)
    const [old] = keys.held()
    await keys.follow([
      { ...old!, state: 'former' },
      { ...fresh, state: 'active' },
    ])
    expect(await findCarriers(source.db, 1)).toEqual(['documents', 'certificates'])
    expect(await rewrapStoredValues(source.db, keys)).toEqual({ rewrapped: 2, unopened: 0 })
    expect(await rewrapStoredValues(source.db, keys)).toEqual({ rewrapped: 0, unopened: 0 })
    expect(await findCarriers(source.db, 1)).toEqual([])
    const { rows } = await sql<{ data: Buffer; vault: Buffer; version: number }>`select wrapped_data_key as data,
      wrapped_key as vault, server_key_version as version from documents, certificates`.execute(source.db)
    const { data, vault, version } = rows[0]!
    expect([wrappedKeyVersion(data), wrappedKeyVersion(vault), version]).toEqual([2, 2, 2])
    const opened = await openKeyVault(keys).open(vault, '2468', { userId: ANA, certificateId: CERTIFICATE })
    expect(Buffer.from(opened!)).toEqual(KEY)
    const revision = await source.db.selectFrom('revisions').select('object_id').executeTakeFirstOrThrow()
    const documents = openDocumentObjects(objectsOf('objects'), keys)
    expect(Buffer.from(await documents.read({ documentId: DOCUMENT, wrappedKey: data }, revision.object_id))).toEqual(
      PDF,
    )
  })
})
