import { describe, expect, it } from 'vitest'
import { DEFAULT_LIST_STATE, listQuery, parseListState, sortBy } from './list-state.ts'

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
})
