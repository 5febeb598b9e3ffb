import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetRequest, isForApplication, keepRequest, keptRequest } from './application-request.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

const REQUEST = {
  response_type: 'code',
  client_id: 'app',
  redirect_uri: 'https://app.example/back',
  scope: 'credential',
  lang: 'en',
  state: '',
  hash: 'h',
  hashalgo: 'SHA256',
  account_token: 't',
}

test('the session keeps what an application asks for under the names of the specification, and gives it back', () => {
  keepRequest(REQUEST)
  expect(Object.fromEntries(kept)).toEqual({
    responseType: 'code',
    clientId: 'app',
    redirectUri: 'https://app.example/back',
    scope: 'credential',
    lang: 'en',
    state: '',
    hash: 'h',
    hashalgo: 'SHA256',
    token: 't',
  })
  expect(keptRequest()).toEqual({ ...REQUEST })
})

test('somebody is here for an application from its request on until it is forgotten, and nothing of it stays', () => {
  expect(isForApplication()).toBe(false)
  keepRequest({ ...REQUEST, credentialID: 'c', request_uri: 'urn:x' })
  kept.set('environment', 'PRE')
  expect(isForApplication()).toBe(true)
  forgetRequest()
  expect(isForApplication()).toBe(false)
  expect([...kept.keys()]).toEqual(['environment'])
})
