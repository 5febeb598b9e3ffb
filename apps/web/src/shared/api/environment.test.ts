import type { PortalConfig } from '@rubrica/contract'
import { beforeEach, expect, test, vi } from 'vitest'
import { basesNow, environmentOfAddress, environmentOfHost, followAddress, isEnvironmentValid } from './environment.ts'

const at = (name: string) => ({ main: name, identity: name })
const CONFIG = {
  environment: 'PRO',
  bases: { PRE: at('pre'), PRO: at('pro'), LOCAL: at('local') },
} as unknown as PortalConfig

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
  vi.stubGlobal('location', { hostname: 'sign.example' })
})

test.each([
  ['?env=pre', 'PRE'],
  ['?env=PRE', 'PRE'],
  ['?env=pro', 'PRO'],
  ['?env=', 'PRO'],
  ['?env=constructor', 'PRO'],
  ['?other=1', null],
  ['', null],
])('the address %j names the environment %s', (search, expected) => {
  expect(environmentOfAddress(search)).toBe(expected)
})

test.each([
  ['pre.sign.example', 'PRE'],
  ['centralized-pre.sign.example', 'PRE'],
  ['centralized.sign.example', 'PRO'],
  ['sign.example', 'LOCAL'],
])('the host %s stands for %s', (host, expected) => {
  expect(environmentOfHost(host)).toBe(expected)
})

test('the environment is that of the address, else the host’s, else the deployment’s own, at the LOCAL bases', () => {
  expect(basesNow(CONFIG)).toEqual(at('local'))
  vi.stubGlobal('location', { hostname: 'pre.sign.example' })
  expect(basesNow(CONFIG)).toEqual(at('pre'))
  followAddress('?env=pro')
  expect(basesNow(CONFIG)).toEqual(at('pro'))
  vi.stubGlobal('location', { hostname: 'sign.example' })
  expect(basesNow(CONFIG)).toEqual(at('local'))
  followAddress('?env=pre')
  expect(basesNow(CONFIG)).toEqual(at('pre'))
})

test('an address does not carry a session to another environment', () => {
  kept.set('oauthTokenB64', 'h.p.s')
  followAddress('?env=pre')
  expect(kept.has('environment')).toBe(false)
})

test('what the session names may only be PRE or PRO, and nothing else is followed', () => {
  expect(isEnvironmentValid()).toBe(true)
  kept.set('environment', 'PRE')
  expect(isEnvironmentValid()).toBe(true)
  kept.set('environment', 'EVIL')
  expect(isEnvironmentValid()).toBe(false)
  expect(basesNow(CONFIG)).toEqual(at('local'))
})
