import { expect, test } from 'vitest'
import { askRecovery, RECOVERY_SCOPE } from './ask-recovery.ts'
import { LOCK_POLICY, logIn } from './log-in.ts'
import type { AccountStore, Passwords, TokenClaims } from './ports.ts'

const RIGHT = 'Correct-Horse-7'
const at = new Date('2026-01-01T12:00:00Z')

/** One person, Ana, and passwords that count how often they are hashed. */
function openStage() {
  const failures = new Map<string, number>()
  let hashings = 0
  let spent = 0
  let passwordHash = `hash of ${RIGHT}`
  let hasFactor = false
  const accounts: AccountStore = {
    lookUp: async (loginName) => ({
      passwordHash: loginName === 'ana' ? passwordHash : null,
      isLocked: (failures.get(loginName) ?? 0) >= LOCK_POLICY.tries,
    }),
    takeTry: async (loginName) => {
      const count = failures.get(loginName) ?? 0
      if (count >= LOCK_POLICY.tries) return { state: 'locked', until: new Date(at.getTime() + LOCK_POLICY.lockMs) }
      failures.set(loginName, count + 1)
      const isLast = count + 1 === LOCK_POLICY.tries
      if (loginName !== 'ana') return { state: 'unknown', isLast }
      const account = { userId: 'a-1', legalId: 'L1', passwordHash, tokenGeneration: 0, mustChangePassword: false }
      return { state: 'taken', account, isLast }
    },
    forgetTries: async () => failures.clear(),
    spendTry: async (userId) => {
      spent += 1
      return userId === 'a-1' && failures.get('ana') === LOCK_POLICY.tries
    },
  }
  const passwords: Passwords = {
    hash: async (password) => `hash of ${password}`,
    matches: async (password, hash) => {
      hashings += 1
      return hash === `hash of ${password}`
    },
  }
  const issued: TokenClaims[] = []
  const told: object[] = []
  const tell = (facts: object, sentence: string) => void told.push({ ...facts, sentence })
  const ports = {
    accounts,
    passwords,
    tokens: {
      issue: async (claims: TokenClaims) => {
        issued.push(claims)
        return { id: 't-1', token: 'token', expiresInSeconds: 1800 }
      },
      verify: async () => undefined,
    },
    people: { idOf: async (loginName: string) => (loginName === 'ana' ? 'a-1' : undefined) },
    needsFactor: async (userId: string, device: string | undefined) => hasFactor && device !== `device of ${userId}`,
    hideUnknownUsers: true,
    log: { debug: tell, info: tell, warn: tell, error: tell },
    now: () => at,
  }
  const outcomeOf = async (work: Promise<unknown>) => {
    const before = [hashings, spent] as const
    const outcome = await work.then(
      () => 'in',
      (error: unknown) => (error as { code: string }).code,
    )
    return [outcome, hashings - before[0], spent - before[1]] as const
  }
  return {
    issued,
    told,
    accounts,
    logIn: (device?: string) => logIn(ports, { username: 'ana', password: RIGHT, scope: 'vidmobileuser' }, device),
    addFactor: () => void (hasFactor = true),
    changePassword: (password: string) => void (passwordHash = `hash of ${password}`),
    tryIn: (username: string, password: string) =>
      outcomeOf(logIn(ports, { username, password, scope: 'vidmobileuser' })),
    recover: (username: string) => outcomeOf(askRecovery(ports, { username, password: '' })),
  }
}

test('a known and an unknown name cost the same hashings and answer the same, up to the lock and behind it', async () => {
  const stage = openStage()
  const outcomes: Record<string, unknown[]> = { ana: [], nobody: [] }
  for (let i = 0; i < LOCK_POLICY.tries + 2; i += 1) {
    for (const name of ['ana', 'nobody']) outcomes[name]!.push(await stage.tryIn(name, 'Wrong-1!'))
  }
  expect(outcomes['ana']).toEqual([
    ...Array.from({ length: LOCK_POLICY.tries - 1 }, () => ['INVALID_CREDENTIALS', 1, 0]),
    ['INVALID_CREDENTIALS', 1, 1],
    ['ACCOUNT_LOCKED', 0, 0],
    ['ACCOUNT_LOCKED', 0, 0],
  ])
  expect(outcomes['nobody']).toEqual(outcomes['ana'])
})

