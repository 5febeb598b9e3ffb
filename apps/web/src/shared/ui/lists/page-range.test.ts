import { describe, expect, it } from 'vitest'
import { rangeOf, resizePage } from './page-range.ts'

describe('the rows of a page', () => {
  it('are counted from one, up to the total', () => {
    expect(rangeOf(9, 10, 87)).toEqual({ from: 81, to: 87 })
    expect(rangeOf(1, 10, 0)).toEqual({ from: 0, to: 0 })
  })

  it('are all of them when the page has all', () => {
    expect(rangeOf(1, 'all', 87)).toEqual({ from: 1, to: 87 })
    expect(rangeOf(1, 'all', 0)).toEqual({ from: 0, to: 0 })
  })

  it('keep the first one on the page when the page size changes', () => {
    expect(resizePage(7, 10, 50)).toBe(2)
    expect(resizePage(2, 50, 5)).toBe(11)
    expect([resizePage(4, 10, 'all'), resizePage(1, 'all', 10)]).toEqual([1, 1])
  })
})
