/** What the numbers of an installation cost where it is large. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createDatabase, type TestDatabase } from '@rubrica/testing'
import { openDatabase, type OpenedDatabase } from '../../src/adapters/database/connection.ts'
import { migrateToLatest } from '../../src/adapters/database/migrate.ts'
import { migrations } from '../../src/adapters/database/migrations/index.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { JOB_KINDS } from '../../src/adapters/jobs/job-kinds.ts'
import { openJobQueue } from '../../src/adapters/jobs/pg-boss-queue.ts'
import { openLog } from '../../src/adapters/log/open-log.ts'
import { numbersStatement, readInstallationNumbers } from '../../src/adapters/metrics/installation-numbers.ts'
import { Secret } from '../../src/config/secret.ts'

const MANY = 100_000
const DUE = 20_000
const WEBHOOKS = 100

let place: TestDatabase
let opened: OpenedDatabase<Schema>
const query = (text: string, values: unknown[] = []) => place.query(text, values)

beforeAll(async () => {
  place = await createDatabase(inject('sharedPostgres'))
  opened = await openDatabase<Schema>({ kind: 'external', url: new Secret(place.url) }, { role: 'tool', poolSize: 2 })
  await migrateToLatest(opened.db, migrations)
  const queue = await openJobQueue<Schema>({ ...opened, log: openLog({ level: 'silent' }), kinds: JOB_KINDS })
  await queue.stop()
  await fill()
})
afterAll(async () => {
  await opened.close()
  await place[Symbol.asyncDispose]()
})

/** As many documents with their long-term form, most of them done, and as many jobs, some of them due. */
async function fill(): Promise<void> {
  const [subscription, user] = [randomUUID(), randomUUID()]
  await query(`insert into subscriptions values ($1::uuid, $1::uuid::text, '', '', '', '', null, now())`, [
    subscription,
  ])
  await query('alter table document_archives drop constraint document_archives_document_id_fkey')
  await query(
    `insert into document_archives (document_id, subscription_id, state, level, due_at, updated_at)
      select gen_random_uuid(), $1, case when n <= $3 then 'waiting' when n <= 2 * $3 then 'failed' else 'done' end, '',
        case when n <= $3 then now() - n * interval '1 second' end, now()
      from generate_series(1, $2::int) as n`,
    [subscription, MANY, DUE],
  )
  await query(
    `insert into pgboss.job (name, data, state, start_after)
      select 'tell-signer', '{}', (case when n <= $2 then 'created' else 'completed' end)::pgboss.job_state,
        now() - n * interval '1 second'
      from generate_series(1, $1::int) as n`,
    [MANY, DUE],
  )
  await query('alter table audit_heads drop constraint audit_heads_key_id_fkey')
  await query(
    `insert into audit_heads (subscription_id, until, canonical, hash, signature, key_id, created_at)
      select $1, date_trunc('hour', now()) - n * interval '1 hour', '', '', '', $2, now()
      from generate_series(1, 10000) as n`,
    [subscription, user],
  )
  await fillWebhooks(subscription)
  await query('analyze')
}

/** Webhooks of a program, with as many messages, some of them due; those of one that is off are due for longer. */
async function fillWebhooks(subscription: string): Promise<void> {
  await query(
    `insert into clients (id, subscription_id, name, secret_hash, redirect_uris, return_urls, scopes, created_at)
      values ('erp', $1, 'erp', '', '{}', '{}', '{webhooks}', now())`,
    [subscription],
  )
  await query(
    `insert into webhook_endpoints (id, subscription_id, client_id, url, signing, wrapped_secret, created_at, state)
      select gen_random_uuid(), $1, 'erp', 'https://erp.example/' || n, 'v1', '', now(), case when n = 1 then 'off' else 'on' end
      from generate_series(1, $2::int) as n`,
    [subscription, WEBHOOKS],
  )
  await query(
    `insert into webhook_messages (id, endpoint_id, type, body, created_at, state, next_at)
      select gen_random_uuid(), e.id, 'webhook.test', '', now(), case when n <= $1 then 'waiting' else 'arrived' end,
        case when n <= $1 then now() - n * interval '1 second' - case when e.state = 'off' then interval '1 day' else '0' end end
      from webhook_endpoints e, generate_series(1, $2::int) as n`,
    [DUE / WEBHOOKS, MANY / WEBHOOKS],
  )
}

const numbers = (instance: string) => readInstallationNumbers({ database: opened.db, instance, kinds: JOB_KINDS })

test('they are told by the server that has worked on jobs for longest, and say what is there', async () => {
  expect(await numbers('first')).toBeUndefined()
  await query(`insert into replicas (instance, reported_at, steady_since, role)
    values ('second', now(), now() - interval '1 hour', 'all'), ('first', now(), now() - interval '2 hours', 'worker'),
      ('silent', now() - interval '1 minute', now() - interval '3 hours', 'all'),
      ('answers', now(), now() - interval '4 hours', 'api')`)
  expect(await numbers('second')).toBeUndefined()
  expect(await numbers('answers')).toBeUndefined()
  expect(await numbers('silent')).toBeUndefined()
  const told = (await numbers('first'))!
  expect(Object.keys(told.jobAges).toSorted()).toEqual([...JOB_KINDS].toSorted())
  expect(told.jobAges['tell-signer']).toBeGreaterThanOrEqual(DUE)
  expect(told.jobAges['tell-copy']).toBe(0)
  // Counted up to a bound.
  expect(told).toMatchObject({ archivesOverdue: 10_000, archivesFailed: 10_000 })
  expect(told.archiveAge).toBeGreaterThanOrEqual(DUE)
  expect(told.sealedAge).toBeGreaterThanOrEqual(3600)
  expect(told.sealedAge).toBeLessThan(3 * 3600)
  expect(told.webhookAge).toBeGreaterThanOrEqual(DUE / WEBHOOKS)
  expect(told.webhookAge).toBeLessThan(3600)
})

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly Plans?: readonly Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test('of a hundred thousand documents and jobs no more rows are read than are counted', async () => {
  const { sql, parameters } = numbersStatement(JOB_KINDS).compile(opened.db)
  const [row] = await query(`explain (analyze, buffers, format json) ${sql}`, [...parameters])
  const [{ Plan: plan, ...times }] = row!['QUERY PLAN'] as [{ Plan: Plan; 'Execution Time': number }]
  const reads = nodesOf(plan).filter((node) => node['Relation Name'] !== undefined && node['Actual Loops']! > 0)
  const large = reads.filter(
    (node) => !['subscriptions', 'clients', 'webhook_endpoints'].includes(node['Relation Name']!),
  )
  expect(large.length).toBeGreaterThanOrEqual(5)
  expect(large.filter((node) => node['Node Type'] === 'Seq Scan')).toEqual([])
  const rows = large.reduce((sum, node) => sum + node['Actual Rows']! * node['Actual Loops']!, 0)
  expect(rows).toBeLessThanOrEqual(2 * 10_000 + 2 * JOB_KINDS.length + WEBHOOKS)
  console.info(`numbers of the installation: ${times['Execution Time']} ms`)
})
