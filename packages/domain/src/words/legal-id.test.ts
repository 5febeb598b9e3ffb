import { expect, test } from 'vitest'
import { bareLegalId, isSameLegalId } from './legal-id.ts'

test.each([
  ['IDCES-12345678Z', '12345678Z'],
  ['IDCES-12345678Z', '12345678-z'],
  ['12345678Z', ' 12.345.678-Z '],
  ['1234567L', '01234567L'],
  ['PNOES-12345678Z', 'IDCES-12345678Z'],
  ['IDCES-X1234567L', 'x1234567l'],
  ['X01234567L', 'X1234567L'],
  ['VATES-B12345674', 'B12345674'],
  ['TINIT-RSSMRA80A01H501U', 'RSSMRA80A01H501U'],
  ['１２３４５６７８Ｚ', '12345678Z'],
])('%s is %s', (stated, legalId) => {
  expect(isSameLegalId(stated, legalId)).toBe(true)
  expect(isSameLegalId(legalId, stated)).toBe(true)
})

test.each([
  ['IDCES-12345678Z', '12345678A'],
  ['IDCES-12345678Z', '2345678Z'],
  ['IDCPT-12345678Z', 'IDCES-12345678Z'],
  ['IDCES-', ''],
  ['', ''],
  ['-', '.'],
  ['IDCES-12345678Z', '912345678Z'],
  // What is typed stays one number: nothing of it is taken for a prefix.
  ['12345678Z', 'ANA 12345678Z'],
])('%s is not %s', (stated, legalId) => {
  expect(isSameLegalId(stated, legalId)).toBe(false)
})

test.each([
  ['IDCES-12345678Z', '12345678Z'],
  ['VATES-B12345674', 'B12345674'],
  ['12345678Z', '12345678Z'],
  ['IDCES-', 'IDCES-'],
  ['ABCES-1', 'ABCES-1'],
])('the number of %s is %s', (stated, number) => {
  expect(bareLegalId(stated)).toBe(number)
})
