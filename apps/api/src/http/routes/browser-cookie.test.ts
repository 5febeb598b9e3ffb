import { expect, test } from 'vitest'
import { readBrowserCookie, readDeviceCookie, writeBrowserCookie, writeDeviceCookie } from './browser-cookie.ts'

const SECRET = 's'.repeat(43)

test('over TLS the cookie is sent over TLS only, and no other host can have set it', () => {
  const cookie = writeBrowserCookie(SECRET, true)
  expect(cookie).toBe(`__Host-rubrica-login=${SECRET}; Path=/; Max-Age=600; HttpOnly; SameSite=Strict; Secure`)
  expect(readBrowserCookie(`a=b; __Host-rubrica-login=${SECRET}; c=d`, true)).toBe(SECRET)
})

test('over TLS the name that another host may use is not read', () => {
  expect(readBrowserCookie(`rubrica-login=${SECRET}`, true)).toBeUndefined()
})

test('without TLS there is no cookie that would need it', () => {
  expect(writeBrowserCookie(SECRET, false)).toBe(
    `rubrica-login=${SECRET}; Path=/; Max-Age=600; HttpOnly; SameSite=Strict`,
  )
  expect(readBrowserCookie(`x-rubrica-login=other; rubrica-login=${SECRET}`, false)).toBe(SECRET)
})

test('a remembered browser keeps its secret for thirty days, as safely, under a name of its own', () => {
  const cookie = writeDeviceCookie(SECRET, true)
  expect(cookie).toBe(`__Host-rubrica-device=${SECRET}; Path=/; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure`)
  expect(readDeviceCookie(cookie, true)).toBe(SECRET)
  expect(readDeviceCookie(`rubrica-login=${SECRET}`, false)).toBeUndefined()
})

test.each([undefined, '', 'rubrica-login', 'rubrica-login2=x', ';;;'])('%j holds none', (header) => {
  expect(readBrowserCookie(header, false)).toBeUndefined()
})
