/** The second factor of a log-in with a password: codes of an app, recovery codes, and who demands one. */
import { expect, test } from 'vitest'
import { makePng } from '@rubrica/testing'
import { factorPeople, PASSWORD } from '../scenes/factor-people.ts'
import { addApp, codeOf, outcomeOf, wrongCode } from '../scenes/factor-scene.ts'

const PICTURE = Buffer.from(makePng({ width: 4, height: 4 })).toString('base64')
const { callsWith, confirm, freeSteps, log, logIn, newPerson, personWithApp, rows, rubrica } = factorPeople()

test('a password alone gives who has a factor a token that opens nothing but the second step', async () => {
  const { userId } = await personWithApp()
  const half = await logIn(userId)
  expect(half.scope).toBe('vidmobileuser\\factor')
  for (const call of [() => half.calls.user({}), () => half.calls.factors({}), () => half.calls.renewToken({})]) {
    expect(await outcomeOf(call())).toBe('403 SCOPE_TOO_NARROW')
  }
  expect(await half.calls.askFactor({})).toEqual({
    ...{ Passkey: null, HasTotp: true, RecoveryCodes: 10, MustEnrol: false, MayAddPasskey: false },
  })
})

test('a code of the app completes the log-in, once: neither the code nor the password’s token serves again', async () => {
  const { userId, secret } = await personWithApp()
  const half = await logIn(userId)
  const code = codeOf(secret)
  const { access_token: token } = await confirm(half, { Code: code })
  expect((await callsWith(token).user({})).userid).toBe(userId)
  expect(await outcomeOf(confirm(half, { Code: code }))).toBe('401 SESSION_EXPIRED')
  expect(await outcomeOf(confirm(await logIn(userId), { Code: code }))).toBe('400 FACTOR_CODE_WRONG')
})

test('the codes of the step before and of the step after count, and none further away', async () => {
  const { userId, secret } = await personWithApp()
  const outcomes = []
  for (const steps of [-2, -1, 1, 2]) {
    await freeSteps(userId)
    outcomes.push(await outcomeOf(confirm(await logIn(userId), { Code: codeOf(secret, Date.now() + steps * 30_000) })))
  }
  expect(outcomes).toEqual(['400 FACTOR_CODE_WRONG', 'done', 'done', '400 FACTOR_CODE_WRONG'])
})

test('of two requests with one code, at the same moment, one is served', async () => {
  const { userId, secret } = await personWithApp()
  const halves = await Promise.all(Array.from({ length: 6 }, () => logIn(userId)))
  const code = codeOf(secret)
  const outcomes = await Promise.all(halves.map((half) => outcomeOf(confirm(half, { Code: code }))))
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  expect(new Set(outcomes)).toEqual(new Set(['done', '400 FACTOR_CODE_WRONG']))
})

test('ten wrong codes lock, also those that are tried at once, and the right one is not looked at any more', async () => {
  const { userId, secret } = await personWithApp()
  const half = await logIn(userId)
  const tries = Array.from({ length: 14 }, () => outcomeOf(confirm(half, { Code: wrongCode(secret) })))
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((outcome) => outcome === '400 FACTOR_CODE_WRONG')).toHaveLength(10)
  expect(outcomes.filter((outcome) => outcome === '423 FACTOR_LOCKED')).toHaveLength(4)
  expect(await outcomeOf(confirm(half, { Code: codeOf(secret) }))).toBe('423 FACTOR_LOCKED')
  await rows(`update factor_tries set locked_until = now() - interval '1 second'`)
  expect(await outcomeOf(confirm(half, { Code: codeOf(secret) }))).toBe('done')
})

test('a recovery code serves once, however it is typed, and its person is told', async () => {
  const { userId, recoveryCodes } = await personWithApp()
  expect(new Set(recoveryCodes).size).toBe(10)
  const typed = recoveryCodes[0]!.toLowerCase().replaceAll('-', ' ')
  const halves = await Promise.all([logIn(userId), logIn(userId), logIn(userId)])
  const outcomes = await Promise.all(halves.map((half) => outcomeOf(confirm(half, { RecoveryCode: typed }))))
  expect(outcomes.toSorted()).toEqual(['400 FACTOR_CODE_WRONG', '400 FACTOR_CODE_WRONG', 'done'])
  expect((await (await logIn(userId)).calls.askFactor({})).RecoveryCodes).toBe(9)
  const told = await rows<{ change: string }>(
    `select data->>'change' as change from pgboss.job join users on users.id::text = data->>'userId'
     where job.name = 'tell-factor' and user_id = $1 order by created_on`,
    [userId],
  )
  expect(told.map(({ change }) => change)).toEqual(['totp-added', 'recovery-code-used'])
})

