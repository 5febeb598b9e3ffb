import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadPortalConfig } from '../../shared/api/portal-config.ts'
import { currentLanguage, showLanguage } from '../../shared/i18n/language.ts'
import { keepChosenLanguage, keepLanguage } from '../../shared/session/entry/account-language.ts'
import { keptPassword } from '../../shared/session/entry/kept-password.ts'
import { logIn } from './log-in.ts'

// What the bundler would take apart and the browser would fetch.
vi.mock('@rubrica/locales/browser', () => ({ loadCatalogue: () => Promise.resolve({}) }))

const USER = '0b3f6c5e-1111-4222-8333-444455556666'
const TOKEN = `h.${Buffer.from(JSON.stringify({ sub: USER, legalid: 'X1' })).toString('base64url')}.s`
const OWN = {
  PrimaryColor: '#aa0011',
  PrimaryTextColor: '#ffffff',
  SecondaryColor: '#00629b',
  SecondaryTextColor: '#ffffff',
  Logo: null,
}
const person = (language: string | null) => ({
  userid: 'ana',
  username: 'Ana',
  legalid: 'X1',
  email: 'ana@example.com',
  haspassword: true,
  language,
})
const CONFIG = {
  environment: 'PRO',
  clientId: 'portal',
  bases: { PRO: { main: '/pro', identity: '/pro' }, LOCAL: { main: '/api', identity: '/api' } },
}

interface Exchange {
  readonly path: string
  readonly method: string | undefined
  readonly authorization: string | undefined
  readonly body: unknown
}

let kept: Map<string, string>
let painted: Map<string, string>
let local: Map<string, string>
let root: { lang: string }
let exchanges: Exchange[]
/** What the server says to each call, by the last word of its path. */
let answers: Record<string, [status: number, body: object]>
/** And to a change of the person. */
let saved: [status: number, body: object]

beforeEach(async () => {
  kept = new Map()
  painted = new Map()
  local = new Map()
  exchanges = []
  answers = {
    'config.json': [200, CONFIG],
    token: [200, { access_token: TOKEN, token_type: 'bearer', expires_in: 1800 }],
    appearance: [200, OWN],
    resetpassword: [200, { ResetPassword: false, UserName: 'Ana' }],
    '': [200, person('en')],
  }
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
    clear: () => kept.clear(),
  })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => local.get(key) ?? null,
    setItem: (key: string, value: string) => local.set(key, value),
    removeItem: (key: string) => local.delete(key),
  })
  vi.stubGlobal('location', { hostname: 'sign.example' })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  const style = { setProperty: (name: string, value: string) => painted.set(name, value) }
  root = Object.assign({ lang: '' }, { style })
  vi.stubGlobal('document', { documentElement: root, getElementById: () => null })
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) => {
    const headers = init?.headers as Record<string, string> | undefined
    exchanges.push({ path, method: init?.method, authorization: headers?.authorization, body: init?.body })
    const [status, body] = init?.method === 'PUT' ? saved : answers[path.split('/').at(-1)!]!
    return Promise.resolve(new Response(status === 204 ? null : JSON.stringify(body), { status }))
  })
  saved = [204, {}]
  await loadPortalConfig()
  await showLanguage('en')
})
afterEach(() => vi.unstubAllGlobals())

const logInAsAna = () => logIn({ user: 'ana', password: 'pass' })
const storedLook = () => JSON.parse(Buffer.from(kept.get('appearanceConf')!, 'base64').toString()) as object

test('a login asks for the token with the portal’s client and scope, then for look, password and person with the token', async () => {
  await logInAsAna()
  const [, token, ...rest] = exchanges
  expect(token).toMatchObject({ path: '/api/oauth/token', authorization: `Basic ${btoa('portal:')}` })
  expect(Object.fromEntries(token!.body as URLSearchParams)).toEqual({
    grant_type: 'password',
    username: 'ana',
    password: 'pass',
    scope: 'vidmobileuser',
  })
  expect(rest.map(({ path, authorization }) => [path, authorization]).toSorted()).toEqual([
    ['/api/vidmobileuser/', `Bearer ${TOKEN}`],
    [`/api/vidmobileuser/${USER}/appearance`, `Bearer ${TOKEN}`],
    [`/api/vidmobileuser/${USER}/resetpassword`, `Bearer ${TOKEN}`],
  ])
})

