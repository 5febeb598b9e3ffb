import { expect, test } from 'vitest'
import { relyingPartyAt } from './relying-party.ts'

test.each([
  ['https://sign.example.org', 'sign.example.org', 'https://sign.example.org'],
  ['https://sign.example.org:8443/portal', 'sign.example.org', 'https://sign.example.org:8443'],
  ['http://localhost:8080', 'localhost', 'http://localhost:8080'],
])('passkeys of %s are those of %s', (address, id, origin) => {
  expect(relyingPartyAt(address)).toEqual({ id, origin })
})

test.each(['http://127.0.0.1:8080', 'https://10.0.0.7', 'https://[::1]:8443', 'http://sign.example.org'])(
  'there are none at %s',
  (address) => {
    expect(relyingPartyAt(address)).toBeNull()
  },
)
