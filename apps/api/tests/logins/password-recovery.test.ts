import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { openScene, type Scene } from '@rubrica/testing'
import { openDatabase } from '../../src/adapters/database/connection.ts'
import type { Schema } from '../../src/adapters/database/schema.ts'
import { DatabaseRecoveryStore } from '../../src/adapters/database/users/recovery-store.ts'
import { Secret } from '../../src/config/secret.ts'
import { readEventsOf } from '../scenes/read-installation-events.ts'
import { openRecoveries, PASSWORD, PATIENCE, payloadOf, tokenIn, type Answer } from '../scenes/recovery-scene.ts'

const NEW = 'Another-Horse-8'
const PORTAL = 'https://sign.example.test'
let scene: Scene
const { server, query, newPerson, read, askRecovery, logIn, put, askForMail, mailsTo } = openRecoveries(() => scene)

beforeAll(async () => {
  scene = await openScene({ postgres: inject('sharedPostgres'), env: { PUBLIC_URL: PORTAL } })
})
afterAll(() => scene[Symbol.asyncDispose]())

const passwordsSet = async (userId: string) =>
  (await readEventsOf(query, userId)).filter(({ type }) => type === 'password-set')

test('a forgotten password: a token for no password, a mail in the person’s language, and a new password by its link', async () => {
  const { userId, email } = await newPerson('ca')
  const asked = await askRecovery(userId.toUpperCase())
  expect(asked).toMatchObject({ status: 200, body: { token_type: 'bearer' } })
  const token = String(asked.body['access_token'])
  expect(payloadOf(token)).toMatchObject({ scope: 'vidmobileuser\\recoverpass', legalid: '' })
  expect((await put('recoverpass', token, {})).status).toBe(204)
  const mails = await mailsTo(email, 1)
  expect(mails[0]!.subject).toBe('Una contrasenya nova per al vostre compte')
  expect(mails[0]!.links[0]).toMatch(/^https:\/\/sign\.example\.test\/recovery\?t=[\w.-]+$/)
  const mailed = tokenIn(mails)
  expect(await put('password', mailed, { password: 'weak' })).toMatchObject({ body: { Code: 'PASSWORD_NOT_SECURE' } })
  expect((await put('password', mailed, { password: NEW })).status).toBe(204)
  expect((await logIn(userId, PASSWORD)).status).toBe(401)
  expect((await logIn(userId, NEW)).status).toBe(200)
})

test('the mail is in the language in which it was asked for, and its link keeps the environment', async () => {
  const { userId, email } = await newPerson('ca')
  await askForMail(userId, { language: 'de', env: 'PRE' })
  const [mail] = await mailsTo(email, 1)
  expect(mail!.subject).toBe('Ein neues Passwort für Ihr Konto')
  expect(mail!.links[0]).toMatch(/&env=PRE$/)
})

