/** Passkeys: as a second factor, and as the only thing that a log-in asks for. */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { runCli, startServer, type RunningServer } from '@rubrica/testing'
import {
  addPasskeyOf,
  callsAs,
  openAuthenticator,
  outcomeOf,
  statementWith,
  type Calls,
  type Lie,
} from '../scenes/factor-scene.ts'

const PASSWORD = 'Correct-Horse-7'
const ORIGIN = 'https://sign.example.org'
const HERE = { origin: ORIGIN, rpId: 'sign.example.org' }
let server: RunningServer
let env: Record<string, string | undefined>
let people = 0

beforeAll(async () => {
  const many = { LOGINS_PER_MINUTE_AND_ADDRESS: '100000', LOGINS_PER_MINUTE_AND_USER: '100000' }
  server = await startServer({ postgres: inject('sharedPostgres'), env: { ...many, PUBLIC_URL: ORIGIN } })
  env = { DATABASE_URL: server.database!.url, DATA_DIR: server.dataDir, RUBRICA_PASSWORD: PASSWORD }
  await rubrica('subscription', 'add', 'Tenant')
})
afterAll(() => server[Symbol.asyncDispose]())

async function rubrica(...args: string[]): Promise<void> {
  const { code, stderr } = await runCli([...args, '--json'], env)
  if (code !== 0) throw new Error(stderr)
}

const halfWay = async (userId: string): Promise<Calls> => {
  const body = { grant_type: 'password', username: userId, password: PASSWORD, scope: 'vidmobileuser' } as const
  return callsAs(server.url, (await callsAs(server.url, '').token({ body })).access_token)
}

/** Somebody with a passkey. */
async function personWithPasskey(authenticator = openAuthenticator(HERE)) {
  const userId = `person${++people}`
  const facts = ['--name', 'A Person', '--legal-id', `L${people}`, '--email', 'p@example.org']
  await rubrica('user', 'add', userId, ...facts, '--subscription', 'Tenant')
  const { token, recoveryCodes } = await addPasskeyOf(await halfWay(userId), authenticator)
  return { userId, authenticator, recoveryCodes, calls: callsAs(server.url, token) }
}

const nobody = () => callsAs(server.url, '')

/** Logs in with the passkey alone. */
async function enter(authenticator: ReturnType<typeof openAuthenticator>, lie: Lie = {}): Promise<Calls> {
  const Assertion = authenticator.show(await nobody().askPasskey({}), lie)
  const { access_token: token } = await nobody().passkeyLogin({ body: { Assertion } })
  return callsAs(server.url, token)
}

test('a passkey is the second factor of a password', async () => {
  const { userId, authenticator, recoveryCodes } = await personWithPasskey()
  expect(recoveryCodes).toHaveLength(10)
  const half = await halfWay(userId)
  const challenge = await half.askFactor({})
  expect(challenge).toMatchObject({ HasTotp: false, MustEnrol: false, MayAddPasskey: true })
  expect(challenge.Passkey).toMatchObject({
    ...{ rpId: HERE.rpId, userVerification: 'required' },
    allowCredentials: [{ id: authenticator.credentialId, type: 'public-key', transports: ['internal'] }],
  })
  const { access_token: token } = await half.confirmFactor({
    body: { Assertion: authenticator.show(challenge.Passkey!) },
  })
  expect((await callsAs(server.url, token).user({})).userid).toBe(userId)
})

test('a passkey alone logs in, as both factors: nothing more is asked for what needs a fresh one', async () => {
  const { userId, authenticator } = await personWithPasskey()
  const calls = await enter(authenticator)
  expect((await calls.user({})).userid).toBe(userId)
  expect(await outcomeOf(calls.makeRecoveryCodes({}))).toBe('done')
  expect((await calls.factors({})).Passkeys).toMatchObject([
    { Name: 'Laptop', LastUsedAt: expect.any(String) as string },
  ])
})

