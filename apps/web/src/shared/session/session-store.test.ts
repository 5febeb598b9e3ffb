import { ACCESS_METHODS } from '@rubrica/domain'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COPIED_SESSION_KEY, LANGUAGE_KEY, LOCATION_CONSENT_KEY, SESSION_KEYS } from './session-keys.ts'
import {
  accessMethod,
  clearSession,
  readSession,
  sessionIdentity,
  sessionToken,
  writeSession,
} from './session-store.ts'

let kept: Map<string, string>
const removed = vi.fn()
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', { removeItem: removed })
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    clear: () => kept.clear(),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the session keys have exactly these names: those of the specification, and a few of our own', () => {
  expect(Object.values(SESSION_KEYS).toSorted()).toEqual(
    [
      'AccessMethod',
      'actingFor',
      'appearanceConf',
      'responseType',
      'clientId',
      'redirectUri',
      'scope',
      'lang',
      'state',
      'hash',
      'hashalgo',
      'token',
      'credentialID',
      'numSignatures',
      'description',
      'codeChallenge',
      'codeChallengeMethod',
      'requestUri',
      'approvalsAdvancedFilters',
      'approvalsAdvancedPanel',
      'historyAdvancedPanel',
      'sentAdvancedPanel',
      'approvalsBannerClosed',
      'approvalsSelectedApproverGUIDString',
      'certificatesTab',
      'chosenLanguage',
      'docsAdvancedFilters',
      'docsAdvancedPanel',
      'docsSelectedCertificate',
      'docsBatchUnderWay',
      'docsSelectedSignerGUIString',
      'documentPageMap',
      'environment',
      'ivnosysProcess',
      'ivnosysToken',
      'signingLink',
      'loginState',
      'oauthTokenB64',
      'showApprovals',
      'urlReturn',
      'user',
      'userToken',
    ].toSorted(),
  )
  expect([LANGUAGE_KEY, COPIED_SESSION_KEY, LOCATION_CONSENT_KEY]).toEqual([
    'lang',
    'ivnosysSession',
    'signing.sharesLocation',
  ])
})

test('what is written goes to sessionStorage under the name of the specification, and log-out forgets all of it', () => {
  writeSession('token', 'h.p.s')
  writeSession('user', 'ana')
  expect(Object.fromEntries(kept)).toEqual({ oauthTokenB64: 'h.p.s', user: 'ana' })
  expect([readSession('token'), sessionToken()]).toEqual(['h.p.s', 'h.p.s'])
  clearSession()
  expect(kept.size).toBe(0)
  expect(removed).toHaveBeenCalledExactlyOnceWith(COPIED_SESSION_KEY)
  expect(sessionToken()).toBeNull()
})

test('an empty token is nobody’s', () => {
  writeSession('token', '')
  expect(sessionToken()).toBeNull()
  expect(sessionIdentity()).toBeNull()
})

test('the token says whose session it is', () => {
  writeSession('token', `h.${Buffer.from(JSON.stringify({ sub: 'guid', legalid: 'X1' })).toString('base64url')}.s`)
  expect(sessionIdentity()).toEqual({ sub: 'guid', legalid: 'X1' })
})

test.each(ACCESS_METHODS)('the access method %s is told as it was stored', (method) => {
  writeSession('accessMethod', method)
  expect(kept.get('AccessMethod')).toBe(method)
  expect(accessMethod()).toBe(method)
})

test.each([null, '', 'user_pass', 'ROOT'])('an access method like %j counts as user and password', (stored) => {
  if (stored !== null) writeSession('accessMethod', stored)
  expect(accessMethod()).toBe('USER_PASS')
})