test('the token for no password sets none and reads nothing, and the mailed one sets a password and nothing else', async () => {
  const { userId, email } = await newPerson()
  const asking = await askForMail(userId)
  const mailed = tokenIn(await mailsTo(email, 1))
  const tooNarrow = { status: 403, body: { Code: 'SCOPE_TOO_NARROW' } }
  expect(await put('password', asking, { password: NEW })).toMatchObject(tooNarrow)
  expect(await put('recoverpass', mailed, {})).toMatchObject(tooNarrow)
  for (const token of [asking, mailed]) {
    for (const path of [
      '/vidmobileuser/',
      '/pendingsignatures/paginated',
      `/vidmobileuser/${String(payloadOf(token)['sub'])}/appearance`,
    ]) {
      const answer = await fetch(`${scene.portal.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } })
      expect(answer.status).toBe(403)
    }
    expect((await put('password', token, { password: NEW }, scene.people.ana.userId)).status).toBe(404)
  }
  expect((await logIn(userId, PASSWORD)).status).toBe(200)
})

test('a link sets a password once, even when it is followed twice at the same time', async () => {
  const { userId, email } = await newPerson()
  await askForMail(userId)
  const mailed = tokenIn(await mailsTo(email, 1))
  const [one, other] = await Promise.all(
    ['First-Horse-1', 'Second-Horse-2'].map((password) => put('password', mailed, { password })),
  )
  expect([one!.status, other!.status].sort()).toEqual([204, 403])
  expect(await passwordsSet(userId)).toMatchObject([{ facts: { by: 'person', how: 'recovery' } }])
  expect(await put('password', mailed, { password: NEW })).toMatchObject({ body: { Code: 'RECOVERY_LINK_INVALID' } })
})

test('a link is worth nothing after a quarter of an hour, after a later mail, and after any other new password', async () => {
  const { userId, email } = await newPerson()
  const useless = { status: 403, body: { Code: 'RECOVERY_LINK_INVALID' } }
  await askForMail(userId)
  const first = tokenIn(await mailsTo(email, 1))
  const { iat, exp } = payloadOf(first) as { iat: number; exp: number }
  expect(exp - iat).toBe(15 * 60)
  await askForMail(userId)
  const second = tokenIn(await mailsTo(email, 2))
  expect(second).not.toBe(first)
  expect(await put('password', first, { password: NEW })).toMatchObject(useless)
  await query('update users set token_generation = token_generation + 1 where user_id = $1', [userId])
  expect(await put('password', second, { password: NEW })).toMatchObject(useless)
  await askForMail(userId)
  const third = tokenIn(await mailsTo(email, 3))
  await query(`update recoveries set expires_at = now() - interval '1 second'`)
  expect(await put('password', third, { password: NEW })).toMatchObject(useless)
  expect((await logIn(userId, PASSWORD)).status).toBe(200)
})

test('a password that has to be changed is not taken again, neither at the log-in nor by the link', async () => {
  const { userId, email } = await newPerson()
  await query('update users set must_reset_password = true where user_id = $1', [userId])
  const unchanged = { status: 422, body: { Code: 'PASSWORD_UNCHANGED' } }
  const token = String((await logIn(userId, PASSWORD)).body['access_token'])
  expect(await put('password', token, { password: PASSWORD })).toMatchObject(unchanged)
  await askForMail(userId)
  const mailed = tokenIn(await mailsTo(email, 1))
  expect(await put('password', mailed, { password: PASSWORD })).toMatchObject(unchanged)
  expect((await put('password', mailed, { password: NEW })).status).toBe(204)
  expect((await logIn(userId, NEW)).status).toBe(200)
})

test('a password that somebody had to change is in the log of the installation, once', async () => {
  const { userId } = await newPerson()
  await query('update users set must_reset_password = true where user_id = $1', [userId])
  const token = String((await logIn(userId, PASSWORD)).body['access_token'])
  const [one, other] = await Promise.all([0, 1].map(() => put('password', token, { password: NEW })))
  expect([one!.status, other!.status]).toContain(204)
  expect(await passwordsSet(userId)).toMatchObject([{ facts: { by: 'person', how: 'forced-change' } }])
})

test('the link says whether it works, and for whom, before a password is typed', async () => {
  const { userId, email } = await newPerson()
  const asking = await askForMail(userId)
  const mailed = tokenIn(await mailsTo(email, 1))
  const standing = async (token: string) =>
    read(
      await fetch(`${scene.portal.url}/api/vidmobileusers/${String(payloadOf(token)['sub'])}/recoverpass`, {
        headers: { authorization: `Bearer ${token}` },
      }),
    )
  expect(await standing(asking)).toMatchObject({ status: 403, body: { Code: 'SCOPE_TOO_NARROW' } })
  expect(await standing(mailed)).toEqual({ status: 200, body: { UserId: userId } })
  expect((await put('password', mailed, { password: NEW })).status).toBe(204)
  expect(await standing(mailed)).toMatchObject({ status: 403, body: { Code: 'RECOVERY_LINK_INVALID' } })
})

test('a recovered password ends every session and the lock of the account', async () => {
  const { userId, email } = await newPerson()
  const session = String((await logIn(userId, PASSWORD)).body['access_token'])
  await Promise.all(Array.from({ length: 10 }, () => logIn(userId, 'Wrong-1!')))
  expect((await logIn(userId, PASSWORD)).status).toBe(423)
  await askForMail(userId)
  expect((await put('password', tokenIn(await mailsTo(email, 1)), { password: NEW })).status).toBe(204)
  const answer = await fetch(`${scene.portal.url}/api/vidmobileuser/`, {
    headers: { authorization: `Bearer ${session}` },
  })
  expect(answer.status).toBe(401)
  expect((await logIn(userId, NEW)).status).toBe(200)
})

test('a mailbox gets no more than five mails in an hour', async () => {
  const { userId, email } = await newPerson()
  const remember = (mails: number, age: string) =>
    query(
      `insert into recoveries (token_hash, user_id, token_generation, created_at, expires_at)
       select gen_random_uuid()::text, id, token_generation, now() - $1::interval, now()
       from users, generate_series(1, $2::int) where user_id = $3`,
      [age, mails, userId],
    )
  await remember(3, '61 minutes')
  await remember(4, '59 minutes')
  await askForMail(userId)
  await mailsTo(email, 1)
  await askForMail(userId)
  await mailsTo(email, 1)
})

test('a link is worth nothing once the person has their mails sent to another mailbox', async () => {
  const { userId, email } = await newPerson()
  await askForMail(userId)
  const mailed = tokenIn(await mailsTo(email, 1))
  const { body } = await logIn(userId, PASSWORD)
  const moved = await fetch(`${scene.portal.url}/api/vidmobileuser/`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${String(body['access_token'])}`, 'content-type': 'application/json' },
    body: JSON.stringify({ email: `moved-${email}`, currentpassword: PASSWORD }),
  })
  expect(moved.status).toBe(204)
  expect(await put('password', mailed, { password: NEW })).toMatchObject({ body: { Code: 'RECOVERY_LINK_INVALID' } })
  expect((await logIn(userId, PASSWORD)).status).toBe(200)
})

