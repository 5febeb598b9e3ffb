import { describe, expect, it } from 'vitest'
import { readBytes, readFields, readList, readText, readWholeNumber } from './read-answer.ts'

describe('a value of an answer', () => {
  it.each([undefined, null, 1, 'text', ['list']])('has no members when it is no object: %j', (value) => {
    expect(readFields(value)).toEqual({})
  })

  it.each([undefined, null, 7, {}, '', 'a'.repeat(256), 'line\nbreak', 'turned \u202e round', '\u0000', 'half \ud83d'])(
    'is no text that may be shown or sent: %j',
    (value) => {
      expect(readText(value)).toBeUndefined()
    },
  )

  it('is a text with all its letters', () => {
    expect(readText('Núria Öztürk 🖊')).toBe('Núria Öztürk 🖊')
  })

  it('is a list up to the limit', () => {
    expect(readList([1, 2], 2)).toEqual([1, 2])
    expect(readList([1, 2, 3], 2)).toBeUndefined()
    expect(readList({ length: 1 }, 2)).toBeUndefined()
  })

  it.each([undefined, 1, {}, '', '!!!!', 'AA AA', 'A'.repeat(24)])('is no base64 of at most 16 bytes: %j', (value) => {
    expect(readBytes(value, 16)).toBeUndefined()
  })

  it('is base64, also in lines', () => {
    expect(readBytes('QUJD\r\nREVG\n', 16)?.toString()).toBe('ABCDEF')
  })

  it.each([-1, 1.5, 11, '3', Number.NaN, null])('is no whole number up to ten: %j', (value) => {
    expect(readWholeNumber(value, 10)).toBeUndefined()
  })
})