test.each([
  ['that a certificate has signed', { format: 'android-key', statement: statementWith(randomBytes(600)) }],
  ['that a batch of authenticators has signed', { format: 'packed', statement: statementWith(randomBytes(600)) }],
  ['of a format that nobody knows', { format: 'rubrica' }],
])(
  'an attestation %s is refused before anything of it is judged: that would ask the addresses in it',
  async (_, lie) => {
    const { calls, authenticator: mine } = await personWithPasskey()
    const authenticator = openAuthenticator(HERE)
    const Attestation = authenticator.make(await calls.beginPasskey({}), lie)
    expect(await outcomeOf(calls.addPasskey({ body: { Name: 'Another', Attestation } }))).toBe('400 PASSKEY_REFUSED')
    await expect.poll(() => server.log(), { timeout: 30_000 }).toContain(`An attestation of format ${lie.format}`)
    expect((await calls.factors({})).Passkeys).toHaveLength(1)
    expect(await outcomeOf(enter(mine))).toBe('done')
  },
)

test.each([[1024], [4000]])('a credential id of %i octets is refused: none is longer than 1023', async (idLength) => {
  const { calls } = await personWithPasskey()
  const { id, ...made } = openAuthenticator({ ...HERE, idLength }).make(await calls.beginPasskey({}))
  const Attestation = { ...made, id: id.slice(0, 1400), rawId: id.slice(0, 1400) }
  expect(await outcomeOf(calls.addPasskey({ body: { Name: 'Long', Attestation } }))).toBe('400 PASSKEY_REFUSED')
})

test('an assertion that is sent once more is refused, also when both come at once', async () => {
  const { authenticator } = await personWithPasskey()
  const Assertion = authenticator.show(await nobody().askPasskey({}))
  const send = () => outcomeOf(nobody().passkeyLogin({ body: { Assertion } }))
  expect((await Promise.all([send(), send(), send()])).toSorted()).toEqual([
    '400 PASSKEY_REFUSED',
    '400 PASSKEY_REFUSED',
    'done',
  ])
  expect(await send()).toBe('400 PASSKEY_REFUSED')
})

test.each<[string, Lie]>([
  ['of another origin', { origin: 'https://sign.example.org.evil.example' }],
  ['of another port of the same host', { origin: `${ORIGIN}:8443` }],
  ['of another relying party', { rpId: 'example.org' }],
  ['whose person was not verified', { flags: 0x01 }],
  ['at which nobody was present', { flags: 0x04 }],
  ['to a challenge of somebody else’s making', { challenge: 'A'.repeat(43) }],
  ['that says it is of somebody else', { userHandle: Buffer.alloc(16).toString('base64url') }],
])('an answer %s is refused', async (_, lie) => {
  const { authenticator } = await personWithPasskey()
  expect(await outcomeOf(enter(authenticator, lie))).toBe('400 PASSKEY_REFUSED')
  expect(await outcomeOf(enter(authenticator))).toBe('done')
})

test('a counter that goes back, or stands still, is refused and told in the log; one that never counts is not', async () => {
  const { authenticator } = await personWithPasskey()
  await enter(authenticator, { counter: 7 })
  for (const counter of [7, 3, 0]) {
    expect(await outcomeOf(enter(authenticator, { counter })), String(counter)).toBe('400 PASSKEY_REFUSED')
  }
  expect(server.log()).toContain('The counter of a passkey went back')
  expect(await outcomeOf(enter(authenticator, { counter: 8 }))).toBe('done')
  const { authenticator: countless } = await personWithPasskey()
  for (const counter of [0, 0]) expect(await outcomeOf(enter(countless, { counter }))).toBe('done')
})

test('a challenge is answered by whom it was made for, for what it was made for, and in its time', async () => {
  const [ana, biel] = [await personWithPasskey(), await personWithPasskey()]
  const half = await halfWay(ana.userId)
  const { Passkey: challenge } = await half.askFactor({})
  const Assertion = ana.authenticator.show(challenge!)
  expect(await outcomeOf(nobody().passkeyLogin({ body: { Assertion } }))).toBe('400 PASSKEY_REFUSED')
  const other = await halfWay(ana.userId)
  expect(await outcomeOf(other.confirmFactor({ body: { Assertion } }))).toBe('400 PASSKEY_REFUSED')
  const ofBiel = biel.authenticator.show((await half.askFactor({})).Passkey!)
  expect(await outcomeOf(half.confirmFactor({ body: { Assertion: ofBiel } }))).toBe('400 PASSKEY_UNKNOWN')
  const late = await nobody().askPasskey({})
  await server.database!.query(`update passkey_challenges set expires_at = now() - interval '1 second'`)
  const tooLate = ana.authenticator.show(late)
  expect(await outcomeOf(nobody().passkeyLogin({ body: { Assertion: tooLate } }))).toBe('400 PASSKEY_REFUSED')
})

