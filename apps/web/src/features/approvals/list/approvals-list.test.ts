import { describe, expect, test } from 'vitest'
import { NO_FILTERS } from './approval-filters.ts'
import { approvalAfter, approvalsInView, pageOfApprovals, sortApprovalsBy } from './approvals-list.ts'
import { DEFAULT_APPROVALS_STATE, parseApprovalsState, type ApprovalsState } from './approvals-state.ts'

const approval = (ApproverGuid: string, FileName: string, more: object = {}) => ({
  ApproverGuid,
  FileName,
  SignerName: 'Ana',
  UploadTime: '2026-11-10T12:00:00Z',
  Tag: '',
  ...more,
})
const approvals = [
  approval('1', 'Zebra.pdf', { UploadTime: '2026-11-01T00:00:00Z' }),
  approval('2', 'árbol.pdf', { UploadTime: '2026-11-03T00:00:00Z' }),
  approval('3', 'Apple.pdf', { UploadTime: '2026-11-02T00:00:00Z' }),
]
const view = {
  filters: NO_FILTERS,
  selected: new Set<string>(),
  state: DEFAULT_APPROVALS_STATE as Pick<ApprovalsState, 'sort' | 'dir'>,
  language: 'es',
}
const guids = (list: readonly { ApproverGuid: string }[]) => list.map(({ ApproverGuid }) => ApproverGuid).join('')

describe('order', () => {
  test('the list is ordered by file name, ascending, at first', () => {
    expect(guids(approvalsInView(approvals, view))).toBe('321')
  })

  test('another column and the other direction can be asked for', () => {
    expect(guids(approvalsInView(approvals, { ...view, state: { sort: 'FileName', dir: 'des' } }))).toBe('123')
    expect(guids(approvalsInView(approvals, { ...view, state: { sort: 'UploadTime', dir: 'des' } }))).toBe('231')
  })

  test('equal ones keep their order in both directions', () => {
    const twins = [approval('b', 'same'), approval('a', 'same')]
    for (const dir of ['asc', 'des'] as const) {
      expect(guids(approvalsInView(twins, { ...view, state: { sort: 'FileName', dir } }))).toBe('ab')
    }
  })

  test('pressing a column sorts by it, pressing it again turns it round, and dates begin with the newest', () => {
    const bySigner = sortApprovalsBy({ ...DEFAULT_APPROVALS_STATE, page: 3 }, 'SignerName')
    expect(bySigner).toMatchObject({ page: 1, sort: 'SignerName', dir: 'asc' })
    expect(sortApprovalsBy(bySigner, 'SignerName').dir).toBe('des')
    expect(sortApprovalsBy(bySigner, 'UploadTime').dir).toBe('des')
  })
})

test('selected approvals stay in view though a filter would hide them', () => {
  const filters = { ...NO_FILTERS, text: 'zebra' }
  expect(guids(approvalsInView(approvals, { ...view, filters }))).toBe('1')
  expect(guids(approvalsInView(approvals, { ...view, filters, selected: new Set(['2']) }))).toBe('21')
})

describe('pages', () => {
  const many = Array.from({ length: 31 }, (_, i) => i)
  test.each([
    [1, 10, 0, 10, 4],
    [4, 10, 30, 1, 4],
    [9, 10, 30, 1, 4],
    [2, 30, 30, 1, 2],
    [1, 50, 0, 31, 1],
    [1, 'all', 0, 31, 1],
  ] as const)('page %i of %s rows each', (page, size, first, length, totalPages) => {
    const shown = pageOfApprovals(many, { page, size })
    expect(shown.rows).toHaveLength(length)
    expect(shown.rows[0]).toBe(first)
    expect(shown.totalPages).toBe(totalPages)
  })

  test('an empty list has one empty page', () => {
    expect(pageOfApprovals([], { page: 2, size: 'all' })).toEqual({ rows: [], page: 1, totalPages: 1 })
  })

  test.each([
    [{}, DEFAULT_APPROVALS_STATE],
    [
      { page: '2', size: 'all', sort: 'Tag', dir: 'des' },
      { page: 2, size: 'all', sort: 'Tag', dir: 'des' },
    ],
    [
      { page: 3, size: 50 },
      { ...DEFAULT_APPROVALS_STATE, page: 3, size: 50 },
    ],
    [{ page: '-1', size: '7', sort: 'DROP', dir: 'up' }, DEFAULT_APPROVALS_STATE],
    [{ page: '1e999', size: {}, sort: null }, DEFAULT_APPROVALS_STATE],
  ])('the address %j is read as far as it makes sense', (search, state) => {
    expect(parseApprovalsState(search)).toEqual(state)
  })
})

test('after the last approval comes none', () => {
  expect(approvalAfter(approvals, '2')?.ApproverGuid).toBe('3')
  expect(approvalAfter(approvals, '3')).toBeUndefined()
  expect(approvalAfter(approvals, 'elsewhere')).toBeUndefined()
})
