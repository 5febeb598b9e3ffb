/** The first factor of a person lets its holder in for ever: only its person adds it, in a session of their own. */
import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { senderToken } from '@rubrica/testing'
import { DatabaseFactorStore } from '../../src/adapters/database/factors/factor-store.ts'
import { DatabasePasskeyStore } from '../../src/adapters/database/factors/passkey-store.ts'
import { openFoundation, type Foundation } from '../../src/compose/foundation.ts'
import { readConfig } from '../../src/config/config.ts'
import { factorPeople, PASSWORD } from '../scenes/factor-people.ts'
import { addPasskeyOf, codeOf, openAuthenticator, outcomeOf, type Calls } from '../scenes/factor-scene.ts'

const ORIGIN = 'https://sign.example.org'
const HERE = { origin: ORIGIN, rpId: 'sign.example.org' }
const people = factorPeople({ PUBLIC_URL: ORIGIN })
const { callsWith, logIn, newPerson, rows, rubrica } = people

let foundation: Foundation
beforeAll(async () => {
  const env = { DATABASE_URL: people.database().url, DATA_DIR: people.dataDir() }
  const config = readConfig({ ...env, SERVER_KEY_FILE: people.serverKeyFile() })
  foundation = await openFoundation({ config, role: 'tool' })
})
afterAll(() => foundation[Symbol.asyncDispose]())

/** The calls of somebody without a factor, in a session that a passkey of theirs has begun. */
async function withoutFreshPassword(): Promise<Calls> {
  const authenticator = openAuthenticator(HERE)
  await addPasskeyOf((await logIn(await newPerson())).calls, authenticator)
  const Assertion = authenticator.show(await callsWith('').askPasskey({}))
  const { access_token: token } = await callsWith('').passkeyLogin({ body: { Assertion } })
  const calls = callsWith(token)
  const [passkey] = (await calls.factors({})).Passkeys
  await calls.removePasskey({ params: { factorGuid: passkey!.Guid } })
  return calls
}

test('a session that did not begin with the password just now adds one only with the password', async () => {
  const calls = await withoutFreshPassword()
  for (const begin of [
    (body?: { CurrentPassword: string }) => calls.beginTotp({ body }),
    (body?: { CurrentPassword: string }) => calls.beginPasskey({ body }),
  ]) {
    expect(await outcomeOf(begin())).toBe('422 CURRENT_PASSWORD_NEEDED')
    expect(await outcomeOf(begin({ CurrentPassword: 'Wrong-Horse-7' }))).toBe('422 CURRENT_PASSWORD_WRONG')
    expect(await outcomeOf(begin({ CurrentPassword: PASSWORD }))).toBe('done')
  }
  expect(await outcomeOf(calls.addTotp({ body: { Code: '123456' } }))).toBe('400 FACTOR_CODE_WRONG')
})

test('wrong passwords that are tried at it lock the account, as at the log-in', async () => {
  const calls = await withoutFreshPassword()
  const tries = Array.from({ length: 12 }, () =>
    outcomeOf(calls.beginTotp({ body: { CurrentPassword: 'Wrong-Horse-7' } })),
  )
  const outcomes = await Promise.all(tries)
  expect(outcomes.filter((outcome) => outcome === '423 ACCOUNT_LOCKED').length).toBeGreaterThanOrEqual(2)
  expect(await outcomeOf(calls.beginTotp({ body: { CurrentPassword: PASSWORD } }))).toBe('423 ACCOUNT_LOCKED')
})

test('a program that opened the session adds none, whoever the person is', async () => {
  const userId = await newPerson()
  const made = await rubrica('client', 'add', 'erp', '--subscription', 'Tenant', '--scope', 'login')
  const client = await senderToken(people.address(), { id: 'erp', secret: String(made['secret']) }, 'login')
  const opened = await fetch(`${people.address()}/api/v1/user-tokens`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client}`, 'content-type': 'application/json' },
    body: JSON.stringify({ userId }),
  })
  const { token } = (await opened.json()) as { token: string }
  const calls = callsWith(token)
  expect((await calls.user({})).userid).toBe(userId)
  expect(await outcomeOf(calls.beginTotp({}))).toBe('403 SESSION_OF_PROGRAM')
  expect(await outcomeOf(calls.beginPasskey({ body: { CurrentPassword: PASSWORD } }))).toBe('403 SESSION_OF_PROGRAM')
})

const rowOf = async (loginName: string) =>
  (
    await rows<{ id: string; generation: number }>(
      'select id, token_generation as generation from users where user_id = $1',
      [loginName],
    )
  )[0]!

const nobodyTold = () => Promise.resolve()
const factorOf = (session: { id: string; generation: number }) => ({
  ...{ at: new Date(), session, onlyFirst: false, codeHashes: [randomBytes(32)] },
})

test('a session that ended while its request was under way adds none', async () => {
  const { database, serverKeys } = foundation
  const [passkeys, factors] = [
    new DatabasePasskeyStore(database, nobodyTold),
    new DatabaseFactorStore(database, serverKeys, nobodyTold),
  ]
  const loginName = await newPerson()
  const { id: userId, generation } = await rowOf(loginName)
  const session = { id: randomUUID(), generation }
  const passkey = { id: randomUUID(), userId, name: 'Laptop', transports: [], counter: 0 }
  const add = async () => {
    await factors.keepTotpSetup(userId, randomBytes(20), new Date(Date.now() + 60_000))
    const { sealed } = (await factors.totpSetup(userId, new Date()))!
    const credential = { credentialId: randomBytes(32).toString('base64url'), publicKey: randomBytes(77) }
    return [
      await passkeys.add({ ...passkey, ...credential }, factorOf(session), 20),
      await factors.addTotp(userId, { sealed, step: 1 }, factorOf(session)),
    ]
  }
  await rubrica('user', 'factor', 'reset', loginName)
  expect(await add(), 'of an earlier generation').toEqual(['session-over', 'session-over'])
  await rows('update users set kept_token = $2 where id = $1', [userId, session.id])
  await rows(`insert into revoked_tokens values ($1, now() + interval '1 hour')`, [session.id])
  expect(await add(), 'logged out').toEqual(['session-over', 'session-over'])
  await rows('delete from revoked_tokens where id = $1', [session.id])
  expect(await add(), 'kept').toEqual(['first', 'further'])
})

test('the app that counts is the one whose code was shown, not one that was begun meanwhile', async () => {
  const loginName = await newPerson()
  const { calls } = await logIn(loginName)
  const { Secret: first } = await calls.beginTotp({})
  const { Secret: second } = await calls.beginTotp({})
  expect(await outcomeOf(calls.addTotp({ body: { Code: codeOf(first) } }))).toBe('400 FACTOR_CODE_WRONG')
  const { database, serverKeys } = foundation
  const factors = new DatabaseFactorStore(database, serverKeys, nobodyTold)
  const { id: userId, generation } = await rowOf(loginName)
  const setup = (await factors.totpSetup(userId, new Date()))!
  await calls.beginTotp({})
  const factor = factorOf({ id: randomUUID(), generation })
  expect(await factors.addTotp(userId, { sealed: setup.sealed, step: 1 }, factor)).toBe('over')
  expect(second).not.toBe(first)
})