test('new recovery codes end the earlier ones', async () => {
  const { userId, recoveryCodes, calls } = await personWithApp()
  const { RecoveryCodes: anew } = await calls.makeRecoveryCodes({})
  const half = await logIn(userId)
  expect(await outcomeOf(confirm(half, { RecoveryCode: recoveryCodes[0]! }))).toBe('400 FACTOR_CODE_WRONG')
  expect(await outcomeOf(confirm(half, { RecoveryCode: anew[0]! }))).toBe('done')
})

test('recovering and changing a password keeps the factors', async () => {
  const { userId, calls, secret } = await personWithApp()
  await calls.updateUser({ body: { password: 'Other-Horse-8', currentpassword: PASSWORD } })
  const [person] = await rows<{ id: string }>('select id from users where user_id = $1', [userId])
  await rubrica('user', 'password', userId)
  const half = await logIn(userId)
  expect(half.scope).toBe('vidmobileuser\\factor')
  await rows('update users set must_reset_password = true where id = $1', [person!.id])
  await freeSteps(userId)
  const { access_token: token } = await confirm(half, { Code: codeOf(secret) })
  const forced = callsWith(token)
  await forced.setPassword({ params: { id: person!.id }, body: { password: 'Third-Horse-9' } })
  expect((await logIn(userId, { password: 'Third-Horse-9' })).scope).toBe('vidmobileuser\\factor')
})

test('a subscription that demands a factor has people set one up before there is a session', async () => {
  const userId = await newPerson('Strict')
  const half = await logIn(userId)
  expect(half.scope).toBe('vidmobileuser\\factor')
  expect((await half.calls.askFactor({})).MustEnrol).toBe(true)
  expect(await outcomeOf(half.calls.user({}))).toBe('403 SCOPE_TOO_NARROW')
  const { token, recoveryCodes, secret } = await addApp(half.calls)
  expect(recoveryCodes).toHaveLength(10)
  const calls = callsWith(token)
  expect((await calls.user({})).userid).toBe(userId)
  expect(await outcomeOf(half.calls.askFactor({}))).toBe('401 SESSION_EXPIRED')
  expect(await outcomeOf(calls.removeTotp({}))).toBe('409 FACTOR_DEMANDED')
  await rubrica('subscription', 'set', 'Strict', '--no-second-factor')
  expect(await outcomeOf(calls.removeTotp({}))).toBe('done')
  expect((await logIn(userId)).scope).toBeUndefined()
  await rubrica('subscription', 'set', 'Strict', '--second-factor')
  expect(secret).toMatch(/^[A-Z2-7]{32}$/)
})

test('a password alone adds no factor to those that protect it, however many log-ins set one up at once', async () => {
  const userId = await newPerson('Strict')
  const halves = await Promise.all([logIn(userId), logIn(userId), logIn(userId)])
  const { Secret } = await halves[0].calls.beginTotp({})
  const outcomes = await Promise.all(
    halves.map(({ calls }) => outcomeOf(calls.addTotp({ body: { Code: codeOf(Secret) } }))),
  )
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
  const { calls } = await logIn(userId)
  expect(await outcomeOf(calls.beginTotp({}))).toBe('403 FACTOR_NEEDED')
  expect(await outcomeOf(calls.addTotp({ body: { Code: '123456' } }))).toBe('403 FACTOR_NEEDED')
})

