/** What a server tells Prometheus of itself and of the installation, after what changes it. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import {
  fixedPort,
  openScene,
  openWebhookReceiver,
  runCli,
  startProgram,
  trySigning,
  type Scene,
  type WebhookReceiver,
  IN_FULL_RUN,
} from '@rubrica/testing'
import { sandboxEnvironment } from '../../../../tools/sandbox-environment.mjs'
import { JOB_KINDS } from '../../src/adapters/jobs/job-kinds.ts'
import { readNumber, risesOf, scrape } from '../scenes/read-metrics.ts'

const PATIENCE = { timeout: 120_000, interval: 250 }
const POOL = 4

let receiver: WebhookReceiver
let scene: Scene
beforeAll(async () => {
  receiver = await openWebhookReceiver()
  const env = { PORT: fixedPort(), DATABASE_POOL: String(POOL), WEBHOOK_PRIVATE_ORIGINS: receiver.origin }
  scene = await openScene({ postgres: inject('sharedPostgres'), env })
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const query = (text: string, values: unknown[] = []) => scene.portal.server.database!.query(text, values)
const number = (name: string, labels: Readonly<Record<string, string>> = {}) =>
  readNumber(scene.portal.url, name, labels)

/** A transaction that keeps its locks until it is let go of. */
async function openTransaction() {
  const client = new pg.Client({ connectionString: scene.portal.server.database!.url })
  await client.connect()
  await client.query('begin')
  return {
    query: (text: string, values: unknown[] = []) => client.query(text, values),
    [Symbol.asyncDispose]: () => client.end(),
  }
}

test('what is stored and read is timed by call', async () => {
  const counts = (call: string) => ['rubrica_object_seconds_count', { call }] as const
  const calls = [counts('put'), counts('get'), counts('stream')]
  const [put, got, streamed] = await risesOf(scene.portal.url, calls, async () => {
    const document = await scene.send({ signers: ['ana'] })
    await scene.people.ana.call.downloadDocument({ params: { docGuid: document.guid } })
  })
  expect(put).toBeGreaterThanOrEqual(2)
  expect(got! + streamed!).toBeGreaterThanOrEqual(1)
  expect((await fetch(`${scene.portal.url}/health/ready`)).status).toBe(200)
  expect(await number('rubrica_object_seconds_count', { call: 'try' })).toBeGreaterThanOrEqual(1)
})

test('callers that wait for a connection are told apart from those that have one', async () => {
  await expect.poll(() => number('rubrica_pool_waiting'), PATIENCE).toBe(0)
  const document = await scene.send({ signers: ['ana'] })
  const calls: Promise<number>[] = []
  {
    await using held = await openTransaction()
    await held.query('select from documents where id = $1 for update', [document.guid])
    for (let i = 0; i < 3 * POOL; i++) calls.push(trySigning(scene.people.ana, document.signers[0]!.guid))
    await expect
      .poll(async () => ((await number('rubrica_pool_used')) === POOL ? number('rubrica_pool_waiting') : 0), PATIENCE)
      .toBeGreaterThan(0)
  }
  await Promise.all(calls)
  await expect.poll(() => number('rubrica_pool_waiting'), PATIENCE).toBe(0)
})

test('a job that is due and that nobody takes grows old, and every kind of job has its age', async () => {
  const ages = (await scrape(scene.portal.url)).filter(({ name }) => name === 'rubrica_job_age_seconds')
  expect(ages.map(({ labels }) => labels['kind']).toSorted()).toEqual([...JOB_KINDS].toSorted())
  const age = () => number('rubrica_job_age_seconds', { kind: 'renew-seals' })
  {
    const [job] = await query(
      `insert into pgboss.job (name, data, start_after) values ('renew-seals', '{}', now() + interval '15 seconds')
        returning id`,
    )
    await using held = await openTransaction()
    await held.query(`select from pgboss.job where name = 'renew-seals' and id = $1 for update`, [job!['id']])
    await expect.poll(age, PATIENCE).toBeGreaterThan(0)
  }
  await expect.poll(age, PATIENCE).toBe(0)
})

test('a message of a webhook that nobody takes grows old, its first try is timed, and every try is counted', async () => {
  const { call } = scene.people.carla
  await query(`update user_subscriptions set roles = '{sender}'`)
  const { guid } = await call.createWebhook({ body: { url: `${receiver.origin}/hook` } })
  const outcomes = ['arrived', 'status'].map((outcome) => ['rubrica_webhook_tries_total', { outcome }] as const)
  const first = ['rubrica_webhook_first_try_seconds_count', {}] as const
  const rises = await risesOf(scene.portal.url, [...outcomes, first], async () => {
    receiver.answer((response) => void response.writeHead(503).end())
    {
      await using held = await openTransaction()
      await held.query('select from webhook_endpoints for no key update')
      await call.testWebhook({ params: { webhookId: guid }, headers: {} })
      await expect.poll(() => number('rubrica_webhook_age_seconds'), PATIENCE).toBeGreaterThan(0)
    }
    await expect.poll(() => number('rubrica_webhook_tries_total', { outcome: 'status' }), PATIENCE).toBe(1)
    receiver.answer((response) => void response.writeHead(204).end())
    await query(`update webhook_messages set next_at = now() where not is_held`)
    await expect.poll(() => number('rubrica_webhook_tries_total', { outcome: 'arrived' }), PATIENCE).toBe(1)
  })
  expect(rises).toEqual([1, 1, 1])
  await expect.poll(() => number('rubrica_webhook_age_seconds'), PATIENCE).toBe(0)
})

