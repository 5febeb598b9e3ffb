import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCli, senderToken, startServer, type RunningServer } from '@rubrica/testing'

const PASSWORD = 'Correct-Horse-7'
let server: RunningServer
let env: Record<string, string | undefined>
let people = 0
/** Of programs that may log people in: one of the people's subscription, and one of another. */
let logInClient: string
let strangerClient: string

beforeAll(async () => {
  server = await startServer({ postgres: inject('sharedPostgres') })
  env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, RUBRICA_PASSWORD: PASSWORD }
  await rubrica('subscription', 'add', 'Tenant')
  await rubrica('subscription', 'add', 'Stranger')
  logInClient = await addClient('desk', 'Tenant', '--return', 'https://desk.example.org/done')
  strangerClient = await addClient('stranger', 'Stranger', '--return', 'https://stranger.example.org/')
})
afterAll(() => server[Symbol.asyncDispose]())

async function rubrica(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], env)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

async function addClient(id: string, subscription: string, ...options: string[]): Promise<string> {
  const added = await rubrica('client', 'add', id, '--subscription', subscription, '--scope', 'login', ...options)
  return senderToken(server.url, { id, secret: String(added['secret']) }, 'login')
}

async function newPerson(...options: string[]): Promise<string> {
  const userId = `person${++people}`
  const facts = ['--name', 'A Person', '--legal-id', `L${people}`, '--email', 'p@example.org']
  await rubrica('user', 'add', userId, ...facts, '--subscription', 'Tenant', ...options)
  return userId
}

interface Answer {
  readonly status: number
  readonly body: Record<string, unknown>
}

