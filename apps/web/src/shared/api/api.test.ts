import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetSessionExpiry, isSessionOver } from '../session/session-expiry.ts'
import { api } from './api.ts'
import { loadPortalConfig } from './portal-config.ts'

const CONFIG = { environment: 'PRO', clientId: 'portal', bases: { LOCAL: { main: '/api', identity: '/api' } } }

let kept: Map<string, string>

beforeEach(async () => {
  kept = new Map([['oauthTokenB64', 'token']])
  vi.stubGlobal('document', { getElementById: () => null })
  vi.stubGlobal('location', { hostname: 'sign.example' })
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => kept.get(key) ?? null })
  vi.stubGlobal('fetch', (path: string) => {
    const isConfig = path === '/config.json'
    return Promise.resolve(new Response(JSON.stringify(isConfig ? CONFIG : {}), { status: isConfig ? 200 : 401 }))
  })
  await loadPortalConfig()
})
afterEach(() => {
  forgetSessionExpiry()
  vi.unstubAllGlobals()
})

test('a 401 to the token of the session is its end', async () => {
  await expect(api.user({})).rejects.toMatchObject({ status: 401 })
  expect(isSessionOver()).toBe(true)
})

test('a 401 to the log-in is not', async () => {
  const body = { grant_type: 'password', username: 'ana', password: 'wrong', scope: 'vidmobileuser' } as const
  await expect(api.token({ body })).rejects.toMatchObject({ status: 401 })
  expect(isSessionOver()).toBe(false)
})

test('a call that was under way when the person logged out is refused without a word about a session', async () => {
  const refused = api.user({})
  kept.clear()
  await expect(refused).rejects.toMatchObject({ status: 401 })
  expect(isSessionOver()).toBe(false)
})