test('a passkey that was removed, and one that nobody has, are not known', async () => {
  const { authenticator, calls } = await personWithPasskey()
  const [passkey] = (await calls.factors({})).Passkeys
  await calls.removePasskey({ params: { factorGuid: passkey!.Guid } })
  expect(await outcomeOf(enter(authenticator))).toBe('400 PASSKEY_UNKNOWN')
  expect(await outcomeOf(enter(openAuthenticator(HERE)))).toBe('400 PASSKEY_UNKNOWN')
  expect(await outcomeOf(calls.removePasskey({ params: { factorGuid: passkey!.Guid } }))).toBe('404 NOT_FOUND')
})

test.each<[string, Lie]>([
  ['of another origin', { origin: 'https://evil.example' }],
  ['of another relying party', { rpId: 'evil.example' }],
  ['whose person was not verified', { flags: 0x01 }],
  ['to no challenge of ours', { challenge: 'A'.repeat(43) }],
])('a new passkey %s is not kept', async (_, lie) => {
  const { calls } = await personWithPasskey()
  const Attestation = openAuthenticator(HERE).make(await calls.beginPasskey({}), lie)
  expect(await outcomeOf(calls.addPasskey({ body: { Name: 'Other', Attestation } }))).toBe('400 PASSKEY_REFUSED')
  expect((await calls.factors({})).Passkeys).toHaveLength(1)
})

test('a passkey that somebody has already is not added again', async () => {
  const { authenticator, calls } = await personWithPasskey()
  const Attestation = authenticator.make(await calls.beginPasskey({}))
  expect(await outcomeOf(calls.addPasskey({ body: { Name: 'Again', Attestation } }))).toBe('409 PASSKEY_EXISTS')
})

test('damaged answers of every kind are refused in words of the API, and never with a 500', async () => {
  const { authenticator, calls } = await personWithPasskey()
  const right = authenticator.show(await nobody().askPasskey({}))
  const { response } = right
  const damaged = [
    { ...right, response: { ...response, clientDataJSON: 'AAAA' } },
    { ...right, response: { ...response, clientDataJSON: Buffer.from('null').toString('base64url') } },
    { ...right, rawId: 'BBBB' },
    { ...right, response: { ...response, clientDataJSON: 'not base64 url!' } },
    { ...right, response: { ...response, signature: '' } },
  ]
  for (const Assertion of damaged) {
    expect(await outcomeOf(nobody().passkeyLogin({ body: { Assertion } }))).toMatch(/^400 (?:PASSKEY_REFUSED|VALID)/)
  }
  for (const part of ['authenticatorData', 'signature'] as const) {
    const shown = authenticator.show(await nobody().askPasskey({}))
    for (const value of ['AA', 'A'.repeat(120)]) {
      const Assertion = { ...shown, response: { ...shown.response, [part]: value } }
      expect(await outcomeOf(nobody().passkeyLogin({ body: { Assertion } }))).toBe('400 PASSKEY_REFUSED')
    }
  }
  const made = openAuthenticator(HERE).make(await calls.beginPasskey({}))
  const Attestation = { ...made, response: { ...made.response, attestationObject: 'oA' } }
  expect(await outcomeOf(calls.addPasskey({ body: { Name: 'X', Attestation } }))).toBe('400 PASSKEY_REFUSED')
})

test('a page of another origin is offered no passkeys', async () => {
  const elsewhere = callsAs(server.url, '', { origin: 'https://portal.example.com' })
  expect(await outcomeOf(elsewhere.askPasskey({}))).toBe('409 PASSKEYS_UNAVAILABLE')
  const here = callsAs(server.url, '', { origin: ORIGIN })
  expect(await outcomeOf(here.askPasskey({}))).toBe('done')
})
