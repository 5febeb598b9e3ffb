import { expect, test } from 'vitest'
import { mayReturnTo } from './allow-return.ts'

const ALLOWED = ['https://app.example.org/done', 'https://portal.example.org/a/', 'http://localhost:3000/back']

test.each([
  'https://app.example.org/done',
  'https://app.example.org/done?case=7&name=José',
  'https://app.example.org/done/further/step',
  'https://app.example.org/done#top',
  'https://portal.example.org/a/',
  'https://portal.example.org/a/b?next=https://elsewhere.test/',
  'http://localhost:3000/back',
])('%s is at or below an allowed address', (address) => {
  expect(mayReturnTo(address, ALLOWED)).toBe(true)
})

test.each([
  '',
  '/',
  '/done',
  '//app.example.org/done',
  '//evil.test/done',
  '\\\\evil.test\\done',
  '/\\evil.test/done',
  'https:evil.test/done',
  'https:/evil.test/done',
  'https:///evil.test/done',
  'https:\\\\app.example.org\\done',
  'https://evil.test/done',
  'https://evil.test/https://app.example.org/done',
  'https://evil.test/?https://app.example.org/done',
  'https://evil.test#https://app.example.org/done',
  'https://app.example.org.evil.test/done',
  'https://app.example.orgevil.test/done',
  'https://evilapp.example.org/done',
  'https://app-example.org/done',
  'https://app.example.org./done',
  'https://APP.example.org/done',
  'HTTPS://app.example.org/done',
  'http://app.example.org/done',
  'https://app.example.org:8443/done',
  'https://app.example.org:443/done',
  'https://app.example.org@evil.test/done',
  'https://user@app.example.org/done',
  'https://user:password@app.example.org/done',
  'https://app.example.org%40evil.test/done',
  'https://app.example.org%2eevil.test/done',
  'https://app.example.org\\@evil.test/done',
  'https://app.example.org\u3002evil.test/done',
  'https://\u0430pp.example.org/done',
  'https://app。example。org/done',
  'https://xn--pp-6kc.example.org/done',
  'https://app.example.org/donevil',
  'https://app.example.org/',
  'https://app.example.org/Done',
  'https://app.example.org//done',
  'https://app.example.org/done/../admin',
  'https://app.example.org/done/..%2fadmin',
  'https://app.example.org/done/%2e%2e/admin',
  'https://app.example.org/done/%252e%252e/admin',
  'https://app.example.org/done/..;/admin/..',
  'https://app.example.org/done/..;/admin',
  'https://app.example.org/done/..;x=1/admin',
  'https://app.example.org/done/.;/admin',
  'https://app.example.org/done%5c..%5cadmin',
  'https://app.example.org/./done',
  'https://app.example.org/%64one',
  'https://portal.example.org/a',
  ' https://app.example.org/done',
  'https://app.example.org/done ',
  'https://app.example.org/done\r\nLocation: https://evil.test',
  'https://app.example.org\t/done',
  'ht\ntps://app.example.org/done',
  'https://app.example.org/done\u0000',
  'https://app.example.org/done\u200b',
  'javascript:alert(1)//https://app.example.org/done',
  'JaVaScRiPt:alert(1)',
  'data:text/html;base64,aHR0cHM6Ly9hcHAuZXhhbXBsZS5vcmcvZG9uZQ==',
  'aHR0cHM6Ly9hcHAuZXhhbXBsZS5vcmcvZG9uZQ==',
  'https%3A%2F%2Fapp.example.org%2Fdone',
  'blob:https://app.example.org/done',
  'file:///etc/passwd',
  'http://127.0.0.1:3000/back',
  'http://localhost:3001/back',
  'https://localhost:3000/back',
])('%j leads nowhere', (address) => {
  expect(mayReturnTo(address, ALLOWED)).toBe(false)
})

test('an allowed address with a query allows only itself', () => {
  const allowed = ['https://app.example.org/done?from=portal']
  expect(mayReturnTo('https://app.example.org/done?from=portal', allowed)).toBe(true)
  for (const address of ['https://app.example.org/done', 'https://app.example.org/done?from=portal&to=x']) {
    expect(mayReturnTo(address, allowed)).toBe(false)
  }
})

test('where nothing is allowed, nothing is', () => {
  expect(mayReturnTo('https://app.example.org/done', [])).toBe(false)
})
