import { expect, test } from 'vitest'
import { requestOfAddress } from './request-of-address.ts'

test('an address without a parameter of a request asks for nothing', () => {
  expect(requestOfAddress('')).toBeNull()
  expect(requestOfAddress('?env=PRE&utm_source=mail')).toBeNull()
})

test('every parameter is taken word by word, whatever it looks like', () => {
  const state = '1234567890123456789012345'
  expect(
    requestOfAddress(
      `?response_type=code&client_id=a%20b&redirect_uri=https%3A%2F%2Fx.example%2F%3Fa%3D1&scope=service&lang=ca` +
        `&state=${state}&hash=AbC_-&hashalgo=SHA256&credentialID=c&numSignatures=007&description=a+b` +
        `&code_challenge=x&code_challenge_method=S256&request_uri=urn%3Ax&env=PRE&other=1`,
    ),
  ).toEqual({
    response_type: 'code',
    client_id: 'a b',
    redirect_uri: 'https://x.example/?a=1',
    scope: 'service',
    lang: 'ca',
    state,
    hash: 'AbC_-',
    hashalgo: 'SHA256',
    credentialID: 'c',
    numSignatures: '007',
    description: 'a b',
    code_challenge: 'x',
    code_challenge_method: 'S256',
    request_uri: 'urn:x',
  })
})

test.each(['token', 'account_token'])('the account token may be called %s', (name) => {
  expect(requestOfAddress(`?${name}=t`)).toEqual({ account_token: 't' })
})

test.each(['?client_id=a&client_id=b', '?client_id=a&client_id=a', '?token=a&account_token=b', '?state=&state=x'])(
  'a parameter that stands there twice makes a request that nobody answers: %s',
  (search) => {
    expect(() => requestOfAddress(search)).toThrow(expect.objectContaining({ code: 'AUTHORISATION_REQUEST_INVALID' }))
  },
)
