import { afterEach, expect, test, vi } from 'vitest'
import { returnAddress } from './return-address.ts'

afterEach(() => vi.unstubAllGlobals())

function keep(session: Record<string, string>): void {
  vi.stubGlobal('sessionStorage', { getItem: (key: string) => session[key] ?? null })
}

test('whoever came with a user token is led back to where they came from, as it was kept', () => {
  keep({ userToken: 'true', urlReturn: 'https://erp.example.org/done?case=a%2520b' })
  expect(returnAddress()).toBe('https://erp.example.org/done?case=a%2520b')
})

test.each([
  ['nobody came with a user token', { urlReturn: 'https://erp.example.org/' }],
  ['the mark says something else', { userToken: 'false', urlReturn: 'https://erp.example.org/' }],
  ['there is no address', { userToken: 'true' }],
  ['the address is empty', { userToken: 'true', urlReturn: '' }],
  ['it is none', { userToken: 'true', urlReturn: '/done' }],
  ['it is a program', { userToken: 'true', urlReturn: 'javascript:alert(1)' }],
  ['it is data', { userToken: 'true', urlReturn: 'data:text/html,hello' }],
])('the way out is the log-in when %s', (_, session: Record<string, string>) => {
  keep(session)
  expect(returnAddress()).toBeNull()
})
