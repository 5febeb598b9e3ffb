/** What the sweep that comes every minute takes away, and what it must leave. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { forgetExpired } from '../../src/adapters/database/forget-expired.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import { addSmsKey, openBatch, sendSeveral } from '../scenes/authorise-signing.ts'

let scene: Scene
let foundation: Foundation

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres') })
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  foundation = await openFoundation({ config, role: 'tool' })
})
afterAll(async () => {
  await foundation[Symbol.asyncDispose]()
  await scene[Symbol.asyncDispose]()
})

test('codes are counted for an hour, though they and their batch are over, and then all of it is gone', async () => {
  const { ana } = scene.people
  const database = scene.portal.server.database!
  const key = await addSmsKey(scene, 'ana', 'with codes')
  const { BatchId } = await openBatch(ana, key, await sendSeveral(scene, 2, 'ana'))
  await ana.call.requestCode({ params: { type: 'keyvault' }, body: { CertGUID: key, BatchId } })
  await database.query("update signing_batches set expires_at = now() - interval '1 minute'")
  await database.query("update one_time_codes set expires_at = now() - interval '1 minute'")
  await database.query("update signature_preparations set expires_at = now() - interval '1 minute'")
  await forgetExpired(foundation.database, new Date())
  const countRows = async () => {
    const tables = ['one_time_codes', 'signing_batches', 'signature_preparations']
    const counts = await Promise.all(tables.map((table) => database.query(`select count(*) as count from ${table}`)))
    return counts.map(([row]) => Number(row!['count']))
  }
  expect(await countRows()).toEqual([1, 1, 0])
  await database.query("update one_time_codes set created_at = now() - interval '61 minutes'")
  await forgetExpired(foundation.database, new Date())
  expect(await countRows()).toEqual([0, 0, 0])
})

test('of log-ins through others, what is over goes and what is under way stays', async () => {
  const database = scene.portal.server.database!
  const rows = (table: string, column: string, more: string) =>
    database.query(
      `insert into ${table} select ${column} from (values ('\\x01'::bytea, now() - interval '1 second'), ('\\x02', now() + interval '1 minute'))
         as given (hash, until)${more}`,
    )
  await rows('login_attempts', `hash, 'google', hash, now(), until`, '')
  await rows('login_tickets', 'hash, hash, users.id, until', ` join users on user_id = 'ana'`)
  await rows('consumed_assertions', 'hash, until', '')
  await rows('provider_sessions', `encode(hash, 'hex'), hash, null, until`, '')
  await forgetExpired(foundation.database, new Date())
  for (const [table, key] of [
    ['login_attempts', 'key_hash'],
    ['login_tickets', 'ticket_hash'],
    ['consumed_assertions', 'id_hash'],
    ['provider_sessions', 'name_hash'],
  ]) {
    expect(await database.query(`select encode(${key}, 'hex') as hash from ${table}`), table).toEqual([{ hash: '02' }])
  }
})

test('what somebody holds at that moment holds up nothing else, and goes with the next sweep', async () => {
  const database = scene.portal.server.database!
  await database.query(
    `insert into provider_sessions
       select id, '\\x03', null, now() - interval '1 second' from unnest(array['held', 'free']) as id`,
  )
  const left = () => database.query(`select session_id from provider_sessions where name_hash = '\\x03'`)
  await foundation.database.transaction().execute(async (transaction) => {
    await sql`select 1 from provider_sessions where session_id = 'held' for update`.execute(transaction)
    await forgetExpired(foundation.database, new Date())
    expect(await left()).toEqual([{ session_id: 'held' }])
  })
  await forgetExpired(foundation.database, new Date())
  expect(await left()).toEqual([])
})
