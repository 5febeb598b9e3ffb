/** Servers that share a database slow people down together: n of them do not allow n times as much. */
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import {
  createDatabase,
  startProgram,
  startServer,
  type RunningProgram,
  type RunningServer,
  type TestDatabase,
} from '@rubrica/testing'

const PATIENCE = { timeout: 60_000, interval: 100 }
const ALLOWED = 10
/** Wrong passwords for others do not lock anybody. */
const LIMITS = { LOGINS_PER_MINUTE_AND_ADDRESS: String(ALLOWED), LOGINS_PER_MINUTE_AND_USER: '1000' }

let database: TestDatabase
let one: RunningServer
let other: RunningProgram
beforeAll(async () => {
  database = await createDatabase(inject('sharedPostgres'))
  one = await startServer({ env: { ...LIMITS, DATABASE_URL: database.url } })
  const { dataDir, serverKeyFile } = one
  const place = { PORT: '0', DATABASE_URL: database.url, DATA_DIR: dataDir, SERVER_KEY_FILE: serverKeyFile }
  other = await startProgram('api', { ...place, ...LIMITS })
})
afterAll(async () => {
  await other.stop()
  await one[Symbol.asyncDispose]()
  await database[Symbol.asyncDispose]()
})

/** A server reports again once it has heard what its last report told it: the second one says that the first was heard. */
async function knowEachOther(): Promise<void> {
  let heardAt = await newestJoining()
  for (let report = 1; report <= 2; report += 1)
    await vi.waitFor(async () => {
      const [row] = await database.query<{ count: string; last: string }>(
        'select count(*), max(reported_at)::text as last from replicas where reported_at > $1',
        [heardAt],
      )
      expect(Number(row!.count)).toBe(2)
      heardAt = row!.last
    }, PATIENCE)
}

/** As text: a date of JavaScript has no microseconds. */
async function newestJoining(): Promise<string> {
  const [row] = await database.query<{ at: string }>('select max(steady_since)::text as at from replicas')
  return row!.at
}

async function tryToLogIn(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/oauth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from('portal:').toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'password', username: crypto.randomUUID(), password: 'wrong' }),
  })
  if (answer.status === 429) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  return answer.status
}

const afterAnother = async (times: number) => {
  const statuses: number[] = []
  for (let time = 0; time < times; time += 1) statuses.push(await tryToLogIn(time % 2 === 0 ? one.url : other.url))
  return statuses
}

test('log-ins from one address are counted by both servers together', async () => {
  await knowEachOther()
  const statuses = await afterAnother(ALLOWED + 4)
  expect(statuses.slice(0, ALLOWED)).not.toContain(429)
  expect(statuses.slice(ALLOWED)).toEqual([429, 429, 429, 429])
  const kept = await database.query<{ text: string }>('select call_counts::text as text from call_counts')
  expect(kept).not.toEqual([])
  expect(JSON.stringify(kept), 'no address and no name is kept').not.toMatch(/127\.0|way-in|name/)
})

test('where the count cannot be had each server goes by its own', async () => {
  await database.query('alter table call_counts rename to put_aside')
  const status = await tryToLogIn(one.url)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(status).toBeLessThan(429)
  expect(one.log()).not.toContain('unexpected error')
})
