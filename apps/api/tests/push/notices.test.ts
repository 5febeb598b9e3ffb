/** Notices: people are told on their devices, through a push service that decrypts what comes. */
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { decideConsent, type Scene } from '@rubrica/testing'
import { openNoticeOutbox } from '../../src/adapters/database/push/notice-outbox.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import type { HeldNotice } from '../../src/modules/push/ports.ts'
import { sign } from '../scenes/authorise-signing.ts'
import {
  endBrowser,
  openPushScene,
  QUIET_NEVER,
  subscribeBrowser,
  titlesTo,
  toldTo,
  turnOn,
  type Browser,
} from '../scenes/push-scene.ts'
import { readNumber } from '../scenes/read-metrics.ts'
import { startBeside } from '../scenes/start-beside.ts'
import { authorise, prepareRun, sendMany, showRun, signerOf, untilRun } from '../scenes/signing-run-scene.ts'

const PATIENCE = { timeout: 30_000 }

let scene: Scene
let foundation: Foundation
beforeAll(async () => {
  scene = await openPushScene()
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const env = { DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile }
  foundation = await openFoundation({ config: readConfig(env), role: 'tool' })
  await rows(`update users set email = user_id || '@people.test', language = 'en'`)
})
afterEach(async () => {
  await rows('delete from push_devices')
  await rows('delete from notice_settings')
})
afterAll(async () => {
  await foundation[Symbol.asyncDispose]()
  await scene[Symbol.asyncDispose]()
})

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

/** What waits is due now. */
const hurry = () => rows(`update notices set due_at = now() where state = 'waiting'`)
const states = async () =>
  (await rows<{ state: string }>('select state from notices order by created_at')).map(({ state }) => state)

/** How many things the notices that came say together. */
const countTold = async (browser: Browser) =>
  (await titlesTo(scene, browser)).reduce((sum, title) => sum + Number(/^\d+/.exec(title)?.[0] ?? 1), 0)

const waits = 'A document waits for your signature'

test('whoever is to sign is told on each device, in their language, without a name', async () => {
  const { ana } = scene.people
  const [one, other] = [await turnOn(scene, ana), await turnOn(scene, ana, 'Safari')]
  await rows(`update users set language = 'ca' where user_id = 'ana'`)
  await scene.send({ signers: ['ana'], description: { fileName: 'dismissal-of-biel.pdf' } })
  const inCatalan = 'Hi ha un document pendent de la vostra signatura'
  for (const browser of [one, other]) {
    await expect.poll(() => titlesTo(scene, browser), PATIENCE).toEqual([inCatalan])
    const [message] = await toldTo(scene, browser)
    expect(message).toMatchObject({ ttl: 86_400, topic: 'to-sign', urgency: 'normal' })
    expect(message!.text).not.toMatch(/ana|biel|dismissal/i)
  }
  await rows(`update users set language = 'en'`)
  // What the push service has answered is written down after it.
  const reached = async () =>
    (await ana.call.notificationSettings({})).Devices.map(({ ReachedAt }) => ReachedAt !== null)
  await expect.poll(reached, PATIENCE).toEqual([true, true])
  const { Devices } = await ana.call.notificationSettings({})
  expect(Devices.map(({ Name }) => Name)).toEqual(['Safari', 'Firefox'])
})

/** All day in a zone in which no day ends meanwhile. */
const alwaysQuiet = () => {
  const hour = new Date().getUTCHours()
  const TimeZone = hour > 3 && hour < 20 ? 'Etc/UTC' : 'Etc/GMT+12'
  return { TimeZone, Night: { From: '00:00', Until: '23:59' }, Weekends: true }
}

/** How many notices wait for the end of quiet hours. */
const heldBack = async () => {
  const [row] = await rows<{ n: string }>(
    `select count(*) as n from notices where state = 'waiting' and hold is null and due_at > now() + interval '1 hour'`,
  )
  return Number(row!.n)
}

test('what is due together is one notice with a number', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  await ana.call.setQuietHours({ body: alwaysQuiet() })
  await sendMany(scene, 3, 'ana')
  await expect.poll(heldBack, PATIENCE).toBe(3)
  await ana.call.setQuietHours({ body: QUIET_NEVER })
  await expect.poll(states, PATIENCE).toEqual(['taken', 'taken', 'taken'])
  expect(await titlesTo(scene, browser)).toEqual(['3 documents wait for your signature'])
})

test('two servers tell each thing once', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  await using other = await startBeside(scene, { env: { SENDER_MAIL_DELAY_MS: '0' } })
  expect((await fetch(`${other.url}/health/ready`)).status).toBe(200)
  await sendMany(scene, 40, 'ana')
  await expect.poll(states, PATIENCE).toEqual(Array.from({ length: 40 }, () => 'taken'))
  expect(await countTold(browser)).toBe(40)
})

