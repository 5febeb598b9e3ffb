/** Wrapping anew: in pages, from where it was cut off, and past what does not open. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createDatabase, makeTemporaryDirectory, type TemporaryDirectory, type TestDatabase } from '@rubrica/testing'
import { openDatabase, type OpenedDatabase } from '../../src/adapters/database/connection.ts'
import { migrateToLatest } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { openServerKeys, type FileServerKeys } from '../../src/adapters/server-keys/file-server-keys.ts'
import { findCarriers } from '../../src/adapters/server-keys/find-carriers.ts'
import { rewrapStoredValues } from '../../src/adapters/server-keys/rewrap-stored-values.ts'
import { tokenKeyBinding } from '../../src/adapters/tokens/jwt-tokens.ts'
import { Secret } from '../../src/config/secret.ts'

/** More than two pages. */
const ROWS = 1100

let folder: TemporaryDirectory
let place: TestDatabase
let opened: OpenedDatabase<Schema>
let keys: FileServerKeys
beforeAll(async () => {
  folder = await makeTemporaryDirectory()
  place = await createDatabase(inject('sharedPostgres'))
  opened = await openDatabase<Schema>({ kind: 'external', url: new Secret(place.url) }, { role: 'tool', poolSize: 2 })
  await migrateToLatest(opened.db, migrations)
  keys = await openServerKeys({ path: join(folder.path, 'keys.json') }, true)
  await keys.add(2)
})
afterAll(async () => {
  await opened.close()
  await place[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

const wrapWith = (active: number) =>
  keys.follow(keys.held().map((key) => ({ ...key, state: key.version === active ? 'active' : 'former' })))

beforeEach(async () => {
  await sql`truncate token_keys, server_key_rewraps`.execute(opened.db)
  await wrapWith(1)
  const rows = await Promise.all(
    Array.from({ length: ROWS }, async () => {
      const id = randomUUID()
      const wrapped = Buffer.from(await keys.wrap(Buffer.from(id), tokenKeyBinding(id)))
      return { id, public_jwk: '{}', wrapped_private_key: wrapped, created_at: new Date() }
    }),
  )
  await opened.db.insertInto('token_keys').values(rows).execute()
  await wrapWith(2)
})

async function expectAllOpen(): Promise<void> {
  const rows = await opened.db.selectFrom('token_keys').select(['id', 'wrapped_private_key']).execute()
  for (const { id, wrapped_private_key: wrapped } of rows)
    expect(Buffer.from(await keys.unwrap(wrapped, tokenKeyBinding(id))).toString()).toBe(id)
}

test('a run that is cut off after a page is gone on with behind it, and what is left is found', async () => {
  const cut = rewrapStoredValues(opened.db, keys, () => {
    throw new Error('cut off')
  })
  await expect(cut).rejects.toThrow('cut off')
  expect(await findCarriers(opened.db, 1)).toEqual(['token_keys'])
  expect(await opened.db.selectFrom('server_key_rewraps').select(['place', 'version']).execute()).toEqual([
    { place: 'token_keys.wrapped_private_key', version: 2 },
  ])
  expect(await rewrapStoredValues(opened.db, keys)).toEqual({ rewrapped: ROWS - 500, unopened: 0 })
  expect(await findCarriers(opened.db, 1)).toEqual([])
  expect(await opened.db.selectFrom('server_key_rewraps').selectAll().execute()).toEqual([])
  await expectAllOpen()
})

test('two runs at once leave every value wrapped once more, and readable', async () => {
  await Promise.all([rewrapStoredValues(opened.db, keys), rewrapStoredValues(opened.db, keys)])
  expect(await findCarriers(opened.db, 1)).toEqual([])
  await expectAllOpen()
})

test('a value that its key does not open stays as it is, is counted, and keeps the key from being retired', async () => {
  const { id, wrapped_private_key: wrapped } = await opened.db
    .selectFrom('token_keys')
    .select(['id', 'wrapped_private_key'])
    .limit(1)
    .executeTakeFirstOrThrow()
  const changed = Buffer.from(wrapped)
  changed[24]! ^= 1
  await opened.db.updateTable('token_keys').set({ wrapped_private_key: changed }).where('id', '=', id).execute()
  expect(await rewrapStoredValues(opened.db, keys)).toEqual({ rewrapped: ROWS - 1, unopened: 1 })
  expect(await findCarriers(opened.db, 1)).toEqual(['token_keys'])
  const row = opened.db.selectFrom('token_keys').select('wrapped_private_key').where('id', '=', id)
  expect((await row.executeTakeFirstOrThrow()).wrapped_private_key).toEqual(changed)
})

test('codes and mails that end by themselves keep a key, too', async () => {
  await sql`truncate token_keys`.execute(opened.db)
  await sql`create schema if not exists pgboss`.execute(opened.db)
  await sql`create table if not exists pgboss.job (name text, state text, data jsonb)`.execute(opened.db)
  await wrapWith(1)
  const sealedName = Buffer.from(await keys.wrap(Buffer.from('ana'), 'recovery-wish')).toString('base64')
  await sql`insert into pgboss.job values ('send-recovery-mail', 'created', ${JSON.stringify({ sealedName })}::jsonb)`.execute(
    opened.db,
  )
  expect(await findCarriers(opened.db, 1)).toEqual(['mails that wait to be sent'])
  await sql`update pgboss.job set state = 'completed'`.execute(opened.db)
  expect(await findCarriers(opened.db, 1)).toEqual([])
})
