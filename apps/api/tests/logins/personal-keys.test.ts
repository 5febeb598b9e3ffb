/** Keys with which programs act for a person: made, listed and ended in the portal, good below /api/v1 alone. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { DEMO_PASSWORD, openScene, type DemoSigner, type Scene } from '@rubrica/testing'
import { DatabasePersonalKeyStore } from '../../src/adapters/database/personal-keys/personal-key-store.ts'
import { openFoundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'

let scene: Scene
let carla: DemoSigner
beforeAll(async () => {
  scene = await openScene({
    postgres: inject('sharedPostgres'),
    env: { LOGINS_PER_MINUTE_AND_USER: '1000', LOGINS_PER_MINUTE_AND_ADDRESS: '1000' },
  })
  carla = scene.people.carla
  await rows(`update user_subscriptions set roles = '{}'`)
})
afterAll(() => scene[Symbol.asyncDispose]())
beforeEach(async () => {
  await rows('delete from personal_keys')
})

const rows = <Row extends object>(text: string, values: unknown[] = []) =>
  scene.portal.server.database!.query<Row>(text, values)
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000).toISOString()
const make = (changes: object = {}, { call } = carla) =>
  call.createPersonalKey({
    body: { Name: 'ERP', Scopes: ['documents:send'], ExpiresAt: inDays(30), ...changes },
  })

async function use(
  key: string,
  path = 'v1/documents/3b0ae9b1-4b9f-4d52-a4fc-6f4e1f0f6d3a/content',
  init: RequestInit = {},
) {
  const answer = await fetch(`${scene.portal.url}/api/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...(init.headers as object) },
  })
  const { Code } = (await answer.json()) as { Code: string }
  return [answer.status, Code]
}
const NEEDS_ROLE = [403, 'NOT_A_SENDER']
const OVER = [401, 'SESSION_EXPIRED']

test('a key is answered once, listed without its secret, and kept as a digest', async () => {
  const { Key, ...made } = await make({ Name: '  My ERP  ', Scopes: ['documents:read', 'documents:read'] })
  expect(Key).toMatch(/^rbk_[0-9a-f]{32}_[\w-]{43}$/)
  expect(made).toMatchObject({ Name: 'My ERP', Scopes: ['documents:read'], LastUsedAt: null })
  expect(await carla.call.personalKeys({})).toEqual([made])
  const [kept] = await rows<{ text: string }>('select k::text as text from personal_keys k')
  const secret = Key.split('_').slice(2).join('_')
  expect(kept!.text).not.toContain(secret)
  expect(scene.portal.server.log()).not.toContain(secret)
})

test('a key is known, and without a role opens nothing', async () => {
  const { Key } = await make({ Scopes: ['documents:read'] })
  expect(await use(Key)).toEqual(NEEDS_ROLE)
  expect(
    await use(Key, 'v1/files', { method: 'POST', headers: { 'content-type': 'application/pdf' }, body: 'x' }),
  ).toEqual([403, 'SCOPE_TOO_NARROW'])
  expect(await use(Key, 'vidmobileuser/')).toEqual([403, 'SCOPE_TOO_NARROW'])
  expect(await use(Key, 'personalkeys')).toEqual([403, 'SCOPE_TOO_NARROW'])
  expect(await use(Key.slice(0, -2) + (Key.endsWith('AA') ? 'BB' : 'AA'))).toEqual(OVER)
  const [used] = await carla.call.personalKeys({})
  expect(Date.parse(used!.LastUsedAt!)).toBeGreaterThan(Date.now() - 60_000)
  await use(Key)
  expect(await carla.call.personalKeys({})).toEqual([used])
})

test('with a role of its person a key opens what its scopes say, for what the person has sent', async () => {
  const { biel } = scene.people
  await rows(`update user_subscriptions set roles = '{sender}' where user_id = $1`, [biel.userId])
  const { Key } = await make({ Scopes: ['documents:read'] }, biel)
  const list = await fetch(`${scene.portal.url}/api/v1/documents`, { headers: { authorization: `Bearer ${Key}` } })
  expect([list.status, await list.json()]).toEqual([200, { data: [], next: null }])
  expect(await use(Key)).toEqual([404, 'DOCUMENT_NOT_FOUND'])
  await rows(`update user_subscriptions set roles = '{}' where user_id = $1`, [biel.userId])
  expect(await use(Key)).toEqual(NEEDS_ROLE)
})

test('a key that is revoked or past its end is over, and is listed no more', async () => {
  const revoke = async () => {
    const [key] = await carla.call.personalKeys({})
    await carla.call.revokePersonalKey({ params: { keyGuid: key!.Guid } })
  }
  for (const end of [revoke, () => rows('update personal_keys set expires_at = now()')]) {
    const { Key } = await make({ Scopes: ['documents:read'] })
    expect(await use(Key)).toEqual(NEEDS_ROLE)
    await end()
    expect(await use(Key)).toEqual(OVER)
    expect(await carla.call.personalKeys({})).toEqual([])
  }
})

test('a new password ends the keys of its person, and being deactivated or leaving the subscription does', async () => {
  const { biel } = scene.people
  const keyOf = async () => (await make({ Scopes: ['documents:read'] }, biel)).Key
  const key = await keyOf()
  expect(await use(key)).toEqual(NEEDS_ROLE)
  for (const [end, undo] of [
    [`update users set active = false where user_id = 'biel'`, `update users set active = true where user_id = 'biel'`],
    [
      `update user_subscriptions set subscription_id = (select id from subscriptions where name = 'Other')
       where user_id = (select id from users where user_id = 'biel')`,
      `update user_subscriptions set subscription_id = (select subscription_id from clients where id = 'scene')
       where user_id = (select id from users where user_id = 'biel')`,
    ],
  ] as const) {
    await rows(
      `insert into subscriptions values (gen_random_uuid(), 'Other', '', '', '', '', null, now()) on conflict do nothing`,
    )
    await rows(end)
    expect(await use(key)).toEqual(OVER)
    await rows(undo)
    expect(await use(key)).toEqual(NEEDS_ROLE)
  }
  await biel.call.updateUser({ body: { password: 'Another-Horse-9', currentpassword: DEMO_PASSWORD } })
  expect(await use(key)).toEqual(OVER)
  expect(await use(await keyOf())).toEqual(NEEDS_ROLE)
})

test.each([
  ['an end in the past', { ExpiresAt: '2020-01-01T00:00:00Z' }],
  ['an end in two years', { ExpiresAt: inDays(2 * 365) }],
  ['no scope', { Scopes: [] }],
  ['the scope of all', { Scopes: ['documents'] }],
  ['the scope of people', { Scopes: ['vidmobileuser'] }],
  ['no name', { Name: ' ' }],
  ['the subscription of others', { Subscription: crypto.randomUUID() }],
])('a key with %s is refused', async (_what, changes) => {
  await expect(make(changes)).rejects.toMatchObject({ status: 400, code: 'VALIDATION_FAILED' })
  expect(await rows('select id from personal_keys')).toEqual([])
})

test('a session that a program opened makes no key, renewed or not, and the person’s own does', async () => {
  const opened = await fetch(`${scene.portal.url}/api/v1/user-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${scene.logInToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId: 'carla' }),
  })
  const { token } = (await opened.json()) as { token: string }
  const bearing = (bearer: string, path: string, body?: object) =>
    fetch(`${scene.portal.url}/api/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
  const { access_token: renewed } = (await (await bearing(token, 'oauth/renew')).json()) as { access_token: string }
  for (const bearer of [token, renewed]) {
    const refused = await bearing(bearer, 'personalkeys', {
      Name: 'ERP',
      Scopes: ['documents:send'],
      ExpiresAt: inDays(30),
    })
    expect([refused.status, await refused.json()]).toMatchObject([403, { Code: 'SESSION_OF_PROGRAM' }])
  }
  expect(await rows('select id from personal_keys')).toEqual([])
  expect(await make()).toMatchObject({ Name: 'ERP' })
})

test('a key of somebody else cannot be ended', async () => {
  const { Guid } = await make()
  const { ana } = scene.people
  await expect(ana.call.revokePersonalKey({ params: { keyGuid: Guid } })).rejects.toMatchObject({ status: 404 })
  expect(await carla.call.personalKeys({})).toHaveLength(1)
})

test('a person has fifty keys at most, however many are made at once', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => make()))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(50)
  await expect(make()).rejects.toMatchObject({ status: 422, code: 'TOO_MANY_KEYS' })
})

test('a session that ended while its request was under way makes no key', async () => {
  const { database, dataDir, serverKeyFile } = scene.portal.server
  const config = readConfig({ DATABASE_URL: database!.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile })
  await using foundation = await openFoundation({ config, role: 'tool' })
  const store = new DatabasePersonalKeyStore(foundation.database)
  const { userId } = carla
  const [person] = await rows<{ generation: number }>(
    'select token_generation as generation from users where id = $1',
    [userId],
  )
  const [subscriptionId] = await store.subscriptionsOf(userId)
  const [createdAt, expiresAt] = [new Date(), new Date(inDays(30))]
  const key = { id: randomUUID(), userId, subscriptionId: subscriptionId!, name: 'ERP', scopes: ['documents:read'] }
  const madeIn = (generation: number) =>
    store.insert(
      { ...key, createdAt, expiresAt, secretHash: Buffer.alloc(32), session: { id: randomUUID(), generation } },
      50,
    )
  expect(await madeIn(person!.generation - 1)).toBe('session-over')
  expect(await madeIn(person!.generation)).toBe('kept')
})