test('nobody is told of what does not wait for them any more', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  await ana.call.setQuietHours({ body: alwaysQuiet() })
  const document = await scene.send({ signers: ['ana'] })
  await expect.poll(states, PATIENCE).toEqual(['waiting'])
  await sign(ana, document, { PIN: ana.pin })
  await ana.call.setQuietHours({ body: QUIET_NEVER })
  await expect.poll(states, PATIENCE).toEqual(['moot'])
  expect(await titlesTo(scene, browser)).toEqual([])
})

test('a device whose address does not open holds up no other one', async () => {
  const { ana } = scene.people
  const [broken, whole] = [await turnOn(scene, ana, 'Broken'), await turnOn(scene, ana, 'Whole')]
  await rows(`update push_devices set sealed_endpoint = 'x' where id = $1`, [broken.device])
  await scene.send({ signers: ['ana'] })
  await expect.poll(() => titlesTo(scene, whole), PATIENCE).toEqual([waits])
  await expect.poll(async () => (await states()).sort(), PATIENCE).toEqual(['given-up', 'taken'])
  expect(await titlesTo(scene, broken)).toEqual([])
  expect((await ana.call.notificationSettings({})).Devices, 'its person may remove it').toHaveLength(2)
})

test('quiet hours hold a notice back, and let pass what ends within a day', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  await ana.call.setQuietHours({ body: alwaysQuiet() })
  await scene.send({ signers: ['ana'] })
  await expect.poll(heldBack, PATIENCE).toBe(1)
  expect(await titlesTo(scene, browser)).toEqual([])
  await scene.send({ signers: ['ana'], description: { deadline: new Date(Date.now() + 5 * 3_600_000).toISOString() } })
  await expect.poll(() => titlesTo(scene, browser), PATIENCE).toEqual([waits])
  expect((await toldTo(scene, browser))[0]).toMatchObject({ urgency: 'high' })
  await ana.call.setQuietHours({ body: QUIET_NEVER })
  await expect.poll(async () => (await titlesTo(scene, browser)).length, PATIENCE).toBe(2)
})

test('what was judged by quiet hours of before is judged anew, though it was held when they were changed', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  await ana.call.setQuietHours({ body: alwaysQuiet() })
  await scene.send({ signers: ['ana'] })
  await expect.poll(heldBack, PATIENCE).toBe(1)
  const [held] = await rows<{ id: string; deviceId: string }>(`update notices set hold = gen_random_uuid(),
    held_until = now() + interval '5 minutes', due_at = now(), tries = 1 returning hold as id, device_id as "deviceId"`)
  await ana.call.setQuietHours({ body: QUIET_NEVER })
  const tomorrow = new Date(Date.now() + 24 * 3_600_000)
  const outbox = openNoticeOutbox(foundation.database, foundation.serverKeys)
  await outbox.settle(held as HeldNotice, { kind: 'later', at: tomorrow }, new Date())
  await expect.poll(() => titlesTo(scene, browser), PATIENCE).toEqual([waits])
})

test('a device can be removed while what its push service has answered is being written down', async () => {
  const browser = await turnOn(scene, scene.people.ana)
  await scene.portal.sandbox.inject({ service: 'push', fault: 'slow:1500', times: 1 })
  await scene.send({ signers: ['ana'] })
  await expect.poll(() => rows('select from notices where hold is not null'), PATIENCE).toHaveLength(1)
  const other = new pg.Client({ connectionString: scene.portal.server.database!.url })
  await other.connect()
  try {
    // Of two who wait for one another, this one is told of it.
    await other.query(`set deadlock_timeout = '10ms'`)
    await other.query('begin')
    await other.query('select from push_devices where id = $1 for update', [browser.device])
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(() => rows(waiting), PATIENCE).toHaveLength(1)
    await other.query('delete from push_devices where id = $1', [browser.device])
    await other.query('commit')
  } finally {
    await other.end()
  }
  expect(await titlesTo(scene, browser)).toEqual([waits])
  expect(await rows('select from notices')).toEqual([])
})

test('a push service that fails is asked again; one that ends a subscription is not', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  await scene.portal.sandbox.inject({ service: 'push', fault: 'http500', times: 1 })
  await scene.send({ signers: ['ana'] })
  await expect
    .poll(
      async () => (await rows<{ tries: number }>(`select tries from notices where hold is null`))[0]?.tries,
      PATIENCE,
    )
    .toBe(1)
  await hurry()
  await expect.poll(() => titlesTo(scene, browser), PATIENCE).toEqual([waits])
  await endBrowser(scene, browser)
  await ana.call.tryDevice({ params: { deviceGuid: browser.device } })
  await expect.poll(async () => (await ana.call.notificationSettings({})).Devices, PATIENCE).toEqual([])
})

test('a signing run tells its person when it has ended', async () => {
  const { ana } = scene.people
  const browser = await turnOn(scene, ana)
  const documents = await sendMany(scene, 2, 'ana')
  const run = await prepareRun(ana, documents)
  await authorise(ana, run)
  await untilRun(ana, run, 'done')
  await expect
    .poll(() => titlesTo(scene, browser), PATIENCE)
    .toContain('Your documents are signed, as far as they could be')
})