async function ask(method: string, path: string, token: string, body?: object): Promise<Answer> {
  const answer = await fetch(`${server.url}/api${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  return { status: answer.status, body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>) }
}

async function logIn(userId: string, password = PASSWORD): Promise<string> {
  const answer = await fetch(`${server.url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('portal:').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', scope: 'vidmobileuser', username: userId, password }),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString('utf8')) as Record<string, unknown>
const isIn = async (token: string) => (await ask('GET', '/vidmobileuser/', token)).status === 200
const renew = async (token: string) => String((await ask('POST', '/oauth/renew', token)).body['access_token'])
const userToken = (client: string, userId: string) => ask('POST', '/v1/user-tokens', client, { userId })

test('a renewed token is of the same person and session, and the earlier one counts until it expires', async () => {
  const first = await logIn(await newPerson())
  const answer = await ask('POST', '/oauth/renew', first)
  expect(answer).toMatchObject({ status: 200, body: { token_type: 'bearer', expires_in: 1800 } })
  const second = String(answer.body['access_token'])
  const [before, after] = [payloadOf(first), payloadOf(second)]
  expect(after).toMatchObject({ sub: before['sub'], legalid: before['legalid'], scope: 'vidmobileuser' })
  expect(after).toMatchObject({ sid: before['sid'], auth_time: before['auth_time'] })
  expect(after['jti']).not.toBe(before['jti'])
  expect([await isIn(first), await isIn(second)]).toEqual([true, true])
})

test('logging out ends the token, what it was renewed from and what was renewed from it, and no other session', async () => {
  const userId = await newPerson()
  const [first, elsewhere] = [await logIn(userId), await logIn(userId)]
  const second = await renew(first)
  const third = await renew(second)
  expect((await ask('POST', '/oauth/revoke', second)).status).toBe(204)
  for (const token of [first, second, third]) {
    expect(await ask('POST', '/oauth/renew', token)).toMatchObject({ status: 401, body: { Code: 'SESSION_EXPIRED' } })
    expect(await isIn(token)).toBe(false)
  }
  expect(await isIn(elsewhere)).toBe(true)
  expect((await ask('POST', '/oauth/revoke', second)).status).toBe(401)
  await server.restart()
  expect([await isIn(third), await isIn(elsewhere)]).toEqual([false, true])
})

test('a new password ends all sessions but the one in which it was chosen, with what was renewed from it', async () => {
  const userId = await newPerson()
  const [first, elsewhere] = [await logIn(userId), await logIn(userId)]
  const renewedBefore = await renew(first)
  expect(
    (await ask('PUT', '/vidmobileuser/', renewedBefore, { password: 'Another-Horse-8', currentpassword: PASSWORD }))
      .status,
  ).toBe(204)
  const renewedAfter = await renew(renewedBefore)
  expect(await Promise.all([first, renewedBefore, renewedAfter, elsewhere].map(isIn))).toEqual([
    true,
    true,
    true,
    false,
  ])
  const later = await logIn(userId, 'Another-Horse-8')
  expect(
    (await ask('PUT', '/vidmobileuser/', later, { password: 'Yet-Another-9', currentpassword: 'Another-Horse-8' }))
      .status,
  ).toBe(204)
  expect([await isIn(later), await isIn(renewedAfter)]).toEqual([true, false])
})

test('who must choose a password can do nothing else, whatever the token says, and goes on in the same session', async () => {
  const userId = await newPerson()
  const [here, elsewhere] = [await logIn(userId), await logIn(userId)]
  const id = String(payloadOf(here)['sub'])
  const setPassword = (password: string) => ask('PUT', `/vidmobileusers/${id}/password`, here, { password })
  expect(await setPassword('Another-Horse-8')).toMatchObject({ status: 403, body: { Code: 'SCOPE_TOO_NARROW' } })
  await server.database!.query('update users set must_reset_password = true where id = $1', [id])
  for (const [method, path] of [
    ['GET', '/pendingsignatures/paginated'],
    ['GET', '/vidmobileuser/certstype'],
    ['PUT', '/vidmobileuser/'],
  ] as const) {
    const refused = await ask(method, path, here, method === 'PUT' ? { password: 'Another-Horse-8' } : undefined)
    expect(refused).toMatchObject({ status: 403, body: { Code: 'PASSWORD_CHANGE_REQUIRED' } })
  }
  for (const path of ['/vidmobileuser/', `/vidmobileuser/${id}/appearance`, `/vidmobileuser/${id}/resetpassword`]) {
    expect((await ask('GET', path, here)).status).toBe(200)
  }
  expect((await ask('POST', '/oauth/renew', here)).status).toBe(200)
  expect(await setPassword('weak')).toMatchObject({
    status: 400,
    body: { Code: 'PASSWORD_NOT_SECURE', Details: { Rules: ['length', 'digit', 'uppercase', 'special'] } },
  })
  expect((await setPassword('Another-Horse-8')).status).toBe(204)
  expect(await setPassword('Third-Horse-9')).toMatchObject({ status: 403 })
  expect((await ask('GET', '/vidmobileuser/certstype', here)).status).toBe(200)
  expect(await isIn(elsewhere)).toBe(false)
  expect(await isIn(await logIn(userId, 'Another-Horse-8'))).toBe(true)
})

test('two new passwords at once that had to be chosen: one is taken', async () => {
  const userId = await newPerson('--must-change')
  const token = await logIn(userId)
  const path = `/vidmobileusers/${String(payloadOf(token)['sub'])}/password`
  const answers = await Promise.all(
    ['First-Horse-1', 'Second-Horse-2'].map((password) => ask('PUT', path, token, { password })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 403])
})

test('a program opens the portal for the people of its subscription, by their user id, and for nobody else', async () => {
  const userId = await newPerson()
  const granted = await userToken(logInClient, userId.toUpperCase())
  expect(granted).toMatchObject({ status: 200, body: { expiresInSeconds: 1800 } })
  const token = String(granted.body['token'])
  expect(payloadOf(token)).toMatchObject({ sub: granted.body['userGuid'], legalid: `L${people}` })
  expect((await ask('GET', '/vidmobileuser/', token)).body).toMatchObject({ userid: userId })
  const unknown = await userToken(logInClient, 'nobody-of-this-name')
  expect(unknown).toMatchObject({ status: 404, body: { Code: 'USER_NOT_FOUND' } })
  expect(await userToken(strangerClient, userId)).toEqual({
    ...unknown,
    body: expect.objectContaining({ Code: 'USER_NOT_FOUND' }) as unknown,
  })
  await server.database!.query('update users set active = false where user_id = $1', [userId])
  expect((await userToken(logInClient, userId)).status).toBe(404)
  expect(await isIn(token)).toBe(false)
})

test('a program that may only send documents logs nobody in', async () => {
  const added = await rubrica('client', 'add', 'sender', '--subscription', 'Tenant')
  const sender = await senderToken(server.url, { id: 'sender', secret: String(added['secret']) })
  expect(await userToken(sender, await newPerson())).toMatchObject({ status: 403, body: { Code: 'SCOPE_TOO_NARROW' } })
})

test('who was logged in by a program is out as soon as that program is not trusted any more, renewed or not', async () => {
  const client = await addClient(`program-${randomUUID()}`, 'Tenant')
  const token = String((await userToken(client, await newPerson())).body['token'])
  const renewed = await renew(token)
  const { client: id } = payloadOf(renewed)
  expect([await isIn(token), await isIn(renewed)]).toEqual([true, true])
  await server.database!.query(`update clients set scopes = '{documents}' where id = $1`, [id])
  expect([await isIn(token), await isIn(renewed)]).toEqual([false, false])
})

test('people are led back only where the program that logged them in may have them led', async () => {
  const userId = await newPerson()
  const mayReturn = async (token: string, Url: string) =>
    (await ask('POST', '/auth/return-address', token, { Url })).body['IsAllowed']
  const token = String((await userToken(logInClient, userId)).body['token'])
  for (const one of [token, await renew(token)]) {
    expect(await mayReturn(one, 'https://desk.example.org/done?case=7')).toBe(true)
    expect(await mayReturn(one, 'https://stranger.example.org/')).toBe(false)
    expect(await mayReturn(one, 'https://desk.example.org.evil.test/done')).toBe(false)
  }
  expect(await mayReturn(await logIn(userId), 'https://desk.example.org/done')).toBe(false)
})

test('the ends of sessions are forgotten when no token of them can be about any more', async () => {
  const token = await logIn(await newPerson())
  expect((await ask('POST', '/oauth/revoke', token)).status).toBe(204)
  const [row] = await server.database!.query<{ minutes: number }>(
    `select extract(epoch from expires_at - now())::float / 60 as minutes from revoked_tokens where id = $1`,
    [payloadOf(token)['sid']],
  )
  expect(row!.minutes).toBeGreaterThan(31)
  expect(row!.minutes).toBeLessThan(61)
})