test('who has a factor shows it again for what leads to the account, unless they have just done so', async () => {
  const { userId, secret, calls } = await personWithApp()
  await rows(`update user_subscriptions set roles = '{sender}'`)
  const fresh = await confirm(await logIn(userId), { Code: codeOf(secret) })
  expect(await outcomeOf(callsWith(fresh.access_token).beginTotp({}))).toBe('done')
  const staleOne = await staleToken(fresh.access_token)
  const stale = callsWith(staleOne)
  const [person] = await rows<{ legal_id: string }>('select legal_id from users where user_id = $1', [userId])
  const id = crypto.randomUUID()
  const p12 = { p12: 'AAAA', certalias: 'a', pin: '1234', certtype: 'keyvault' }
  const inADay = new Date(Date.now() + 86_400_000).toISOString()
  const sensitive = {
    mail: () => stale.updateUser({ body: { email: 'new@example.org', currentpassword: PASSWORD } }),
    password: () => stale.updateUser({ body: { password: 'Other-Horse-8', currentpassword: PASSWORD } }),
    app: () => stale.beginTotp({}),
    noApp: () => stale.removeTotp({}),
    passkey: () => stale.beginPasskey({}),
    noPasskey: () => stale.removePasskey({ params: { factorGuid: id } }),
    codes: () => stale.makeRecoveryCodes({}),
    certificate: () => stale.uploadCertificate({ params: { legalid: person!.legal_id }, body: p12 }),
    noCertificate: () => stale.deleteCertificate({ params: { legalid: person!.legal_id, guid: id } }),
    key: () => stale.createPersonalKey({ body: { Name: 'K', Scopes: ['documents:read'], ExpiresAt: inADay } }),
    bulkAct: () => stale.startBulkAct({ body: { act: 'remind', documents: [id] } }),
    bulkSend: () => stale.startBulkSend({ params: { bulkSendId: id }, body: {} }),
    pin: () => stale.changePin({ params: { id, guid: id }, body: { CurrentPin: '246810', NewPin: '135790' } }),
    picture: () => stale.putSignatureImage({ params: { legalid: person!.legal_id }, body: { SignatureImage: '' } }),
    pictureOfProfile: () => stale.updateUser({ body: { signatureimage: PICTURE } }),
    noWebhook: () => stale.deleteWebhook({ params: { webhookId: id } }),
    webhook: () => stale.createWebhook({ body: { url: 'https://receiver.example/' } }),
  }
  for (const [what, call] of Object.entries(sensitive)) {
    expect(await outcomeOf(call()), what).toBe('403 FACTOR_NEEDED')
  }
  expect(await outcomeOf(stale.updateUser({ body: { language: 'de' } }))).toBe('done')
  await freeSteps(userId)
  const { access_token: again } = await confirm({ calls: stale }, { Code: codeOf(secret) })
  expect(await outcomeOf(callsWith(again).makeRecoveryCodes({}))).toBe('done')
  expect(sessionOf(again)).toBe(sessionOf(staleOne))
  expect(await outcomeOf(calls.factors({}))).toBe('done')
})

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
const sessionOf = (token: string) => payloadOf(token)['sid']

/** A token of a remembered browser: of the same person, who has shown no factor in this session. */
async function staleToken(fresh: string): Promise<string> {
  const secret = 's'.repeat(43)
  const { sub } = payloadOf(fresh)
  await rows(
    `insert into remembered_devices (id, user_id, secret_hash, name, token_generation, remembered_at, expires_at)
     select gen_random_uuid(), id, sha256($2::bytea), 'Browser', token_generation, now(), now() + interval '1 day'
     from users where id = $1`,
    [sub, `rubrica-device:${secret}`],
  )
  const [person] = await rows<{ user_id: string }>('select user_id from users where id = $1', [sub])
  return (await logIn(person!.user_id, { cookie: `rubrica-device=${secret}` })).token
}

test('who has no factor is asked for none', async () => {
  const { calls } = await logIn(await newPerson())
  expect(await outcomeOf(calls.updateUser({ body: { email: 'new@example.org', currentpassword: PASSWORD } }))).toBe(
    'done',
  )
})

test('an operator takes away the factors of who has lost them, and ends their sessions; both are in the log', async () => {
  const { userId, calls } = await personWithApp()
  expect(await rubrica('user', 'factor', 'reset', userId)).toMatchObject({ ok: true, userId, factors: 1 })
  expect(await outcomeOf(calls.user({}))).toBe('401 SESSION_EXPIRED')
  expect((await logIn(userId)).scope).toBeUndefined()
  const [event] = await rows<{ canonical: string }>(
    `select canonical from installation_events where type = 'factors-reset' order by sequence desc limit 1`,
  )
  expect(JSON.parse(event!.canonical)).toMatchObject({ facts: { by: 'operator', factors: 1 } })
})

test('secrets lie under the server key and codes as hashes, and neither is in a log or a job', async () => {
  const { secret, recoveryCodes } = await personWithApp()
  const tables = ['totp_factors', 'totp_setups', 'recovery_codes', 'installation_events', 'pgboss.job']
  const kept = await Promise.all(tables.map((table) => rows(`select t::text from ${table} as t`)))
  const everything = JSON.stringify(kept) + log()
  for (const word of [secret, ...recoveryCodes, recoveryCodes[0]!.replaceAll('-', '')]) {
    expect(everything).not.toContain(word)
  }
})