test('who leaves a document of a run unconfirmed for two minutes is told once, and again of the next one', async () => {
  const { ana } = scene.people
  await rows(`update users set phone = '+34600100100', certificate_flags = '{KeyVault,Swisscom}' where user_id = 'ana'`)
  const browser = await turnOn(scene, ana)
  const documents = await sendMany(scene, 2, 'ana')
  const Items = documents.map((document) => ({ SignerGUID: signerOf(document) }))
  const { RunGUID } = await ana.call.beginRun({ body: { CertType: 'Swisscom', AccessMethod: 'USER_PASS', Items } })
  const run = await ana.call.authoriseRun({ params: { runGuid: RunGUID }, body: {} })
  const countWaiting = async () =>
    (await titlesTo(scene, browser)).filter((title) => title === 'Signing is waiting for you to go on').length
  for (const [place, document] of documents.entries()) {
    const asked = async () => (await showRun(ana, run)).Asked
    await expect.poll(asked, PATIENCE).toMatchObject({ SignerGUID: signerOf(document) })
    expect(await countWaiting()).toBe(place)
    await rows(
      `update signing_run_items set asked_at = now() - interval '3 minutes' where run_id = $1 and state = 'asked'`,
      [RunGUID],
    )
    await expect.poll(countWaiting, PATIENCE).toBe(place + 1)
    await decideConsent((await asked())!.Page, 'accept')
  }
  await untilRun(ana, run, 'done')
  expect(await countWaiting()).toBe(documents.length)
})

test('a browser has one device, whoever turned it on last, and a person twenty at most', async () => {
  const { ana, biel } = scene.people
  const { PublicKey } = await ana.call.notificationSettings({})
  const { endpoint, keys } = await subscribeBrowser(scene, PublicKey)
  const body = { Name: 'Shared', Endpoint: endpoint, P256dh: keys.p256dh, Auth: keys.auth, TimeZone: 'Europe/Madrid' }
  await ana.call.addDevice({ body })
  const { Guid } = await biel.call.addDevice({ body })
  expect((await ana.call.notificationSettings({})).Devices).toEqual([])
  await expect(ana.call.removeDevice({ params: { deviceGuid: Guid } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(ana.call.tryDevice({ params: { deviceGuid: Guid } })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await biel.call.removeDevice({ params: { deviceGuid: Guid } })
  for (let count = 0; count < 21; count += 1) {
    await ana.call.addDevice({ body: { ...body, Name: `Number ${count}`, Endpoint: `${endpoint}?${count}` } })
  }
  const names = (await ana.call.notificationSettings({})).Devices.map(({ Name }) => Name)
  expect(names).toHaveLength(20)
  expect(names).not.toContain('Number 0')
})

test.each([
  ['Endpoint', { Endpoint: 'http://10.0.0.1/push' }],
  ['Endpoint', { Endpoint: 'http://push.example.test/x' }],
  ['Endpoint', { Endpoint: 'ftp://push.example.test/x' }],
  ['P256dh', { P256dh: 'A'.repeat(87) }],
  ['Auth', { Auth: 'short' }],
  ['TimeZone', { TimeZone: 'Europe/Nowhere' }],
  ['Name', { Name: ' ' }],
])('a device whose %s is wrong is refused: %j', async (field, wrong) => {
  const { ana } = scene.people
  const { PublicKey } = await ana.call.notificationSettings({})
  const { endpoint, keys } = await subscribeBrowser(scene, PublicKey)
  const body = { Name: 'X', Endpoint: endpoint, P256dh: keys.p256dh, Auth: keys.auth, TimeZone: 'Europe/Madrid' }
  const refusal = await ana.call.addDevice({ body: { ...body, ...wrong } }).catch((error: unknown) => error)
  expect([400, 422]).toContain((refusal as { status: number }).status)
  expect(JSON.stringify(refusal)).toContain(field)
})

test('the address and keys of a device, and the key of the server, lie sealed in the database', async () => {
  const { ana } = scene.people
  await turnOn(scene, ana)
  const [device] = await rows<{ sealed_endpoint: Buffer }>('select sealed_endpoint from push_devices')
  expect(device!.sealed_endpoint.toString('latin1')).not.toContain('/push/')
  const keys = await rows<{ wrapped_private_key: Buffer }>('select wrapped_private_key from push_keys')
  expect(keys).toHaveLength(1)
  expect(keys[0]!.wrapped_private_key.toString('latin1')).not.toContain('\x06\x07*\x86H\xce=\x02\x01')
})

test('what comes of notices is counted for who watches the server', async () => {
  const { ana } = scene.people
  const { device } = await turnOn(scene, ana)
  const taken = () => readNumber(scene.portal.url, 'rubrica_notices_total', { outcome: 'taken' })
  const before = await taken()
  await ana.call.tryDevice({ params: { deviceGuid: device } })
  await expect.poll(taken, PATIENCE).toBe(before! + 1)
})
