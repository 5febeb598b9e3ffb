import type * as Renewing from './renew-token.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const [SECOND, MINUTE] = [1000, 60_000]
const FROM = Date.UTC(2026, 0, 1)
const tokenFrom = (from: number) => {
  const claims = { sub: 'ana', iat: from / SECOND, exp: (from + 30 * MINUTE) / SECOND }
  return `h.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.s`
}
const [OLD, NEW] = [tokenFrom(FROM), tokenFrom(FROM + 20 * MINUTE)]

let kept: Map<string, string>
let asked: string[]
let answer: () => Promise<Response>
/** What is remembered between calls belongs to one page. */
let page: typeof Renewing

const answering = (status: number, body: object) => () =>
  Promise.resolve(new Response(JSON.stringify(body), { status }))

beforeEach(async () => {
  vi.resetModules()
  kept = new Map([['oauthTokenB64', OLD]])
  asked = []
  answer = answering(200, { access_token: NEW, token_type: 'bearer', expires_in: 1800 })
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('location', { hostname: 'sign.example' })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  const config = { environment: 'PRO', bases: { LOCAL: { main: '/api', identity: '/api' } } }
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path === '/config.json') return answering(200, config)()
    asked.push(`${path} ${(init?.headers as Record<string, string>)['authorization']}`)
    return answer()
  })
  await (await import('../../api/portal-config.ts')).loadPortalConfig()
  page = await import('./renew-token.ts')
})
afterEach(() => vi.unstubAllGlobals())

test('a token is renewed once two thirds of its time are over, also by a clock that is five minutes wrong', async () => {
  for (const wrong of [-5, 0, 5].map((minutes) => minutes * MINUTE)) {
    expect(page.isDue(OLD, FROM + 14 * MINUTE + wrong)).toBe(false)
    expect(page.isDue(OLD, FROM + 25 * MINUTE + wrong)).toBe(true)
  }
  await page.renewWhenDue(FROM + 19 * MINUTE)
  expect(asked).toEqual([])
  await page.renewWhenDue(FROM + 20 * MINUTE)
  expect(asked).toEqual([`/api/oauth/renew Bearer ${OLD}`])
  expect(kept.get('oauthTokenB64')).toBe(NEW)
})

test('a token that tells no times, and no token, are left alone', async () => {
  for (const token of ['opaque', `h.${Buffer.from('{"sub":"ana"}').toString('base64url')}.s`, '']) {
    kept.set('oauthTokenB64', token)
    await page.renewWhenDue(FROM + 29 * MINUTE)
  }
  expect(asked).toEqual([])
})

test.each([
  [404, 'NOT_FOUND'],
  [405, 'METHOD_NOT_ALLOWED'],
])('a server that answers %i has no such call, and is never asked again', async (status, Code) => {
  answer = answering(status, { Code })
  await page.renewWhenDue(FROM + 20 * MINUTE)
  await page.renewWhenDue(FROM + 25 * MINUTE)
  expect(asked).toHaveLength(1)
  expect(kept.get('oauthTokenB64')).toBe(OLD)
})

test.each([401, 429, 503])('after a %i the token stays, and another try is made a minute later', async (status) => {
  answer = answering(status, { Code: 'X' })
  await page.renewWhenDue(FROM + 20 * MINUTE)
  await page.renewWhenDue(FROM + 20 * MINUTE + 59 * SECOND)
  expect(asked).toHaveLength(1)
  expect(kept.get('oauthTokenB64')).toBe(OLD)
  await page.renewWhenDue(FROM + 21 * MINUTE)
  expect(asked).toHaveLength(2)
})

test('who logs out while the token is being renewed stays out', async () => {
  let give: (answer: Response) => void = () => undefined
  answer = () => new Promise((resolve) => (give = resolve))
  const renewal = page.renewWhenDue(FROM + 20 * MINUTE)
  // One at a time.
  await page.renewWhenDue(FROM + 25 * MINUTE)
  kept.clear()
  give(new Response(JSON.stringify({ access_token: NEW, token_type: 'bearer', expires_in: 1800 })))
  await renewal
  expect(asked).toHaveLength(1)
  expect(kept.size).toBe(0)
})

test('who wants to stay has the token renewed at once, together with what is under way', async () => {
  expect(await page.renewNow()).toBe(true)
  expect(kept.get('oauthTokenB64')).toBe(NEW)
  kept.set('oauthTokenB64', OLD)
  const [, stays] = await Promise.all([page.renewWhenDue(FROM + 29 * MINUTE), page.renewNow()])
  expect(stays).toBe(true)
  expect(asked).toHaveLength(2)
})

test('who has stayed as long as anybody may, or where no token is renewed, is told that it ends', async () => {
  answer = answering(200, { access_token: OLD, token_type: 'bearer', expires_in: 60 })
  expect(await page.renewNow()).toBe(false)
  answer = answering(404, { Code: 'NOT_FOUND' })
  expect(await page.renewNow()).toBe(false)
  expect(await page.renewNow()).toBe(false)
  expect(asked).toHaveLength(2)
})

test('a renewal that fails is no end: it can be asked for again', async () => {
  answer = answering(503, { Code: 'X' })
  await expect(page.renewNow()).rejects.toMatchObject({ status: 503 })
  answer = answering(200, { access_token: NEW, token_type: 'bearer', expires_in: 1800 })
  expect(await page.renewNow()).toBe(true)
})
