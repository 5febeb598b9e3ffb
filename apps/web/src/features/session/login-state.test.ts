import { beforeEach, expect, test, vi } from 'vitest'
import { accessMethodOf, isSaml, keepLoginState, keepSamlBegun, takeBegunLogin } from './login-state.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})

const takeAccessMethod = (state: string) => accessMethodOf(takeBegunLogin(), state)

test.each([
  ['google', 'GOOGLE_ACCOUNT'],
  ['ms', 'MS_ACCOUNT'],
  ['ssi', 'VID_WALLET'],
  ['oidc', 'SSO'],
] as const)('who went to %s comes back with the access method %s, once', (provider, method) => {
  keepLoginState({ provider, state: 's-1' })
  expect(takeAccessMethod('s-1')).toBe(method)
  expect(kept.size).toBe(0)
  expect(takeAccessMethod('s-1')).toBe('SSO')
})

test('a state that this tab did not send away says nothing of the provider', () => {
  keepLoginState({ provider: 'google', state: 's-1' })
  expect(takeAccessMethod('s-2')).toBe('SSO')
  kept.set('loginState', 'constructor s-3')
  expect(takeAccessMethod('s-3')).toBe('SSO')
})

test('a log-in by SAML counts as begun in the tab that began it, once', () => {
  expect(isSaml(takeBegunLogin())).toBe(false)
  keepSamlBegun()
  expect(takeAccessMethod('')).toBe('SSO')
  keepSamlBegun()
  expect(isSaml(takeBegunLogin())).toBe(true)
  expect(isSaml(takeBegunLogin())).toBe(false)
})

test('what a server of another origin gave comes back with the answer, once; without it nothing does', () => {
  keepLoginState({ provider: 'ms', state: 's-1', browser: 'b-1' })
  expect(takeBegunLogin()).toEqual({ provider: 'ms', state: 's-1', browser: 'b-1' })
  expect(takeBegunLogin()).toBeNull()
  keepSamlBegun('b-2')
  expect(takeBegunLogin()).toMatchObject({ browser: 'b-2' })
  keepLoginState({ provider: 'ms', state: 's-1' })
  expect(takeBegunLogin()).not.toHaveProperty('browser')
})
