import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { logIn, makePng, runCli, startServer, type RunningServer } from '@rubrica/testing'

const PASSWORD = 'Correct-Horse-7'
let server: RunningServer
let env: Record<string, string | undefined>
let people = 0

beforeAll(async () => {
  server = await startServer({ postgres: inject('sharedPostgres') })
  env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, RUBRICA_PASSWORD: PASSWORD }
  await rubrica('subscription', 'add', 'Tenant')
})
afterAll(() => server[Symbol.asyncDispose]())

async function rubrica(...args: string[]): Promise<Record<string, unknown>> {
  const { code, stdout, stderr } = await runCli([...args, '--json'], env)
  if (code !== 0) throw new Error(stderr)
  return JSON.parse(stdout) as Record<string, unknown>
}

async function newPerson(...options: string[]): Promise<string> {
  const userId = `person${++people}`
  const facts = ['--name', 'A Person', '--legal-id', `L${people}`, '--email', 'p@example.org']
  await rubrica('user', 'add', userId, ...facts, ...options)
  return userId
}

function ask(fields: Record<string, string>): Promise<Response> {
  return fetch(`${server.url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('portal:').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', scope: 'vidmobileuser', ...fields }),
  })
}

const code = async (answer: Response) => ((await answer.json()) as { Code: string }).Code

test('user and password give a bearer token whose sub and legalid are the person’s', async () => {
  const userId = await newPerson()
  const person = await logIn(server.url, { userId: userId.toUpperCase(), password: PASSWORD })
  expect(person.legalId).toBe(`L${people}`)
  expect(await person.call.user({})).toEqual({
    userid: userId,
    username: 'A Person',
    legalid: person.legalId,
    email: 'p@example.org',
    emailisknown: true,
    haspassword: true,
    language: null,
  })
  expect(await person.call.resetPassword({ params: { id: person.userId } })).toEqual({
    ResetPassword: false,
    UserName: 'A Person',
  })
})

test('a person who must change the password is told so', async () => {
  const person = await logIn(server.url, { userId: await newPerson('--must-change'), password: PASSWORD })
  expect(await person.call.resetPassword({ params: { id: person.userId } })).toEqual({
    ResetPassword: true,
    UserName: 'A Person',
  })
})

test('the token call takes JSON as well as a form', async () => {
  const userId = await newPerson()
  const answer = await fetch(`${server.url}/api/oauth/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from('portal:').toString('base64')}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ grant_type: 'password', username: userId, password: PASSWORD, scope: 'vidmobileuser' }),
  })
  expect(await answer.json()).toMatchObject({ token_type: 'bearer', expires_in: 1800 })
})

test('an unknown user and a wrong password get the same answer, ten times, and then the same lock', async () => {
  const userId = await newPerson()
  for (const username of [userId, 'nobody-of-this-name']) {
    const answers: unknown[] = []
    for (let i = 0; i < 11; i++) {
      const answer = await ask({ username, password: 'Wrong-1!' })
      answers.push([answer.status, await code(answer)])
    }
    expect(answers).toEqual([
      ...Array.from({ length: 10 }, () => [401, 'INVALID_CREDENTIALS']),
      [423, 'ACCOUNT_LOCKED'],
    ])
  }
})

test('a name that nobody has stays locked after a restart, until the lock is over, and is not kept as it was typed', async () => {
  const username = 'Correct-Horse-7-typed-above'
  await Promise.all(Array.from({ length: 12 }, () => ask({ username, password: 'Wrong-1!' })))
  await server.restart()
  const answer = await ask({ username, password: 'Wrong-1!' })
  expect([answer.status, await code(answer)]).toEqual([423, 'ACCOUNT_LOCKED'])
  const kept = await server.database!.query('select * from unknown_logins')
  expect(JSON.stringify(kept).toLowerCase()).not.toContain('correct-horse')
  await server.database!.query(`update unknown_logins set locked_until = now() - interval '1 second'`)
  expect((await ask({ username, password: 'Wrong-1!' })).status).toBe(401)
})

