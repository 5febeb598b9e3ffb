import { expect, test } from 'vitest'
import { groupChanges } from './group-changes.ts'

const change = (What: string, Page: number | null, JustifiedBy: string | null = null) => ({
  What,
  Page,
  Revision: 2,
  JustifiedBy,
})

test('what no rule allows comes first, told by its kind; what a rule allows is told by the rule', () => {
  const groups = groupChanges([
    change('CATALOG', null, 'SIGNATURE'),
    change('PAGE_CONTENT', 4),
    change('FIELD_ADDED', 1, 'SIGNATURE'),
    change('SIGNATURE', null, 'SIGNATURE'),
    change('PAGE_CONTENT', 2),
    change('PAGE_CONTENT', 4),
    change('JAVASCRIPT', null),
  ])
  expect(groups).toEqual([
    { isAllowed: false, code: 'PAGE_CONTENT', pages: [2, 4] },
    { isAllowed: false, code: 'JAVASCRIPT', pages: [] },
    { isAllowed: true, code: 'SIGNATURE', pages: [1] },
  ])
})

test('a field in which nobody has signed is no signature', () => {
  expect(groupChanges([change('FIELD_ADDED', 1, 'SIGNATURE')])).toEqual([
    { isAllowed: true, code: 'SIGNATURE_FIELD', pages: [1] },
  ])
})

test('the same kind counts twice when it is allowed in one place only', () => {
  expect(groupChanges([change('METADATA', null), change('METADATA', null, 'METADATA')])).toHaveLength(2)
})
