import { SignJWT, importJWK } from 'jose'
import { expect, test } from 'vitest'
import type { Person } from '../../modules/sessions/ports.ts'
import type { ServerKeys } from '../../ports/server-keys.ts'
import { JwtTokens } from './jwt-tokens.ts'
import type { KnownToken, StoredTokenKey, TokenStanding } from './token-records.ts'

const HOUR = 3_600_000
const ana = { subject: 'a-1', kind: 'person', scope: 'vidmobileuser', legalId: 'L1', generation: 3 } as const

/** Keys in the open and a clock that is set by hand. */
function openStage() {
  let time = Date.parse('2026-01-01T08:00:00Z')
  const keys: StoredTokenKey[] = []
  const asked: KnownToken[] = []
  let standing: TokenStanding = 'current'
  const serverKeys = {
    wrap: async (plaintext: Uint8Array) => Uint8Array.from(plaintext),
    unwrap: async (wrapped: Uint8Array) => wrapped,
  } as unknown as ServerKeys
  const records = {
    keys: async () => keys,
    addKeyUnless: async (
      isThere: (known: readonly StoredTokenKey[]) => boolean,
      make: () => Promise<StoredTokenKey>,
    ) => {
      if (!isThere(keys)) keys.push(await make())
      return keys
    },
    standingOf: async (token: KnownToken) => {
      asked.push(token)
      return standing
    },
  }
  const tokens = new JwtTokens({ records, serverKeys, now: () => new Date(time) })
  const personOf = async (token: string): Promise<Person | undefined> => {
    const bearer = await tokens.verify(token)
    return bearer?.kind === 'person' ? bearer.person : undefined
  }
  return {
    tokens,
    keys,
    asked,
    personOf,
    pass: (milliseconds: number) => void (time += milliseconds),
    stand: (as: TokenStanding) => void (standing = as),
  }
}

test('renewed again and again, a session ends twelve hours after the log-in', async () => {
  const stage = openStage()
  let { token } = await stage.tokens.issue(ana)
  let lastLife = 0
  for (let minutes = 25; minutes < 12 * 60; minutes += 25) {
    stage.pass(25 * 60_000)
    const { session } = (await stage.personOf(token))!
    const renewed = await stage.tokens.issue({ ...ana, session })
    ;({ token } = renewed)
    lastLife = renewed.expiresInSeconds
  }
  expect(lastLife).toBe(20 * 60)
  stage.pass(20 * 60_000)
  expect(await stage.personOf(token)).toBeUndefined()
})

test('whether a token counts is asked each time, for its session, generation and program', async () => {
  const stage = openStage()
  const first = await stage.tokens.issue({ ...ana, clientId: 'desk' })
  const { session } = (await stage.personOf(first.token))!
  const renewed = await stage.tokens.issue({ ...ana, session, clientId: 'desk' })
  expect(await stage.personOf(renewed.token)).toMatchObject({ mustChangePassword: false })
  stage.stand('must-change-password')
  expect(await stage.personOf(renewed.token)).toMatchObject({ mustChangePassword: true })
  stage.stand('over')
  expect(await stage.personOf(renewed.token)).toBeUndefined()
  const question = { kind: 'person', subject: 'a-1', sessionId: first.id, generation: 3, clientId: 'desk' }
  expect(stage.asked).toEqual([question, question, question, question])
})

test('a recovery token lives a quarter of an hour and says nothing of the person but their id', async () => {
  const stage = openStage()
  const recovery = { may: 'ask', loginName: 'ana' } as const
  const { token, expiresInSeconds } = await stage.tokens.issue({ ...ana, legalId: undefined, recovery })
  expect(expiresInSeconds).toBe(900)
  expect(await stage.personOf(token)).toMatchObject({ userId: 'a-1', legalId: '', recovery })
  expect(stage.asked).toEqual([])
  stage.pass(15 * 60_000)
  expect(await stage.personOf(token)).toBeUndefined()
})

test('a token of an earlier release is a session of its own', async () => {
  const stage = openStage()
  await stage.tokens.issue(ana)
  const [key] = stage.keys
  const jwk = JSON.parse(Buffer.from(key!.wrappedPrivateKey).toString()) as Record<string, string>
  const begun = Date.parse('2026-01-01T08:00:00Z') / 1000
  const token = await new SignJWT({ kind: 'person', scope: 'vidmobileuser', legalid: 'L1' })
    .setProtectedHeader({ alg: 'ES256', kid: key!.id })
    .setIssuer('rubrica')
    .setSubject('a-1')
    .setJti('old-1')
    .setIssuedAt(begun)
    .setExpirationTime(begun + HOUR / 1000)
    .sign(await importJWK(jwk, 'ES256'))
  expect((await stage.personOf(token))!.session).toEqual({
    id: 'old-1',
    startedAt: new Date(begun * 1000),
    generation: 0,
  })
})
