import { describe, expect, it } from 'vitest'
import { DEFAULT_LIST_STATE } from './list-state.ts'
import { parseListState } from './parse-list-state.ts'
import { countFilters, filterBy, sortBy, withoutFilters } from './list-changes.ts'
import { listQuery } from './list-query.ts'

const NOW = '2026-11-21'
const CERTIFICATE = '0f8fad5b-d9cb-469f-a165-70867728950e'

describe('the state of the list in the address', () => {
  it('starts with ten rows by file name, ascending', () => {
    expect(parseListState({})).toEqual({ page: 1, size: 10, sort: 'FileName', dir: 'asc' })
  })

  it('takes page, size, column and direction from the address, as numbers or as text', () => {
    const state = { page: 3, size: 50, sort: 'UploadTime', dir: 'des' }
    expect(parseListState(state)).toEqual(state)
    expect(parseListState({ ...state, page: '3', size: '50' })).toEqual(state)
  })

  it.each([
    { page: 0 },
    { page: -4 },
    { page: 1.5 },
    { page: 'x' },
    { page: 1e9 },
    { size: 7 },
    { size: null },
    { sort: 'DocGUI' },
    { dir: 'desc' },
    { page: {}, sort: {} },
  ])('takes the default for what makes no sense: %j', (search) => {
    expect(parseListState(search)).toEqual(DEFAULT_LIST_STATE)
  })

  it('asks the server in the words of the spec', () => {
    expect(listQuery({ page: 2, size: 30, sort: 'Tag', dir: 'des' }, 87)).toEqual({
      PageNumber: '2',
      PageSize: '30',
      Count: '87',
      OrderBy: 'Tag',
      OrderType: 'des',
    })
  })

  it('turns the order round on a second press and goes back to the first page', () => {
    const state = { ...DEFAULT_LIST_STATE, page: 4 }
    expect(sortBy(state, 'FileName')).toEqual({ ...state, page: 1, dir: 'des' })
    expect(sortBy({ ...state, dir: 'des' }, 'FileName')).toEqual({ ...state, page: 1, dir: 'asc' })
  })

  it('sorts another column ascending, but dates newest first', () => {
    const state: typeof DEFAULT_LIST_STATE = { ...DEFAULT_LIST_STATE, dir: 'des' }
    expect(sortBy(state, 'Tag')).toMatchObject({ sort: 'Tag', dir: 'asc' })
    expect(sortBy(state, 'UploadTime')).toMatchObject({ sort: 'UploadTime', dir: 'des' })
  })

  it('takes filters from the address, the empty tag among them, and numbers as text', () => {
    const filters = { name: 'a', certificate: CERTIFICATE, tag: '', sender: 'b', from: '2026-11-20', to: NOW }
    expect(parseListState(filters, NOW)).toEqual({ ...DEFAULT_LIST_STATE, ...filters })
    expect(parseListState({ name: 2026, tag: true, certificate: CERTIFICATE.toUpperCase() }, NOW)).toMatchObject({
      name: '2026',
      tag: 'true',
      certificate: CERTIFICATE,
    })
    expect(parseListState({ name: 'x'.repeat(300) }, NOW).name).toHaveLength(255)
  })

  it('says of each filter that makes no sense that it is not there', () => {
    const state = parseListState({ name: ' ', certificate: 'x', tag: {}, sender: [], from: '2020-01-01', to: 7 }, NOW)
    expect(countFilters(state)).toBe(0)
    expect(Object.keys(state)).toEqual(expect.arrayContaining(['name', 'certificate', 'tag', 'sender', 'from', 'to']))
  })

  it('filters from the first page on, one filter more or less at a time, or none at all', () => {
    const state = filterBy({ ...DEFAULT_LIST_STATE, page: 4, size: 50 }, { tag: '', name: 'a' })
    expect(state).toMatchObject({ page: 1, size: 50, tag: '', name: 'a' })
    expect(countFilters(state)).toBe(2)
    expect(countFilters(filterBy(state, { tag: undefined }))).toBe(1)
    expect(withoutFilters(state)).toEqual({ ...DEFAULT_LIST_STATE, size: 50 })
  })

  it('asks the server for filters in the words of the spec, and for days in the time zone of the person', () => {
    const filters = { name: 'a', certificate: CERTIFICATE, tag: 'b', sender: 'c', from: '2026-11-20', to: NOW }
    expect(listQuery({ ...DEFAULT_LIST_STATE, ...filters })).toMatchObject({
      FileName: 'a',
      CertificateGuid: CERTIFICATE,
      Tag: 'b',
      Sender: 'c',
      From: '2026-11-20',
      To: NOW,
      TimeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    })
    expect(listQuery({ ...DEFAULT_LIST_STATE, tag: '' }).Tag).toBe('Unspecified')
  })
})
