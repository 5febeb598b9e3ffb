import { expect, test } from 'vitest'
import { isEmail } from './email.ts'

test.each(['ana@example.com', 'a.b+c@sub.example.cat', 'ana@localhost', 'núria@bústia.cat', "o'neil@example.ie"])(
  '%s may be an e-mail address',
  (text) => expect(isEmail(text)).toBe(true),
)

test.each([
  '', 'ana', '@example.com', 'ana@', 'a@b@c.com', 'ana @example.com', 'ana@exam ple.com', '.ana@example.com',
  'ana..b@example.com', 'ana.@example.com', 'ana@example..com', 'ana@-example.com', 'ana@example.com.',
  'ana@example.com\r\nBcc: x@y.z', 'ana@example.com,b@example.com', '<ana@example.com>', 'ana@[127.0.0.1]',
  `${'x'.repeat(65)}@example.com`, `ana@${'x'.repeat(260)}.com`,
])('%j is none', (text) => expect(isEmail(text)).toBe(false)) // prettier-ignore

test('a long text is judged at once', () => {
  expect(isEmail(`a@${'a-'.repeat(120)}`)).toBe(false)
})
