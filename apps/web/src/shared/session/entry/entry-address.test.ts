import { beforeEach, expect, test, vi } from 'vitest'
import type * as EntryAddress from './entry-address.ts'

/** Opens the portal at an address, and tells what is left of it. */
async function openAt(address: string): Promise<typeof EntryAddress & { left: string }> {
  const { pathname, search, href } = new URL(address, 'https://sign.example')
  let left = pathname + search
  vi.stubGlobal('location', { pathname, search, href })
  vi.stubGlobal('history', { state: null, replaceState: (_: unknown, __: string, path: string) => (left = path) })
  const entry = await import('./entry-address.ts')
  entry.takeEntry()
  return { ...entry, left }
}

beforeEach(() => {
  vi.resetModules()
})

test.each([
  ['/?usertoken=t.o.k', { token: 't.o.k', returnUrl: null }, '/'],
  [
    '/?USERTOKEN=t.o.k&URLRETURN=https%3A%2F%2Fa.example%2F%2541',
    { token: 't.o.k', returnUrl: 'https://a.example/%41' },
    '/',
  ],
  ['/?urlReturn=https://a.example/?x=1+2&userToken=t', { token: 't', returnUrl: 'https://a.example/?x=1+2' }, '/'],
  ['/new-login?env=pre&userToken=t&lang=ca', { token: 't', returnUrl: null }, '/new-login?env=pre&lang=ca'],
  ['/documents/1?usertoken=t', { token: 't', returnUrl: null }, '/'],
  ['/?usertoken=t&urlReturn=%E0%A4%A', { token: 't', returnUrl: null }, '/'],
])('a token in %s is taken out of it with its way back, decoded once', async (address, expected, left) => {
  const entry = await openAt(address)
  expect(entry.userTokenEntry()).toEqual(expected)
  expect(entry.left).toBe(left)
  entry.forgetUserToken()
  expect(entry.userTokenEntry()).toBeNull()
})

test.each(['/', '/?usertoken=', '/?usertokens=t', '/documents?Tag=usertoken', '/?urlReturn=https://a.example'])(
  'an address without a token stays as it is: %s',
  async (address) => {
    const entry = await openAt(address)
    expect(entry.userTokenEntry()).toBeNull()
    expect(entry.left).toBe(address)
  },
)

test.each(['/auth?code=a%2Bb&state=s', '/ssi?code=a%2Bb', '/saml?token=a%2Bb'])(
  'what a provider answers is taken out of %s, and the address can still be told',
  async (address) => {
    const entry = await openAt(address)
    expect(entry.left).toBe(address.split('?')[0])
    const answer = entry.providerAnswer()
    expect(answer.address).toBe(`https://sign.example${address}`)
    expect(answer.parameters.get('code') ?? answer.parameters.get('token')).toBe('a+b')
  },
)

test('a callback that the portal was not opened at has no answer', async () => {
  const entry = await openAt('/')
  expect([...entry.providerAnswer().parameters]).toEqual([])
})

test.each([
  ['/ivsign-login-sign?transactionid=t-1&token=a%2Bb', '/ivsign-login-sign?transactionid=t-1', 'a+b'],
  ['/ivsign-login-sign?token=a%2Bb', '/ivsign-login-sign?', 'a+b'],
  ['/ivsign-login-sign?transactionid=t-1', '/ivsign-login-sign?transactionid=t-1', undefined],
])('a token of Ivnosys leaves %s at once and waits in the session alone', async (address, left, token) => {
  const kept = new Map([['ivnosysToken', 'of before']])
  vi.stubGlobal('sessionStorage', {
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  const entry = await openAt(address)
  expect(entry.left).toBe(left)
  expect(kept.get('ivnosysToken')).toBe(token)
  expect(entry.userTokenEntry()).toBeNull()
})
