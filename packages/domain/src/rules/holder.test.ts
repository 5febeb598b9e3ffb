import { expect, test } from 'vitest'
import { judgeHolder } from './holder.ts'

const ANA = '12345678Z'
const of = (...personNumbers: string[]) => ({ personNumbers, organisationNumber: null })
const company = (organisationNumber: string, ...personNumbers: string[]) => ({ personNumbers, organisationNumber })

test.each([
  ['the number with its prefix', of('IDCES-12345678Z')],
  ['the bare number', of('12345678-z')],
  ['another name of the same kind', of('PNOES-12345678Z')],
  ['the number of the tax office', of('TINES-12345678Z')],
  ['the number twice, in two forms', of('IDCES-12345678Z', '12345678Z')],
  ['who represents a company', company('VATES-B12345674', 'IDCES-12345678Z')],
])('%s is the same person', (_what, stated) => {
  expect(judgeHolder(stated, ANA)).toBe('same')
})

test.each([
  ['another number', of('IDCES-00000001R')],
  ['another number without a prefix', of('00000001R')],
  ['the number of a foreigner', of('PNOES-X1234567L')],
  ['another number of the tax office', of('TINES-00000001R')],
  ['who represents a company', company('VATES-B12345674', 'IDCES-00000001R')],
  ['two strangers at once', of('IDCES-00000001R', 'IDCES-00000002W')],
])('%s is another person', (_what, stated) => {
  expect(judgeHolder(stated, ANA)).toBe('another')
  expect(judgeHolder(stated, `IDCES-${ANA}`)).toBe('another')
})

test.each([
  ['nothing that is stated', of()],
  ['a passport', of('PASES-AAA123456')],
  ['a number of another country', of('IDCPT-00000001R')],
  ['a number that nobody can place', of('E-4711')],
  ['a company', company('VATES-B12345674')],
  ['a company, as older seals say it', company('B12345674')],
  ['a company under the prefix of the tax office', of('TINES-B12345674')],
  ['two people of whom one is right', of('IDCES-12345678Z', 'IDCES-00000001R')],
])('of %s nobody knows', (_what, stated) => {
  expect(judgeHolder(stated, ANA)).toBe('unknown')
})

test('the account of a company is its seal’s, and not that of another company', () => {
  expect(judgeHolder(company('VATES-B12345674'), 'B12345674')).toBe('same')
  expect(judgeHolder(company('VATES-A58818501'), 'B12345674')).toBe('another')
  expect(judgeHolder(company('VATES-B12345674', 'IDCES-00000001R'), 'B12345674')).toBe('unknown')
})

test('abroad only numbers with the same prefix are compared', () => {
  expect(judgeHolder(of('TINIT-RSSMRA80A01H501U'), 'TINIT-VRDLGI75B02F205X')).toBe('another')
  expect(judgeHolder(of('TINIT-RSSMRA80A01H501U'), 'RSSMRA80A01H501U')).toBe('same')
  expect(judgeHolder(of('TINIT-RSSMRA80A01H501U'), 'VRDLGI75B02F205X')).toBe('unknown')
  expect(judgeHolder(of('IDCIT-CA00000AA'), 'TINIT-VRDLGI75B02F205X')).toBe('unknown')
})

test.each(['', '   ', '-'])('an account whose legal id is "%s" is nobody’s', (legalId) => {
  expect(judgeHolder(of('IDCES-12345678Z'), legalId)).toBe('unknown')
  expect(judgeHolder(of(legalId), legalId)).toBe('unknown')
})