test('a thousand log-ins at once are answered, all but a few of them that there are too many, and the server goes on', async () => {
  const limits = { LOGINS_PER_MINUTE_AND_ADDRESS: '20', LOGINS_PER_MINUTE_AND_USER: '1000' }
  await server.restart(limits)
  const statuses = await Promise.all(
    Array.from({ length: 1000 }, async (_, i) => (await ask({ username: `crowd${i}`, password: 'Wrong-1!' })).status),
  )
  const count = (status: number) => statuses.filter((one) => one === status).length
  expect([count(401), count(429)]).toEqual([20, 980])
  expect((await fetch(`${server.url}/health/ready`)).status).toBe(200)
  await server.restart(Object.fromEntries(Object.keys(limits).map((name) => [name, undefined])))
})

test('a locked account stays locked for the right password and after a restart, until an operator unlocks it', async () => {
  const userId = await newPerson()
  await Promise.all(Array.from({ length: 10 }, () => ask({ username: userId, password: 'Wrong-1!' })))
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(423)
  await server.restart()
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(423)
  await rubrica('user', 'unlock', userId)
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(200)
})

test('a hundred wrong passwords at once use up no more than the ten tries', async () => {
  await server.restart({ LOGINS_PER_MINUTE_AND_USER: '1000', LOGINS_PER_MINUTE_AND_ADDRESS: '1000' })
  const userId = await newPerson()
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask({ username: userId, password: 'Wrong-1!' })))
  expect(answers.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(10)
  expect(answers.every(({ status }) => [401, 423, 429].includes(status))).toBe(true)
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(423)
})

test('many wrong passwords at once get the same answers whether the name is somebody’s or nobody’s', async () => {
  const answersFor = async (username: string) => {
    const answers = await Promise.all(Array.from({ length: 15 }, () => ask({ username, password: 'Wrong-1!' })))
    return answers.map(({ status }) => status).sort()
  }
  const expected = [...Array<number>(10).fill(401), ...Array<number>(5).fill(423)]
  expect(await answersFor(await newPerson())).toEqual(expected)
  expect(await answersFor('nobody-at-all')).toEqual(expected)
})

test('tries that a process took with it when it died lock the account for a while, not for ever', async () => {
  const userId = await newPerson()
  await server.database!.query('update users set failed_logins = 10 where user_id = $1', [userId])
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(423)
  await server.database!.query('update users set locked_until = now() where user_id = $1', [userId])
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(200)
})

test('a lock ends by itself, and nine wrong passwords before a right one are forgotten', async () => {
  const userId = await newPerson()
  await server.database!.query(
    `update users set failed_logins = 10, locked_until = now() - interval '1 second' where user_id = $1`,
    [userId],
  )
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(200)
  await server.database!.query('update users set failed_logins = 9 where user_id = $1', [userId])
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(200)
  const [row] = await server.database!.query('select failed_logins from users where user_id = $1', [userId])
  expect(row).toEqual({ failed_logins: 0 })
})

test.each([
  ['vidmobileuser\\recoverpass', 400],
  ['documents', 400],
  ['', 400],
  ['vidmobileuser documents', 400],
])('the scope %j is not opened by a password', async (scope, status) => {
  const answer = await ask({ username: 'anybody', password: PASSWORD, scope })
  expect(answer.status).toBe(status)
})

