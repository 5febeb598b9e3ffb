import fc from 'fast-check'
import { expect, test } from 'vitest'
import { entityTag, readIfMatch } from './if-match.ts'

const seven = entityTag(7)
const code = (run: () => void): string => {
  try {
    run()
    return 'holds'
  } catch (error) {
    return (error as { code: string }).code
  }
}
const outcome = (header: string | undefined, version: number | undefined = 7) =>
  code(() => readIfMatch(header).require(version))

test('a tag is a strong one in quotes', () => {
  expect(seven).toBe('"v7"')
})

test.each([
  ['no header', undefined, 'PRECONDITION_REQUIRED'],
  ['the tag', '"v7"', 'holds'],
  ['a star', ' * ', 'holds'],
  ['a list with the tag', '"v5", "v7"', 'holds'],
  ['empty elements of a list', ',, "v7" ,', 'holds'],
  ['a tag that holds a comma', '"a,b","v7"', 'holds'],
  ['another tag', '"v6"', 'PRECONDITION_FAILED'],
  ['a longer one', '"v71"', 'PRECONDITION_FAILED'],
  ['the weak form', 'W/"v7"', 'PRECONDITION_FAILED'],
  ['the tag inside of another', '"x,v7,y"', 'PRECONDITION_FAILED'],
  ['an empty tag', '""', 'PRECONDITION_FAILED'],
  ['nothing', '', 'VALIDATION_FAILED'],
  ['commas only', ', ,', 'VALIDATION_FAILED'],
  ['no quotes', 'v7', 'VALIDATION_FAILED'],
  ['an open quote', '"v7', 'VALIDATION_FAILED'],
  ['a small w', 'w/"v7"', 'VALIDATION_FAILED'],
  ['a blank inside', '"v 7"', 'VALIDATION_FAILED'],
  ['no comma between', '"v5" "v7"', 'VALIDATION_FAILED'],
  ['a star in a list', '*, "v7"', 'VALIDATION_FAILED'],
  ['a control character', '"v7"\u0001', 'VALIDATION_FAILED'],
])('%s', (_what, header, expected) => {
  expect(outcome(header)).toBe(expected)
})

test('what is not there has no version, whatever was seen', () => {
  for (const header of ['*', '"v7"'])
    expect(code(() => readIfMatch(header).require(undefined))).toBe('PRECONDITION_FAILED')
})

test('a refused list is named as a header', () => {
  expect(() => readIfMatch('v7')).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ root: 'headers', path: ['if-match'] })] }) as Error,
  )
})

test('no header is an error of ours, or takes long', () => {
  const pieces = fc.array(fc.constantFrom('"', ',', 'W/', '*', ' ', 'v7', '\t', '\\', '\u00ff'), { maxLength: 3000 })
  const known = ['holds', 'PRECONDITION_FAILED', 'VALIDATION_FAILED']
  fc.assert(fc.property(pieces, (parts) => known.includes(outcome(parts.join('')))))
})
