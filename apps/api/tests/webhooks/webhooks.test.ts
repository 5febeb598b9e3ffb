/** Webhooks: programs are told what happens to documents, each message until it has arrived or is given up. */
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, inject, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import {
  fixedPort,
  openScene,
  openWebhookReceiver,
  trySigning,
  type DemoSigner,
  type Received,
  type Scene,
  type WebhookReceiver,
} from '@rubrica/testing'
import { openMailboxes, sendAs } from '../scenes/sender-mail-scene.ts'

const PATIENCE = { timeout: 30_000 }

let receiver: WebhookReceiver
let scene: Scene
let carla: DemoSigner
beforeAll(async () => {
  receiver = await openWebhookReceiver()
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { WEBHOOK_PRIVATE_ORIGINS: receiver.origin, CALLS_PER_MINUTE: '100000', PORT: fixedPort() },
  })
  carla = scene.people.carla
  await rows(`update user_subscriptions set roles = '{sender}'`)
  await openMailboxes(scene)
})
afterEach(async () => {
  await rows('delete from webhook_endpoints')
  receiver.answer((response) => void response.writeHead(204).end())
  receiver.forget()
})
afterAll(async () => {
  await scene[Symbol.asyncDispose]()
  await receiver[Symbol.asyncDispose]()
})

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)

const make = (changes: object = {}, { call } = carla) =>
  call.createWebhook({ body: { url: `${receiver.origin}/hook`, ...changes } })

const bodyOf = ({ body }: Received) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> }
const types = () => receiver.received.map((message) => bodyOf(message).type)

/** Subject and words of each mail to carla. */
async function mails() {
  const answer = await fetch(`${scene.portal.sandbox.url}/inbox.json?to=carla@people.test`)
  return ((await answer.json()) as { mails: { subject: string; text: string }[] }).mails.map(
    ({ subject, text }) => `${subject}\n${text}`,
  )
}

/** What waits is tried now. */
const hurry = () => rows(`update webhook_messages set next_at = now() where state = 'waiting' and not is_held`)
const state = async () =>
  (await rows<{ state: string }>('select state from webhook_messages order by created_at')).map((row) => row.state)

test('whoever sent a document is told of each step, by messages that the published library verifies', async () => {
  const { secret, guid } = await make()
  const sent = await sendAs(scene, 'carla', { signers: ['ana', 'biel'] })
  for (const who of ['ana', 'biel'] as const) {
    const { guid: signer } = sent.signers.find(({ userId }) => userId === who)!
    expect(await trySigning(scene.people[who], signer)).toBe(204)
  }
  await expect
    .poll(types, PATIENCE)
    .toEqual(['document.sent', 'document.signed', 'document.signed', 'document.completed'])
  const webhook = new Webhook(secret)
  for (const { body, headers } of receiver.received) {
    const verified = webhook.verify(body, headers as Record<string, string>) as { data: { document: string } }
    expect(verified.data.document).toBe(sent.guid)
  }
  const told = receiver.received.map((message) => bodyOf(message).data)
  expect(told.map(({ sequence }) => sequence).toSorted()).toEqual(told.map(({ sequence }) => sequence))
  expect(told[1]).toMatchObject({ signer: sent.signers[0]!.guid })
  // A message names nobody.
  expect(receiver.received.map(({ body }) => body).join('')).not.toMatch(/ana|biel|carla/i)
  await expect
    .poll(async () => (await carla.call.webhookStatus({ params: { webhookId: guid } })).waiting, PATIENCE)
    .toBe(0)
})

test('an endpoint hears of what it chose, of its owner’s documents, and of all only for who sees them', async () => {
  await make({ types: ['document.rejected'] })
  await make({ url: `${receiver.origin}/biel` }, scene.people.biel)
  await expect(make({ documents: 'all' })).rejects.toMatchObject({ code: 'VALIDATION_FAILED' })
  await rows(`update user_subscriptions set roles = '{manager}' where user_id = $1`, [carla.userId])
  await make({ documents: 'all', url: `${receiver.origin}/all` })
  const sent = await sendAs(scene, 'biel', { signers: ['ana'] })
  await scene.people.ana.call.rejectDocument({
    params: { signerGuid: sent.signers[0]!.guid },
    body: { RejectionReason: 'Wrong year', AccessMethod: 'USER_PASS' },
  })
  const paths = () =>
    receiver.received.map(({ path, body }) => `${path} ${(JSON.parse(body) as { type: string }).type}`).toSorted()
  const both = ['document.sent', 'document.rejected'].flatMap((type) => [`/all ${type}`, `/biel ${type}`]).toSorted()
  await expect.poll(paths, PATIENCE).toEqual(both)
  await rows(`update user_subscriptions set roles = '{sender}' where user_id = $1`, [carla.userId])
  receiver.forget()
  await sendAs(scene, 'biel', { signers: ['ana'] })
  await expect.poll(paths, PATIENCE).toEqual(['/biel document.sent'])
})

