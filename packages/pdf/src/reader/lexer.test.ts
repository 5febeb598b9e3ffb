import { expect, test } from 'vitest'
import type { PdfName } from '../objects/pdf-objects.ts'
import { Lexer } from './lexer.ts'
import { LIMITS } from './limits.ts'

const lexerOf = (text: string): Lexer => new Lexer(Buffer.from(text, 'latin1'))

test('names differ by their last letter, however long they are', () => {
  const name = (end: string) => lexerOf(`/${'A'.repeat(5_000)}${end}`).next() as PdfName
  expect(name('1').value).not.toBe(name('2').value)
})

test('a string longer than any honest one is rejected, for what follows would be taken for objects', () => {
  const rest = 'A'.repeat(LIMITS.string)
  for (const text of [`(${rest} ) /Key`, `<${rest}> /Key`]) {
    expect(() => lexerOf(text).next(), text.slice(0, 1)).toThrow('PDF_TOO_COMPLEX')
  }
})

test('numbers that readers take for different ones are known as such', () => {
  const isOdd = (text: string): boolean => {
    const lexer = lexerOf(text)
    expect(typeof lexer.next()).toBe('number')
    return lexer.isOdd
  }
  for (const text of ['0', '12', '-1', '+1.5', '.5', '5.', '2147483647']) expect(isOdd(text), text).toBe(false)
  for (const text of ['--1', '+-1', '1-2', '-', '.', '-.', '2147483648', '12endobj'])
    expect(isOdd(text), text).toBe(true)
})

test('a number ends where the end of its object begins, though nothing stands between them', () => {
  const lexer = lexerOf('12endobj')
  expect(lexer.next()).toBe(12)
  expect(lexer.next()).toEqual(lexerOf('endobj').next())
})
