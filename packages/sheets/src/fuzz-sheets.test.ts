import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeXlsx, makeZip, xlsxParts } from '../testing/index.ts'
import { readAny } from './read-any.ts'
import { READ_LIMITS } from './read-sheet.ts'

const read = (bytes: Uint8Array) => readAny({ bytes, limits: READ_LIMITS })

/** Whatever a file has, it is a table within the limits, or it is refused by name. */
async function expectAnswer(bytes: Uint8Array): Promise<void> {
  const answer = await read(bytes)
  if ('error' in answer) {
    expect(answer.error.code).toMatch(/^SHEET_(?:UNREADABLE|TOO_LARGE)$/)
    return
  }
  const { columns, rows } = answer.sheet
  expect(columns.length).toBeLessThanOrEqual(READ_LIMITS.columns)
  expect(rows.length).toBeLessThanOrEqual(READ_LIMITS.rows)
  for (const { cells } of rows) expect(cells).toHaveLength(columns.length)
}

const people = [
  ['Name', 'Until'],
  ['Ana', new Date(Date.UTC(2027, 0, 1))],
  ['Biel', 'x'],
] as const

/** A file with some octets changed, put in or left out. */
const broken = (file: Uint8Array) =>
  fc
    .array(fc.tuple(fc.nat(file.length - 1), fc.nat(255), fc.constantFrom('change', 'put in', 'leave out')), {
      minLength: 1,
      maxLength: 8,
    })
    .map((faults) => {
      const octets = [...file]
      for (const [at, octet, kind] of faults) {
        if (kind === 'change') octets[at] = octet
        else if (kind === 'put in') octets.splice(at, 0, octet)
        else octets.splice(at, 1)
      }
      return Uint8Array.from(octets)
    })

test('any octets are a table or a refusal', () =>
  fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), expectAnswer), { numRuns: 500 }))

test('any text of delimiters, quotes and line ends is a table or a refusal', () => {
  const pieces = fc.constantFrom(',', ';', '\t', '"', '""', '\r', '\n', '\r\n', ' ', '\uFEFF', 'a', '=1', 'ñ')
  const texts = fc.array(pieces, { maxLength: 200 }).map((parts) => Buffer.from(parts.join('')))
  return fc.assert(fc.asyncProperty(texts, expectAnswer), { numRuns: 500 })
})

test('a workbook with broken octets is a table or a refusal', () =>
  fc.assert(fc.asyncProperty(broken(makeXlsx(people)), expectAnswer), { numRuns: 500 }))

test('a workbook whose parts are broken inside a sound archive is a table or a refusal', () => {
  const parts = xlsxParts(people)
  const names = fc.constantFrom(...Object.keys(parts))
  const cases = names.chain((name) =>
    broken(Buffer.from(parts[name]!)).map((content) => makeZip({ ...parts, [name]: content })),
  )
  return fc.assert(fc.asyncProperty(cases, expectAnswer), { numRuns: 500 })
})