test('the right password costs no other number of hashings than a wrong one', async () => {
  const stage = openStage()
  expect(await stage.tryIn('ana', RIGHT)).toEqual(['in', 1, 0])
})

test('nothing is told of a password before its try is taken, and nothing at all when it is refused', async () => {
  const stage = openStage()
  let take = () => undefined as void
  const taking = new Promise<void>((resolve) => (take = resolve))
  const takeTry = stage.accounts.takeTry.bind(stage.accounts)
  stage.accounts.takeTry = async (...wish) => taking.then(() => takeTry(...wish))
  let isOver = false
  const trying = Array.from({ length: LOCK_POLICY.tries + 1 }, () =>
    stage.tryIn('ana', 'wrong').finally(() => (isOver = true)),
  )
  await new Promise(setImmediate)
  expect(isOver).toBe(false)
  take()
  const outcomes = (await Promise.all(trying)).map(([outcome]) => outcome)
  expect(outcomes.filter((outcome) => outcome === 'ACCOUNT_LOCKED')).toHaveLength(1)
})

test('a password that was changed while it was compared is compared with the new one', async () => {
  const stage = openStage()
  const takeTry = stage.accounts.takeTry.bind(stage.accounts)
  stage.accounts.takeTry = async (...wish) => {
    stage.changePassword('New-Horse-8')
    return takeTry(...wish)
  }
  expect(await stage.tryIn('ana', RIGHT)).toEqual(['INVALID_CREDENTIALS', 2, 0])
  expect(await stage.tryIn('ana', 'New-Horse-8')).toEqual(['in', 1, 0])
})

test('who has a second factor gets a token for that alone, unless the browser is remembered', async () => {
  const stage = openStage()
  expect((await stage.logIn()).scope).toBe('vidmobileuser')
  stage.addFactor()
  expect((await stage.logIn()).scope).toBe('vidmobileuser\\factor')
  expect((await stage.logIn('device of a-1')).scope).toBe('vidmobileuser')
  expect(stage.issued.map(({ scope }) => scope)).toEqual(['vidmobileuser', 'vidmobileuser\\factor', 'vidmobileuser'])
})

test('a recovery of a known and of an unknown name hashes nothing, answers the same and names nobody', async () => {
  const stage = openStage()
  expect(await stage.recover('ana')).toEqual(['in', 0, 0])
  expect(await stage.recover('nobody')).toEqual(['in', 0, 0])
  const [known, unknown] = stage.issued
  expect(known!.subject).not.toBe('a-1')
  for (const [claims, loginName] of [
    [known, 'ana'],
    [unknown, 'nobody'],
  ] as const) {
    expect(claims).toEqual({
      subject: expect.stringMatching(/^[\da-f-]{36}$/) as unknown,
      kind: 'person',
      scope: RECOVERY_SCOPE,
      recovery: { may: 'ask', loginName },
    })
  }
})

test('the operator is told of wrong passwords, and when they lock an account, but not what was typed', async () => {
  const stage = openStage()
  for (let tries = 0; tries < LOCK_POLICY.tries; tries += 1) await stage.tryIn('ana', 'wrong')
  await stage.tryIn('nobody', 'wrong')
  const wrong = (userId: string | null) => ({ userId, sentence: 'Somebody tried to log in in vain.' })
  expect(stage.told).toEqual([
    ...Array.from({ length: LOCK_POLICY.tries }, () => wrong('a-1')),
    { userId: 'a-1', sentence: 'An account is locked after too many tries in vain.' },
    wrong(null),
  ])
})
