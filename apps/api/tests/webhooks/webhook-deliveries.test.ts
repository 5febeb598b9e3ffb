/** Each message is tried until it has arrived or is given up, and one receiver holds up no other. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { trySigning } from '@rubrica/testing'
import { openMailboxes, sendAs } from '../scenes/sender-mail-scene.ts'
import { bodyOf, openWebhookScene, type WebhookScene } from '../scenes/webhook-scene.ts'

const PATIENCE = { timeout: 30_000 }

let opened: WebhookScene
let scene: WebhookScene['scene']
let receiver: WebhookScene['receiver']
let carla: WebhookScene['carla']
beforeAll(async () => {
  opened = await openWebhookScene()
  ;({ scene, receiver, carla } = opened)
  await openMailboxes(scene)
})
afterEach(() => opened.forget())
afterAll(() => opened.close())

const rows: WebhookScene['rows'] = (text, values) => opened.rows(text, values)
const make: WebhookScene['make'] = (...wish) => opened.make(...wish)
const types = () => opened.types()
const hurry = () => opened.hurry()
const states = () => opened.states()

/** Subject and words of each mail to carla. */
async function mails() {
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=carla@people.test`)
  return ((await answer.json()) as { mails: { subject: string; text: string }[] }).mails.map(
    ({ subject, text }) => `${subject}\n${text}`,
  )
}

test('what a receiver refuses is tried again under the same id with the same body, until it arrives', async () => {
  const { guid } = await make()
  receiver.answer((response) => void response.writeHead(503, { 'retry-after': '600' }).end('Busy <b>now</b>'))
  await carla.call.testWebhook({ params: { webhookId: guid }, headers: {} })
  await expect.poll(types, PATIENCE).toHaveLength(1)
  const params = {
    webhookId: guid,
    messageId: String(receiver.received[0]!.headers['webhook-id']).slice('msg_'.length),
  }
  await expect
    .poll(async () => (await carla.call.webhookMessage({ params })).lastTry, PATIENCE)
    .toMatchObject({ number: 1, status: 503, cause: 'status', answer: 'Busy <b>now</b>' })
  const { nextAt, state: waiting } = await carla.call.webhookMessage({ params })
  expect(waiting).toBe('waiting')
  expect(Date.parse(nextAt!) - Date.now()).toBeGreaterThan(590_000)
  receiver.answer((response) => void response.writeHead(200).end('ok'))
  await hurry()
  await expect.poll(async () => (await carla.call.webhookMessage({ params })).state, PATIENCE).toBe('arrived')
  const [first, second] = receiver.received
  expect([second!.headers['webhook-id'], second!.body]).toEqual([first!.headers['webhook-id'], first!.body])
  expect((await carla.call.webhookMessage({ params })).history.map(({ status }) => status)).toEqual([503, 200])
})

test('a redirect is not followed, and 410 disables the endpoint, of which its owner is told', async () => {
  const { guid } = await make()
  const params = { webhookId: guid }
  receiver.answer((response) => void response.writeHead(302, { location: `${receiver.origin}/other` }).end())
  await carla.call.testWebhook({ params, headers: {} })
  await expect
    .poll(async () => (await carla.call.webhookMessages({ params, query: {} })).data[0]?.lastTry?.cause, PATIENCE)
    .toBe('redirected')
  receiver.answer((response) => void response.writeHead(410).end())
  await hurry()
  await expect.poll(async () => (await carla.call.webhookStatus({ params })).disabledReason, PATIENCE).toBe('gone')
  expect(receiver.received.every(({ path }) => path === '/hook')).toBe(true)
  expect(await states()).toEqual(['missed'])
  const subject = `Your webhook at ${new URL(receiver.origin).host} was disabled`
  const toldOf = (mail: string) => mail.startsWith(subject) && mail.includes(`/webhooks/${guid}?from=`)
  await expect.poll(async () => (await mails()).filter(toldOf), PATIENCE).toHaveLength(1)
})

test('a receiver that was away has everything once it is switched on again and what it missed is sent', async () => {
  const { guid } = await make()
  const params = { webhookId: guid }
  receiver.answer((response) => void response.writeHead(500).end())
  await carla.call.testWebhook({ params, headers: {} })
  await expect.poll(types, PATIENCE).toHaveLength(1)
  await expect.poll(async () => (await carla.call.webhookStatus({ params })).failingSince, PATIENCE).not.toBeNull()
  await rows(`update webhook_endpoints set failing_since = now() - interval '5 days 1 minute'`)
  await hurry()
  await expect.poll(async () => (await carla.call.webhookStatus({ params })).state, PATIENCE).toBe('disabled')
  await sendAs(scene, 'carla', { signers: ['ana'] })
  expect(await states()).toEqual(['missed', 'missed'])
  await expect(carla.call.replayWebhook({ params, headers: {}, body: { missed: true } })).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_ON',
  })
  receiver.answer((response) => void response.writeHead(204).end())
  receiver.forget()
  const { version } = await carla.call.webhookStatus({ params })
  await carla.call.changeWebhook({ params, headers: { 'if-match': `"v${version}"` }, body: { state: 'on' } })
  expect(await carla.call.replayWebhook({ params, headers: {}, body: { missed: true } })).toEqual({ count: 2 })
  await expect.poll(async () => types().toSorted(), PATIENCE).toEqual(['document.sent', 'webhook.test'])
  await expect.poll(states, PATIENCE).toEqual(['arrived', 'arrived'])
})

test('a webhook whose secret does not open gets nothing and says so, and holds up no other', async () => {
  const [broken, whole] = [await make(), await make()]
  await rows('update webhook_endpoints set wrapped_secret = sha512(wrapped_secret) where id = $1', [broken.guid])
  for (const { guid } of [broken, whole]) {
    await carla.call.testWebhook({ params: { webhookId: guid }, headers: {} })
  }
  const lastOf = async ({ guid }: { guid: string }) =>
    (await carla.call.webhookMessages({ params: { webhookId: guid }, query: {} })).data[0]
  await expect.poll(() => lastOf(whole), PATIENCE).toMatchObject({ state: 'arrived' })
  await expect
    .poll(() => lastOf(broken), PATIENCE)
    .toMatchObject({ state: 'waiting', lastTry: { number: 1, cause: 'secret', status: null } })
  expect(receiver.received).toHaveLength(1)
})

test('an address that turns out to be private gets nothing, and says so', async () => {
  const { guid } = await make({ url: 'https://127.1/' })
  const params = { webhookId: guid }
  await carla.call.testWebhook({ params, headers: {} })
  await expect
    .poll(async () => (await carla.call.webhookMessages({ params, query: {} })).data[0]?.lastTry?.cause, PATIENCE)
    .toBe('address')
})

test('a message of a process that died is sent by another, and an owner who may not send is told nothing', async () => {
  const { guid } = await make()
  await scene.portal.server.restart({ FAILPOINT: 'webhook-answered' })
  await carla.call.testWebhook({ params: { webhookId: guid }, headers: {} })
  expect((await scene.portal.server.program.ended).signal).toBe('SIGKILL')
  expect(types()).toEqual(['webhook.test'])
  await rows(`update webhook_messages set next_at = now()`)
  await rows(`update user_subscriptions set roles = '{}' where user_id = $1`, [carla.userId])
  await scene.portal.server.restart({ FAILPOINT: undefined })
  const other = await make({ url: `${receiver.origin}/biel` }, scene.people.biel)
  await scene.people.biel.call.testWebhook({ params: { webhookId: other.guid }, headers: {} })
  await expect.poll(() => receiver.received.at(-1)!.path, PATIENCE).toBe('/biel')
  expect(receiver.received).toHaveLength(2)
  await rows(`update user_subscriptions set roles = '{sender}' where user_id = $1`, [carla.userId])
  await expect.poll(states, PATIENCE).toEqual(['arrived', 'arrived'])
  const ids = receiver.received.filter(({ path }) => path === '/hook').map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('a receiver that hangs holds up no other one, and of one document one message is under way at a time', async () => {
  await make({ url: `${receiver.origin}/hangs` })
  await make({ url: `${receiver.origin}/quick` })
  let open = 0
  let most = 0
  receiver.answer((response, { path }) => {
    if (path === '/quick') return void response.writeHead(204).end()
    open += 1
    most = Math.max(most, open)
    response.on('close', () => (open -= 1))
  })
  const sent = await sendAs(scene, 'carla', { signers: ['ana', 'biel'] })
  for (const who of ['ana', 'biel'] as const) {
    const { guid: signer } = sent.signers.find(({ userId }) => userId === who)!
    expect(await trySigning(scene.people[who], signer)).toBe(204)
  }
  const quick = () => receiver.received.filter(({ path }) => path === '/quick').map((message) => bodyOf(message).type)
  await expect
    .poll(quick, PATIENCE)
    .toEqual(['document.sent', 'document.signed', 'document.signed', 'document.completed'])
  expect(most).toBe(1)
})

/** Adds nothing, and keeps what an event locks that adds a message, until one has arrived. */
const EVENT_UNDER_WAY = `do $$ begin
  perform from webhook_endpoints for key share;
  perform pg_advisory_xact_lock(4711);
  for look in 1..1000 loop
    exit when exists (select from webhook_messages where state = 'arrived');
    perform pg_sleep(0.01);
  end loop;
  if not exists (select from webhook_messages where state = 'arrived') then raise exception 'it was held up'; end if;
end $$`

test('an event that is being written holds up no message of another', async () => {
  const { guid } = await make()
  const writing = rows(EVENT_UNDER_WAY)
  const isWriting = async () =>
    (await rows('select from pg_locks where locktype = $1 and objid = 4711', ['advisory'])).length
  await expect.poll(isWriting, PATIENCE).toBe(1)
  await carla.call.testWebhook({ params: { webhookId: guid }, headers: {} })
  await writing
})
