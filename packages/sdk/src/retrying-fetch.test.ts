import { expect, test } from 'vitest'
import { readRetryAfter, retryingFetch } from './retrying-fetch.ts'

type Step = Response | Error
const refusal = (status: number, body: object = {}, headers: Record<string, string> = {}) =>
  Response.json(body, { status, headers })

/** Answers step after step, and keeps what was asked and how long was waited. */
function scripted(steps: Step[], tries = 5) {
  const keys: (string | undefined)[] = []
  const pauses: number[] = []
  const fetch = retryingFetch({
    tries,
    timeoutMs: 60_000,
    wait: async (ms) => void pauses.push(ms),
    fetch: async (_address, init) => {
      keys.push((init.headers as Record<string, string>)['idempotency-key'])
      const step = steps.shift()!
      if (step instanceof Error) throw step
      return step
    },
  })
  return { keys, pauses, post: (init: RequestInit = {}) => fetch('https://p.test', { method: 'POST', ...init }), fetch }
}

test('a POST that is put off, lost or still under way is sent again under one key', async () => {
  const inUse = refusal(409, { Code: 'IDEMPOTENCY_KEY_IN_USE' }, { 'retry-after': '1' })
  const { keys, post } = scripted([refusal(503), new TypeError('fetch failed'), inUse, refusal(429), refusal(201)])
  expect((await post()).status).toBe(201)
  expect(keys).toHaveLength(5)
  expect(new Set(keys).size).toBe(1)
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/)
})

test('a key of the caller is kept, and a GET bears none', async () => {
  const own = scripted([refusal(503), refusal(201)])
  await own.post({ headers: { 'idempotency-key': 'order-4711' } })
  expect(own.keys).toEqual(['order-4711', 'order-4711'])
  const read = scripted([refusal(503), refusal(200)])
  await read.fetch('https://p.test', { method: 'GET' })
  expect(read.keys).toEqual([undefined, undefined])
})

test('the server says how long to wait; without a word of it pauses grow', async () => {
  const { pauses, post } = scripted([
    refusal(429, {}, { 'retry-after': '7' }),
    refusal(503),
    new TypeError('fetch failed'),
    refusal(201),
  ])
  await post()
  expect(pauses[0]).toBe(7000)
  expect(pauses[1]).toBeGreaterThanOrEqual(500)
  expect(pauses[1]).toBeLessThanOrEqual(1000)
  expect(pauses[2]).toBeGreaterThanOrEqual(1000)
  expect(pauses[2]).toBeLessThanOrEqual(2000)
})

test.each([400, 401, 404, 409, 422, 500])('%i is an answer, and is not asked for again', async (status) => {
  const { keys, post } = scripted([refusal(status, { Code: 'OTHER' })])
  expect((await post()).status).toBe(status)
  expect(keys).toHaveLength(1)
})

test('after the last try its answer or its fault stands', async () => {
  expect((await scripted([refusal(503), refusal(429)], 2).post()).status).toBe(429)
  await expect(scripted([refusal(503), new TypeError('down')], 2).post()).rejects.toThrow('down')
})

test('who is told to wait for longer than a minute is told so at once', async () => {
  const { keys, post } = scripted([refusal(429, {}, { 'retry-after': '3600' })])
  expect((await post()).status).toBe(429)
  expect(keys).toHaveLength(1)
})

test('what is cancelled is not sent again', async () => {
  const stop = new AbortController()
  const fetch = retryingFetch({
    tries: 5,
    timeoutMs: 60_000,
    wait: () => Promise.reject(new Error('waited')),
    fetch: () => {
      stop.abort(new Error('enough'))
      return Promise.reject(new TypeError('aborted'))
    },
  })
  await expect(fetch('https://p.test', { method: 'GET', signal: stop.signal })).rejects.toThrow('enough')
})

test('Retry-After is seconds or a date, and nothing else', () => {
  const now = Date.parse('2026-11-23T10:00:00Z')
  expect(readRetryAfter('120', now)).toBe(120_000)
  expect(readRetryAfter('Mon, 23 Nov 2026 10:00:05 GMT', now)).toBe(5000)
  expect(readRetryAfter('Mon, 23 Nov 2026 09:00:00 GMT', now)).toBe(0)
  expect(readRetryAfter('soon', now)).toBeUndefined()
  expect(readRetryAfter(null, now)).toBeUndefined()
})
