import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PORTAL_THEME, logoSource, storeTheme, storedTheme } from './theme.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  })
})
afterEach(() => vi.unstubAllGlobals())

const OWN = {
  PrimaryColor: '#aa0011',
  PrimaryTextColor: '#ffffff',
  SecondaryColor: '#00629b',
  SecondaryTextColor: '#000000',
  Logo: 'data:image/png;base64,iVBORw0KGgo=',
}

test('the look is kept in the session as base64 of its JSON, whatever letters are in it', () => {
  const theme = { ...OWN, Logo: 'ñ→' }
  storeTheme(theme)
  const stored = kept.get('appearanceConf')!
  expect(JSON.parse(Buffer.from(stored, 'base64').toString('utf8'))).toEqual(theme)
  expect(storedTheme()).toEqual(theme)
})

test('without a look of its own the portal has the default colours and the default logo', () => {
  expect(storedTheme()).toEqual({
    PrimaryColor: '#00bf71',
    PrimaryTextColor: '#FFFFFF',
    SecondaryColor: '#00bf71',
    SecondaryTextColor: '#FFFFFF',
    Logo: null,
  })
})

test.each(['%', 'bm90IEpTT04=', ''])('a stored look that cannot be read (%j) is the given one', (stored) => {
  kept.set('appearanceConf', stored)
  expect(storedTheme(OWN)).toEqual(OWN)
})

test('a stored look that lacks a value has the default of it', () => {
  kept.set('appearanceConf', Buffer.from('{"PrimaryColor":"#123456"}').toString('base64'))
  expect(storedTheme(OWN)).toEqual({ ...PORTAL_THEME, PrimaryColor: '#123456' })
})

test('plain base64 is taken for a PNG', () =>
  expect(logoSource('iVBORw0KGgo=')).toBe('data:image/png;base64,iVBORw0KGgo='))

test('a data URL of an image stays as it is', () =>
  expect(logoSource('data:image/svg+xml;base64,PHN2Zy8+')).toBe('data:image/svg+xml;base64,PHN2Zy8+'))

test.each([null, '', 'data:text/html;base64,PGI+', 'https://elsewhere.example/logo.png', 'javascript:alert(1)'])(
  '%s shows no logo',
  (logo) => expect(logoSource(logo)).toBeNull(),
)