test('with a key pair a message is verified by the public key alone', async () => {
  const { secret } = await make({ signing: 'v1a' })
  expect(secret).toMatch(/^whpk_/)
  const x = Buffer.from(secret.slice('whpk_'.length), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  await sendAs(scene, 'carla', { signers: ['ana'] })
  await expect.poll(types, PATIENCE).toEqual(['document.sent'])
  const { headers, body } = receiver.received[0]!
  const [way, signature] = String(headers['webhook-signature']).split(',')
  expect(way).toBe('v1a')
  const signed = Buffer.from(`${headers['webhook-id'] as string}.${headers['webhook-timestamp'] as string}.${body}`)
  expect(verify(null, signed, key, Buffer.from(signature!, 'base64'))).toBe(true)
})

test('for a day after a change of the secret messages are verified with either', async () => {
  const { guid, secret: former } = await make()
  const params = { webhookId: guid }
  const { secret } = await carla.call.rotateWebhook({ params, headers: {} })
  expect(secret).not.toBe(former)
  expect(await carla.call.webhookSecret({ params })).toEqual({ signing: 'v1', secret })
  await carla.call.testWebhook({ params, headers: {} })
  await expect.poll(types, PATIENCE).toEqual(['webhook.test'])
  const verifies = (key: string, { body, headers }: Received) => {
    try {
      return new Webhook(key).verify(body, headers as Record<string, string>) !== undefined
    } catch {
      return false
    }
  }
  expect([former, secret].map((key) => verifies(key, receiver.received[0]!))).toEqual([true, true])
  await rows(`update webhook_endpoints set former_until = now()`)
  await carla.call.testWebhook({ params, headers: {} })
  await expect.poll(() => receiver.received.length, PATIENCE).toBe(2)
  expect([former, secret].map((key) => verifies(key, receiver.received[1]!))).toEqual([false, true])
})

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
  expect(await state()).toEqual(['missed'])
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
  expect(await state()).toEqual(['missed', 'missed'])
  await expect(carla.call.replayWebhook({ params, headers: {}, body: { missed: true } })).rejects.toMatchObject({
    code: 'WEBHOOK_NOT_ON',
  })
  receiver.answer((response) => void response.writeHead(204).end())
  receiver.forget()
  const { version } = await carla.call.webhookStatus({ params })
  await carla.call.changeWebhook({ params, headers: { 'if-match': `"v${version}"` }, body: { state: 'on' } })
  expect(await carla.call.replayWebhook({ params, headers: {}, body: { missed: true } })).toEqual({ count: 2 })
  await expect.poll(async () => types().toSorted(), PATIENCE).toEqual(['document.sent', 'webhook.test'])
  await expect.poll(state, PATIENCE).toEqual(['arrived', 'arrived'])
})

test.each(['http://127.0.0.1:1/', 'http://receiver.example/', 'https://user:word@receiver.example/'])(
  'no webhook is made for %s',
  async (url) => {
    await expect(make({ url })).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  },
)

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
  await expect.poll(state, PATIENCE).toEqual(['arrived', 'arrived'])
  const ids = receiver.received.filter(({ path }) => path === '/hook').map(({ headers }) => headers['webhook-id'])
  expect(new Set(ids).size).toBe(1)
})

test('the address that a send names hears of that document alone, and its secret is its owner’s to ask for', async () => {
  const callback = `${receiver.origin}/case/17`
  const sent = await sendAs(scene, 'carla', { signers: ['ana'], callback })
  await sendAs(scene, 'carla', { signers: ['ana'] })
  const again = await sendAs(scene, 'carla', { signers: ['ana'], callback })
  await expect.poll(types, PATIENCE).toEqual(['document.sent', 'document.sent'])
  expect(receiver.received.map((message) => bodyOf(message).data['document'])).toEqual([sent.guid, again.guid])
  const { data } = await carla.call.webhooks({ query: {} })
  expect(data).toMatchObject([{ kind: 'callback', url: callback, state: 'on' }])
  const { secret } = await carla.call.webhookSecret({ params: { webhookId: data[0]!.guid } })
  const { body, headers } = receiver.received[0]!
  expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toBeTruthy()
  await expect(sendAs(scene, 'carla', { signers: ['ana'], callback: 'http://erp.example/' })).rejects.toThrow(
    /callback/,
  )
})

test('the address that a person or a program names is in the log of the installation once, by its host alone', async () => {
  const callback = `${receiver.origin}/secret/of/the/case`
  const { host } = new URL(callback)
  for (const signer of ['ana', 'biel'] as const) await sendAs(scene, 'carla', { signers: [signer], callback })
  await scene.send({ signers: ['ana'], description: { callback } })
  const logged = await rows<{ canonical: string }>(
    `select canonical from installation_events where type = 'webhook-made' order by sequence desc limit 2`,
  )
  const facts = { kind: 'callback', documents: 'own', host }
  expect(logged.map(({ canonical }) => JSON.parse(canonical) as object)).toMatchObject([
    { facts: { ...facts, by: 'program', byClientId: 'scene' } },
    { facts: { ...facts, by: 'person', byUserId: carla.userId } },
  ])
  expect(JSON.stringify(logged)).not.toContain('secret/of')
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
