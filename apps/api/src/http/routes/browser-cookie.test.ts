import { expect, test } from 'vitest'
import { readBrowserCookie, writeBrowserCookie } from './browser-cookie.ts'

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

test.each([undefined, '', 'rubrica-login', 'rubrica-login2=x', ';;;'])('%j holds none', (header) => {
  expect(readBrowserCookie(header, false)).toBeUndefined()
})