test('a login leaves token, access method, user, environment and look in the session, and paints the look', async () => {
  await logInAsAna()
  expect(Object.fromEntries(kept)).toMatchObject({
    oauthTokenB64: TOKEN,
    AccessMethod: 'USER_PASS',
    user: 'ana',
    environment: 'PRO',
  })
  expect(storedLook()).toEqual(OWN)
  expect(painted.get('--brand')).toBe('#aa0011')
  expect([...kept.values()].join()).not.toContain('pass')
})

test('several subscriptions that disagree on the look (409) mean the default look', async () => {
  answers.appearance = [409, { Code: 'SEVERAL_APPEARANCES', Message: 'They differ' }]
  await logInAsAna()
  expect(storedLook()).toMatchObject({ PrimaryColor: '#00bf71', SecondaryTextColor: '#FFFFFF', Logo: null })
  expect(painted.get('--brand')).toBe('#00bf71')
})

test('a log-in leads to the documents; to a new password with the person’s name; to the application that asks', async () => {
  expect(await logInAsAna()).toEqual({ to: '/documents' })
  kept.set('clientId', 'app')
  expect(keptPassword()).toBeNull()
  expect(await logInAsAna()).toEqual({ to: '/authcerts' })
  expect(keptPassword()).toBe('pass')
  answers.resetpassword = [200, { ResetPassword: true, UserName: 'Ana' }]
  expect(await logInAsAna()).toEqual({ to: '/changePassword', userName: 'Ana' })
})

test.each([
  ['token', 401],
  ['appearance', 500],
  ['resetpassword', 503],
  ['', 502],
])('when the call for the %s fails (%i), the error is told and nobody is logged in', async (call, status) => {
  answers[call] = [status, { Code: 'X', Message: 'no' }]
  await expect(logInAsAna()).rejects.toMatchObject({ status })
  expect([...kept.keys()].filter((key) => key !== 'environment')).toEqual([])
})

/** What the account was told of languages. */
const told = () =>
  exchanges.filter(({ method }) => method === 'PUT').map(({ body }) => JSON.parse(String(body)) as object)

test('a log-in puts the page into the language of the account, whatever it was in before', async () => {
  local.set('lang', 'de')
  answers[''] = [200, person('ca')]
  await logInAsAna()
  expect([currentLanguage(), root.lang, local.get('lang')]).toEqual(['ca', 'ca', 'ca'])
  expect(told()).toEqual([])
})

test('what was chosen on the way in counts more than the account, and becomes its language', async () => {
  answers[''] = [200, person('ca')]
  await showLanguage('fr')
  await keepLanguage('fr')
  expect(told()).toEqual([])
  await logInAsAna()
  await keepChosenLanguage()
  expect([currentLanguage(), told()]).toEqual(['fr', [{ language: 'fr' }]])
  expect(kept.has('chosenLanguage')).toBe(false)
})

test('an account that nobody has given a language takes that of the page', async () => {
  answers[''] = [200, person(null)]
  await showLanguage('es')
  await logInAsAna()
  await keepChosenLanguage()
  expect([currentLanguage(), told()]).toEqual(['es', [{ language: 'es' }]])
})

test('what an application asked for stays, and the account is told nothing', async () => {
  kept.set('clientId', 'app')
  answers[''] = [200, person('ca')]
  await showLanguage('de')
  await logInAsAna()
  expect([currentLanguage(), told()]).toEqual(['de', []])
})

test('a choice waits while a password has to be changed first, and is told afterwards', async () => {
  kept.set('oauthTokenB64', TOKEN)
  saved = [403, { Code: 'PASSWORD_CHANGE_REQUIRED', Message: 'first' }]
  await keepLanguage('fr')
  expect(kept.get('chosenLanguage')).toBe('fr')
  saved = [204, {}]
  await keepChosenLanguage()
  expect(told()).toEqual([{ language: 'fr' }, { language: 'fr' }])
  expect(kept.has('chosenLanguage')).toBe(false)
})

test('of two choices made quickly the account keeps the last one; one that cannot be kept is told and forgotten', async () => {
  kept.set('oauthTokenB64', TOKEN)
  await Promise.all([keepLanguage('de'), keepLanguage('ca')])
  expect(told().at(-1)).toEqual({ language: 'ca' })
  saved = [503, { Code: 'X', Message: 'no' }]
  await expect(keepLanguage('fr')).rejects.toMatchObject({ status: 503 })
  expect(kept.has('chosenLanguage')).toBe(false)
})