test('whoever uses the link has the mailbox: an address of the profile is proved by it', async () => {
  const { userId, email } = await newPerson()
  await query('update users set email_is_known = false where user_id = $1', [userId])
  await askForMail(userId)
  expect((await put('password', tokenIn(await mailsTo(email, 1)), { password: NEW })).status).toBe(204)
  expect(await query('select email_is_known from users where user_id = $1', [userId])).toEqual([
    { email_is_known: true },
  ])
})

test('a mail that was about to go to the mailbox of before is worth nothing, and is not sent', async () => {
  const { userId } = await newPerson()
  const url = new Secret(server().database!.url)
  const opened = await openDatabase<Schema>({ kind: 'external', url }, { role: 'server', poolSize: 1 })
  const recoveries = new DatabaseRecoveryStore(opened.db, () => new Date())
  const person = (await recoveries.findPerson(userId))!
  await query(`update users set email = 'moved-' || email where user_id = $1`, [userId])
  const token = { ...person, tokenId: 'late', createdAt: new Date(), expiresAt: new Date(Date.now() + 60_000) }
  expect(await recoveries.keepToken(token, { mails: 5, since: new Date(0) })).toBe(false)
  expect(await recoveries.isRecoverable(person.userId, 'late', new Date())).toBe(false)
  await opened.close()
})

test('no more than five go to a mailbox when many are asked for at once', async () => {
  const { userId, email } = await newPerson()
  const token = String((await askRecovery(userId)).body['access_token'])
  const asked = await Promise.all(Array.from({ length: 15 }, () => put('recoverpass', token, {})))
  expect(asked.map(({ status }) => status)).toEqual(Array.from({ length: 15 }, () => 204))
  const mails = await mailsTo(email, 5)
  const worth = mails.map(({ links }) => put('password', new URL(links[0]!).searchParams.get('t')!, { password: NEW }))
  expect((await Promise.all(worth)).filter(({ status }) => status === 204)).toHaveLength(1)
})

