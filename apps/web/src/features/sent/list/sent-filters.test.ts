import { expect, test } from 'vitest'
import { countFilters, parseSentSearch } from './sent-filters.ts'

const NOW = '2026-11-23'
const found = (search: Record<string, string>) =>
  Object.fromEntries(Object.entries(parseSentSearch(search, NOW)).filter(([, value]) => value !== undefined))

test('an address says what the list must have', () => {
  const search = { from: 'a-guid', name: ' Lease ', state: 'open', person: 'Ana', tag: 'x', since: NOW, silent: '7' }
  expect(found(search)).toEqual({ ...search, name: 'Lease', silent: 7 })
})

test('a template is named by its guid alone, in small letters', () => {
  const template = '0F8F1B52-8C5D-4A52-9C51-3E9F6C1A7B01'
  expect(found({ template })).toEqual({ template: template.toLowerCase() })
  expect(countFilters(parseSentSearch({ template }, NOW))).toBe(1)
  expect(found({ template: 'Lease' })).toEqual({})
})

test.each<Record<string, string>>([
  { state: 'Open' },
  { silent: '0' },
  { silent: '3651' },
  { silent: '-1' },
  { silent: 'x' },
  { since: '2026-02-31' },
  { until: '2026-11-24' },
  { name: '  ' },
  { page: '2' },
])('%j asks for nothing', (search) => expect(found(search)).toEqual({}))

test('a day after the last one is not asked for', () => {
  expect(found({ since: '2026-11-20', until: '2026-11-10' })).toEqual({ since: '2026-11-20' })
})

test('the subscription is no filter', () => {
  expect(countFilters(parseSentSearch({ from: 'a-guid', tag: 'x' }, NOW))).toBe(1)
})
