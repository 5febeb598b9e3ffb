import { expect, test } from 'vitest'
import { readTokenPayload } from './token-payload.ts'

const tokenWith = (payload: unknown) => `h.${Buffer.from(JSON.stringify(payload)).toString('base64url')}.s`

test('a token names its user and their legal id, accents included', () => {
  expect(readTokenPayload(tokenWith({ sub: 'guid', legalid: 'Ñ-1', exp: 1 }))).toEqual({ sub: 'guid', legalid: 'Ñ-1' })
})

test.each([
  ['no token', 'nonsense'],
  ['broken JSON', `h.${Buffer.from('{').toString('base64url')}.s`],
  ['null', tokenWith(null)],
  ['a payload without user', tokenWith({ legalid: 'x' })],
])('%s names nobody', (_, token) => {
  expect(readTokenPayload(token)).toBeNull()
})