test('mails that the mail server did not take are not counted', async () => {
  const { userId, email } = await newPerson()
  await fetch(`${scene.portal.sandbox.url}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ service: 'smtp', fault: 'http500', times: 5 }),
  })
  for (let asked = 0; asked < 5; asked += 1) await askForMail(userId)
  await vi.waitFor(async () => {
    const failed = await query(`select 1 from pgboss.job where name = 'send-recovery-mail' and state = 'retry'`)
    expect(failed).toHaveLength(5)
  }, PATIENCE)
  await query(`delete from pgboss.job where name = 'send-recovery-mail' and state = 'retry'`)
  await askForMail(userId)
  await mailsTo(email, 1)
})

test('neither token nor link is in the database or the log', async () => {
  const { userId, email } = await newPerson()
  const asking = await askForMail(userId)
  const mailed = tokenIn(await mailsTo(email, 1))
  const kept =
    JSON.stringify(await query('select * from recoveries')) + JSON.stringify(await query('select * from pgboss.job'))
  for (const secret of [asking, mailed, String(payloadOf(mailed)['jti'])]) {
    expect(kept).not.toContain(secret)
    expect(server().log()).not.toContain(secret)
  }
})

test('what somebody types where the user id belongs, which may be their password, is not kept as it was typed', async () => {
  await server().restart({ HIDE_UNKNOWN_USERS: 'true' })
  await askForMail('Typed-by-Mistake-7')
  await mailsTo('nobody@people.test', 0)
  const kept = JSON.stringify([await query('select * from pgboss.job'), await query('select * from unknown_logins')])
  expect(kept.toLowerCase()).not.toContain('typed-by-mistake-7')
  expect(server().log().toLowerCase()).not.toContain('typed-by-mistake-7')
  await server().restart({ HIDE_UNKNOWN_USERS: undefined })
})

test('with a password, the recovery scope opens nothing', async () => {
  const { userId } = await newPerson()
  expect(await askRecovery(userId, PASSWORD)).toMatchObject({ status: 400, body: { Code: 'BAD_REQUEST' } })
})

test('who is not there, or not any more, is said to be no user', async () => {
  const unknown = await askRecovery('nobody-of-this-name')
  expect(unknown).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
  const { userId } = await newPerson()
  await query('update users set active = false where user_id = $1', [userId])
  expect(await askRecovery(userId)).toMatchObject({ status: 401, body: { Code: 'LOGIN_USER_UNKNOWN' } })
})

test('where unknown people are hidden, a name that nobody has is answered like any other, and no mail is sent', async () => {
  const { userId, email } = await newPerson()
  await server().restart({ HIDE_UNKNOWN_USERS: 'true' })
  const [known, unknown] = [await askRecovery(userId), await askRecovery('nobody-of-this-name')]
  expect(Object.keys(unknown.body)).toEqual(Object.keys(known.body))
  expect(unknown.status).toBe(200)
  const shapes = [known, unknown].map(({ body }) => {
    const { sub, jti, sid, name, iat, exp, auth_time, ...rest } = payloadOf(String(body['access_token']))
    expect(sub).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect([jti, sid, name, auth_time].every((claim) => claim !== undefined)).toBe(true)
    return { ...rest, life: Number(exp) - Number(iat) }
  })
  expect(shapes[1]).toEqual(shapes[0])
  const answers: Answer[] = []
  for (const { body } of [known, unknown]) answers.push(await put('recoverpass', String(body['access_token']), {}))
  expect(answers).toEqual([
    { status: 204, body: {} },
    { status: 204, body: {} },
  ])
  await mailsTo(email, 1)
  // Not even by the id is it told who is known: each token names another one.
  const again = await askRecovery(userId)
  expect(payloadOf(String(again.body['access_token']))['sub']).not.toBe(
    payloadOf(String(known.body['access_token']))['sub'],
  )
  expect(await put('password', String(unknown.body['access_token']), { password: NEW })).toMatchObject({ status: 403 })
  await server().restart({ HIDE_UNKNOWN_USERS: undefined })
})

test('a server without mail says that it can send none, and who asks too often is told to wait', async () => {
  const { userId } = await newPerson()
  await server().restart({ SMTP_URL: undefined, LOGINS_PER_MINUTE_AND_USER: '5' })
  const token = String((await askRecovery(userId)).body['access_token'])
  for (let asked = 0; asked < 5; asked += 1) {
    const refused = await put('recoverpass', token, {})
    expect(refused).toMatchObject({ status: 503, body: { Code: 'TEMPORARILY_UNAVAILABLE' } })
  }
  expect(await put('recoverpass', token, {})).toMatchObject({ status: 429, body: { Code: 'RATE_LIMITED' } })
})