test('too many log-ins from one address are slowed down with a time to wait', async () => {
  await server.restart({ LOGINS_PER_MINUTE_AND_ADDRESS: '5', LOGINS_PER_MINUTE_AND_USER: '1000' })
  const answers: Response[] = []
  for (let i = 0; i < 7; i++) answers.push(await ask({ username: `nobody${i}`, password: 'Wrong-1!' }))
  expect(answers.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(Number(answers[6]!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await answers[6]!.json()).toMatchObject({ Code: 'RATE_LIMITED' })
  await server.restart({ LOGINS_PER_MINUTE_AND_ADDRESS: undefined, LOGINS_PER_MINUTE_AND_USER: undefined })
})

test('a program that asks for too many tokens slows down itself only', async () => {
  await server.restart({ LOGINS_PER_MINUTE_AND_USER: '5' })
  const [one, other] = [
    await rubrica('client', 'add', 'eager', '--subscription', 'Tenant'),
    await rubrica('client', 'add', 'calm', '--subscription', 'Tenant'),
  ]
  const grant = async ({ id, secret }: Record<string, unknown>) => {
    const answer = await fetch(`${server.url}/api/oauth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${String(id)}:${String(secret)}`).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
    return answer.status
  }
  const statuses: number[] = []
  for (let i = 0; i < 6; i++) statuses.push(await grant(one))
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  expect(await grant(other)).toBe(200)
  await server.restart({ LOGINS_PER_MINUTE_AND_USER: undefined })
})

test('subscriptions that look different give 409, ones that look the same do not', async () => {
  await rubrica('subscription', 'add', 'Twin')
  await rubrica('subscription', 'add', 'Red', '--primary', '#aa0011')
  const look = async (...subscriptions: string[]) => {
    const options = subscriptions.flatMap((name) => ['--subscription', name])
    const person = await logIn(server.url, { userId: await newPerson(...options), password: PASSWORD })
    return person.call.appearance({ params: { id: person.userId } })
  }
  const theme = { SecondaryColor: '#00bf71', PrimaryTextColor: '#FFFFFF', SecondaryTextColor: '#FFFFFF', Logo: null }
  expect(await look('Tenant', 'Twin')).toEqual({ ...theme, PrimaryColor: '#00bf71' })
  expect(await look('Red')).toEqual({ ...theme, PrimaryColor: '#aa0011' })
  await expect(look('Tenant', 'Red')).rejects.toMatchObject({ status: 409, code: 'SEVERAL_APPEARANCES' })
})

test('the look of a person is the five values that the operator gave their subscription', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'rubrica-look-'))
  const logo = join(folder, 'logo.png')
  await writeFile(logo, makePng({ width: 40, height: 20 }))
  const colours = ['--primary', '#112233', '--primary-text', '#fefefe', '--secondary', '#445566', '--secondary-text']
  await rubrica('subscription', 'add', 'Blue', ...colours, '#fdfdfd', '--logo', logo)
  await rm(folder, { recursive: true })
  const person = await logIn(server.url, { userId: await newPerson('--subscription', 'Blue'), password: PASSWORD })
  expect(await person.call.appearance({ params: { id: person.userId } })).toEqual({
    PrimaryColor: '#112233',
    PrimaryTextColor: '#fefefe',
    SecondaryColor: '#445566',
    SecondaryTextColor: '#fdfdfd',
    Logo: expect.stringMatching(/^data:image\/png;base64,/) as unknown,
  })
})

test('a token stops working when its user is closed', async () => {
  const userId = await newPerson('--subscription', 'Tenant')
  const person = await logIn(server.url, { userId, password: PASSWORD })
  await server.database!.query('update users set active = false where user_id = $1', [userId])
  await expect(person.call.user({})).rejects.toMatchObject({ status: 401, code: 'SESSION_EXPIRED' })
  expect((await ask({ username: userId, password: PASSWORD })).status).toBe(401)
})

test('a token stays good over a restart, and after its key was retired', async () => {
  const person = await logIn(server.url, { userId: await newPerson('--subscription', 'Tenant'), password: PASSWORD })
  await server.database!.query(`update token_keys set created_at = created_at - interval '100 days'`)
  await server.restart()
  const later = await logIn(server.url, { userId: await newPerson('--subscription', 'Tenant'), password: PASSWORD })
  expect(later.token.split('.')[0]).not.toBe(person.token.split('.')[0])
  const answer = await fetch(`${server.url}/api/vidmobileuser/`, {
    headers: { authorization: `Bearer ${person.token}` },
  })
  expect(await answer.json()).toMatchObject({ username: 'A Person' })
})

test('passwords and secrets are in no log and in no table', async () => {
  const dump = await server.database!.query(`select u::text from users u`)
  expect(JSON.stringify(dump)).not.toContain(PASSWORD)
  expect(server.log()).not.toContain(PASSWORD)
})
