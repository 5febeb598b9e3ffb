import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPortalConfig } from '../../api/portal-config.ts'
import { currentLanguage } from '../../i18n/language.ts'
import { announceSessionExpired, forgetSessionExpiry, isSessionOver } from '../session-expiry.ts'
import { hearTabs, type TabMessage } from '../tabs/tabs.ts'
import { answerTab } from './answer-tabs.ts'

// What the bundler would take apart and the browser would fetch.
vi.mock('@rubrica/locales/browser', () => ({ loadCatalogue: () => Promise.resolve({}) }))

const tokenOf = (sub: string, iat = 1000, exp = 32_503_680_000) =>
  `h.${Buffer.from(JSON.stringify({ sub, iat, exp })).toString('base64url')}.s`
const ANA = tokenOf('ana')

let kept: Map<string, string>
let said: TabMessage[]
let revoked: string[]
let led: string[]
let endHearing: () => void
const ways = { in: () => void led.push('in'), out: () => void led.push('out') }

const sessionOf = (token: string) => ({
  kind: 'session' as const,
  session: { token, accessMethod: 'GOOGLE_ACCOUNT', user: 'ana', environment: 'PRE' },
})
const isIn = (token: string) => kept.set('oauthTokenB64', token)
const isAt = (pathname: string) => vi.stubGlobal('location', { pathname, hostname: 'sign.example' })

beforeEach(async () => {
  kept = new Map()
  said = []
  revoked = []
  led = []
  vi.stubGlobal('localStorage', { getItem: () => 'ca', removeItem: () => undefined })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    clear: () => kept.clear(),
  })
  vi.stubGlobal('navigator', { languages: ['en'] })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('document', {
    documentElement: { style: { setProperty: () => undefined } },
    getElementById: () => null,
  })
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage = (message: TabMessage) => void said.push(message)
      close = () => undefined
    },
  )
  const config = { environment: 'PRO', bases: { PRE: {}, LOCAL: { identity: '/api' } }, theme: {} }
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    if (path.endsWith('/oauth/revoke')) revoked.push((init?.headers as Record<string, string>)['authorization']!)
    return Promise.resolve(new Response(JSON.stringify(config)))
  })
  isAt('/')
  await loadPortalConfig()
  endHearing = hearTabs(() => undefined)
})
afterEach(() => {
  endHearing()
  forgetSessionExpiry()
  vi.unstubAllGlobals()
})

test('a tab without a session is told that of another one, but none that the server refused', () => {
  answerTab({ kind: 'asking' }, ways)
  expect(said).toEqual([])
  isIn(ANA)
  kept.set('AccessMethod', 'SSO').set('urlReturn', 'https://erp.example.org/').set('docsAdvancedFilters', '{}')
  answerTab({ kind: 'asking' }, ways)
  const session = { token: ANA, accessMethod: 'SSO', urlReturn: 'https://erp.example.org/' }
  expect(said).toEqual([{ kind: 'session', session }])
  announceSessionExpired()
  answerTab({ kind: 'asking' }, ways)
  expect(said).toHaveLength(1)
})

test.each(['/', '/new-login', '/login-ad'])('who waits at %s is let in, the same way as in the other tab', (path) => {
  isAt(path)
  answerTab(sessionOf(ANA), ways)
  expect(Object.fromEntries(kept)).toEqual({
    oauthTokenB64: ANA,
    AccessMethod: 'GOOGLE_ACCOUNT',
    user: 'ana',
    environment: 'PRE',
  })
  expect(led).toEqual(['in'])
})

test('who is let in reads in the language that the other tab has stored', async () => {
  answerTab(sessionOf(ANA), ways)
  await vi.waitFor(() => expect(currentLanguage()).toBe('ca'))
})

test.each([
  ['/signhash/cms', ANA],
  ['/recovery', ANA],
  ['/auth', ANA],
  ['/', tokenOf('ana', 1000, 2000)],
  ['/', 'nonsense'],
])('nobody is let in at %s with %s', (path, token) => {
  isAt(path)
  answerTab(sessionOf(token), ways)
  expect(kept.size).toBe(0)
  expect(led).toEqual([])
})

test('the newer token of the same person is taken, an older one and that of somebody else are not', () => {
  isIn(ANA)
  for (const token of [tokenOf('biel', 2000), tokenOf('ana', 999), ANA]) answerTab(sessionOf(token), ways)
  expect(kept.get('oauthTokenB64')).toBe(ANA)
  answerTab(sessionOf(tokenOf('ana', 1001)), ways)
  expect(kept.get('oauthTokenB64')).toBe(tokenOf('ana', 1001))
  expect([...kept.keys()]).toEqual(['oauthTokenB64'])
  expect(led).toEqual([])
})

test('a session that the server refused goes on with any other token of the person, and its notice goes', () => {
  isIn(ANA)
  announceSessionExpired()
  answerTab(sessionOf(tokenOf('biel', 2000)), ways)
  expect(isSessionOver()).toBe(true)
  answerTab(sessionOf(tokenOf('ana', 1000, 32_503_680_001)), ways)
  expect(isSessionOver()).toBe(false)
})

test('a log-out ends the sessions of that person, each at the server too', () => {
  isIn(tokenOf('biel'))
  answerTab({ kind: 'log-out', token: ANA }, ways)
  expect(kept.size).toBe(1)
  isIn(ANA)
  answerTab({ kind: 'log-out', token: ANA }, ways)
  expect([kept.size, led, revoked]).toEqual([0, ['out'], []])
  const own = tokenOf('ana', 5)
  isIn(own)
  answerTab({ kind: 'log-out', token: ANA }, ways)
  expect([kept.size, led, revoked]).toEqual([0, ['out', 'out'], [`Bearer ${own}`]])
  answerTab({ kind: 'log-out', token: ANA }, ways)
  expect(led).toHaveLength(2)
})

test('where a person has logged out nobody else is let in, and they are', () => {
  isIn(ANA)
  answerTab({ kind: 'log-out', token: ANA }, ways)
  answerTab(sessionOf(tokenOf('biel', 2000)), ways)
  expect([kept.size, led]).toEqual([0, ['out']])
  answerTab(sessionOf(tokenOf('ana', 2000)), ways)
  expect(led).toEqual(['out', 'in'])
})

test('a log-in for an application is told to nobody, and hears of nothing', () => {
  isIn(ANA)
  kept.set('clientId', 'erp')
  answerTab({ kind: 'asking' }, ways)
  answerTab(sessionOf(tokenOf('ana', 2000)), ways)
  answerTab({ kind: 'log-out', token: ANA }, ways)
  expect(said).toEqual([])
  expect(kept.get('oauthTokenB64')).toBe(ANA)
  kept.delete('oauthTokenB64')
  answerTab(sessionOf(ANA), ways)
  expect(kept.has('oauthTokenB64')).toBe(false)
})