test('a long-term form that is overdue is counted with its age, and one that was given up is', async () => {
  const document = await scene.send({ signers: ['ana'] })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(204)
  const ofDocument = (change: string) =>
    query(`update document_archives set ${change} where document_id = $1`, [document.guid])
  {
    await using held = await openTransaction()
    // Whoever would make it waits.
    await held.query('select from documents where id = $1 for update', [document.guid])
    await ofDocument(`due_at = now() - interval '20 minutes'`)
    await held.query('select from document_archives where document_id = $1 for update', [document.guid])
    await expect.poll(() => number('rubrica_archive_overdue'), PATIENCE).toBe(1)
    expect(await number('rubrica_archive_age_seconds')).toBeGreaterThanOrEqual(20 * 60)
  }
  await ofDocument(`state = 'failed', due_at = null`)
  await expect.poll(() => number('rubrica_archive_failed'), PATIENCE).toBe(1)
  await expect.poll(() => number('rubrica_archive_overdue'), PATIENCE).toBe(0)
})

test('the version of the server key is told as soon as it is another', async () => {
  expect(await number('rubrica_key_version')).toBe(1)
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const env = { DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile }
  expect((await runCli(['keys', 'rotate'], env)).code).toBe(0)
  await expect.poll(() => number('rubrica_key_version'), PATIENCE).toBe(2)
})

test.runIf(IN_FULL_RUN)(
  'of two servers one tells what concerns the installation, and the other one when it is gone',
  async () => {
    const { server, sandbox } = scene.portal
    const other = await startProgram('api', {
      ...(await sandboxEnvironment(sandbox.url, sandbox.dataDir)),
      PORT: '0',
      DATA_DIR: server.dataDir,
      SERVER_KEY_FILE: server.serverKeyFile,
      DATABASE_URL: server.database!.url,
      ARCHIVE_DELAY_MS: '3600000',
    })
    const tells = (url: string) => readNumber(url, 'rubrica_audit_sealed_age_seconds')
    try {
      expect(await tells(scene.portal.url)).toBeGreaterThan(0)
      expect(await tells(other.url)).toBeUndefined()
      expect(await readNumber(other.url, 'rubrica_key_version')).toBe(2)
      await server.program.stop()
      await expect.poll(() => tells(other.url), PATIENCE).toBeGreaterThan(0)
    } finally {
      await other.stop()
      await server.restart()
    }
  },
)

test('a log that is not sealed any more grows old, and a server that starts seals it', async () => {
  const age = () => number('rubrica_audit_sealed_age_seconds')
  const { server } = scene.portal
  await expect.poll(age, PATIENCE).toBeLessThan(26 * 3600)
  // Nobody seals, whenever the hour is over.
  await server.restart({ ROLE: 'api' })
  await query('delete from audit_heads')
  await query(`update subscriptions set created_at = now() - interval '30 hours'`)
  await expect.poll(age, PATIENCE).toBeGreaterThanOrEqual(30 * 3600)
  await server.restart()
  await expect.poll(age, PATIENCE).toBeLessThan(26 * 3600)
})

test.runIf(IN_FULL_RUN)('a claim that was let go since its server died is counted', async () => {
  const document = await scene.send({ signers: ['ana'] })
  const { server } = scene.portal
  await server.restart({ FAILPOINT: 'claimed', SIGNING_LEASE_MS: '600000' })
  expect(await trySigning(scene.people.ana, document.signers[0]!.guid)).toBe(0)
  await server.program.ended
  await server.restart({ FAILPOINT: undefined })
  await expect.poll(() => number('rubrica_claims_expired_total'), PATIENCE).toBe(1)
})

test.runIf(IN_FULL_RUN)(
  'a database that does not answer costs a scrape the numbers of the installation, and no others',
  async () => {
    await using held = await openTransaction()
    await held.query('lock table document_archives in access exclusive mode')
    // What was read before is told for a while.
    await expect.poll(() => number('rubrica_archive_overdue'), PATIENCE).toBeUndefined()
    expect(await number('rubrica_key_version')).toBe(2)
    expect(await number('rubrica_events_total', { event: 'bug' })).toBe(0)
  },
)
