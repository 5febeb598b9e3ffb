import { describe, expect, test } from 'vitest'
import {
  activeFilters,
  matchesFilters,
  NO_FILTERS,
  offeredTags,
  parseFilters,
  UNSPECIFIED_TAG,
} from './approval-filters.ts'

const approval = { FileName: 'Contract Ñandú.pdf', Tag: 'Legal, urgent', UploadTime: '2026-11-10T12:00:00Z' }
const matches = (filters: Partial<typeof NO_FILTERS>, other: Partial<typeof approval> = {}) =>
  matchesFilters({ ...approval, ...other }, { ...NO_FILTERS, ...filters })

describe('filters of the approvals', () => {
  test('no filter lets everything through', () => expect(matches({})).toBe(true))

  test.each(['contract', 'CONTRACT', ' ract ñ', 'n\u0303ANDU\u0301', 'nandu', 'cóntract', '.PDF'])(
    'the text %j finds a part of the file name whatever its case, with and without accents',
    (text) => expect(matches({ text })).toBe(true),
  )

  test.each(['contracts', 'legal', '*'])('the text %j is not in the file name', (text) =>
    expect(matches({ text })).toBe(false),
  )

  test.each([
    ['Legal', true],
    ['urgent', true],
    ['LEGAL', true],
    ['légal', true],
    ['Leg', false],
    ['Legal, urgent', false],
    [UNSPECIFIED_TAG, false],
  ])('the tag %j has to equal one of the tags', (tag, found) => expect(matches({ tag })).toBe(found))

  test.each(['', ' ', ', ,'])('Unspecified finds what has no tag, as %j', (Tag) => {
    expect(matches({ tag: UNSPECIFIED_TAG }, { Tag })).toBe(true)
    expect(matches({ tag: 'Legal' }, { Tag })).toBe(false)
  })

  test.each([
    [{ from: '2026-11-10' }, true],
    [{ from: '2026-11-11' }, false],
    [{ to: '2026-11-10' }, true],
    [{ to: '2026-11-09' }, false],
    [{ from: '2026-11-10', to: '2026-11-10' }, true],
    [{ from: '2026-11-11', to: '2026-11-09' }, false],
  ])('the dates %j look at the day of the upload, both included', (dates, found) => expect(matches(dates)).toBe(found))

  test('a time that cannot be read is on no day', () => {
    expect(matches({ from: '2026-01-01' }, { UploadTime: 'soon' })).toBe(false)
    expect(matches({}, { UploadTime: 'soon' })).toBe(true)
  })

  test('all of them have to let it through', () => {
    expect(matches({ text: 'contract', tag: 'urgent', from: '2026-11-01', to: '2026-11-30' })).toBe(true)
    expect(matches({ text: 'contract', tag: 'other' })).toBe(false)
  })
})

test('the tags offered are those of the list, each once', () => {
  expect(offeredTags([approval, { ...approval, Tag: 'urgent,Board,LEGAL' }])).toEqual({
    tags: ['Board', 'Legal', 'urgent'],
    someWithout: false,
  })
  expect(offeredTags([{ ...approval, Tag: '' }])).toEqual({ tags: [], someWithout: true })
})

test('filters are kept in the session as they are, and only those that narrow are active', () => {
  const filters = { text: 'a', tag: UNSPECIFIED_TAG, from: '2026-11-01', to: '' }
  expect(parseFilters(JSON.stringify(filters))).toEqual(filters)
  expect(activeFilters(filters)).toEqual(['text', 'tag', 'from'])
  expect(activeFilters({ ...NO_FILTERS, text: '  ' })).toEqual([])
})

test.each([null, '', '{', '[]', 'null', '7', '{"text":7,"tag":{},"from":"yesterday","to":"2026-1-1"}'])(
  'the stored text %j narrows nothing',
  (stored) => expect(parseFilters(stored)).toEqual(NO_FILTERS),
)
