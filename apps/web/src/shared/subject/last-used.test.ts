import { beforeEach, expect, it, vi } from 'vitest'
import { lastUsed, rememberUsed } from './last-used.ts'

const KEY = 'signing.lastUsed'
const logIn = (sub: string) => {
  const payload = Buffer.from(JSON.stringify({ sub, legalid: 'X' })).toString('base64url')
  sessionStorage.setItem('oauthTokenB64', `e30.${payload}.x`)
}

function storage(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
  } as Storage
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', storage())
  vi.stubGlobal('localStorage', storage())
})

it('each person of a device finds their own again', () => {
  logIn('ana')
  rememberUsed('certificate-of-ana')
  logIn('biel')
  expect(lastUsed()).toBeNull()
  rememberUsed('certificate-of-biel')
  expect(lastUsed()).toBe('certificate-of-biel')
  logIn('ana')
  expect(lastUsed()).toBe('certificate-of-ana')
  rememberUsed('another')
  expect(lastUsed()).toBe('another')
})

it('a device remembers the last twenty people', () => {
  for (let person = 0; person < 21; person += 1) {
    logIn(`person-${person}`)
    rememberUsed(`certificate-${person}`)
  }
  expect(lastUsed()).toBe('certificate-20')
  logIn('person-1')
  expect(lastUsed()).toBe('certificate-1')
  logIn('person-0')
  expect(lastUsed()).toBeNull()
})

it('nothing is remembered of nobody', () => {
  rememberUsed('certificate')
  expect([localStorage.getItem(KEY), lastUsed()]).toEqual([null, null])
})

it.each(['{', 'null', '[]', '[["ana"]]', '[["ana",3]]', '{"ana":"x"}', '7'])(
  'what somebody else wrote there counts for nothing: %s',
  (stored) => {
    logIn('ana')
    localStorage.setItem(KEY, stored)
    expect(lastUsed()).toBeNull()
    rememberUsed('mine')
    expect(lastUsed()).toBe('mine')
  },
)
