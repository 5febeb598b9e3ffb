import { expect, test } from 'vitest'
import { printable } from './printable.ts'

test('what could change the meaning of a terminal line is replaced, and letters are not', () => {
  expect(printable('Núria 名 \u001b[2J\u202eevil\r\n')).toBe('Núria 名 \ufffd[2J\ufffdevil\ufffd\ufffd')
})
