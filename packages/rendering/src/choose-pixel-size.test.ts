import { describe, expect, it } from 'vitest'
import { choosePixelSize, MAX_PIXELS, MAX_SIDE } from './choose-pixel-size.ts'

describe('choosePixelSize', () => {
  it('turns points into pixels at the wanted resolution, rounded up', () => {
    expect(choosePixelSize({ width: 595.28, height: 841.89 }, { dpi: 150 })).toEqual({ width: 1241, height: 1754 })
  })

  it('takes 150 dpi when nothing is asked', () => {
    expect(choosePixelSize({ width: 72, height: 144 }, {})).toEqual({ width: 150, height: 300 })
  })

  it('meets a wanted width exactly and prefers it to a resolution', () => {
    expect(choosePixelSize({ width: 612, height: 792 }, { width: 1000, dpi: 10 })).toEqual({
      width: 1000,
      height: 1295,
    })
  })

  it('clamps the pixels of a 200-inch page and keeps its proportions', () => {
    const size = choosePixelSize({ width: 14_400, height: 7200 }, { dpi: 300 })
    expect(size.width * size.height).toBeLessThanOrEqual(MAX_PIXELS)
    expect(size.width / size.height).toBeCloseTo(2, 2)
  })

  it('clamps the longer side of a ribbon and never answers less than one pixel', () => {
    expect(choosePixelSize({ width: 1, height: 1_000_000 }, { width: 500 })).toEqual({ width: 1, height: MAX_SIDE })
    expect(choosePixelSize({ width: 0.01, height: 0.01 }, { dpi: 1 })).toEqual({ width: 1, height: 1 })
  })
})
