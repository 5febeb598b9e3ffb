import fc from 'fast-check'
import { expect, test } from 'vitest'
import { onPage, SMALLEST } from './places.ts'
import { toPixel, toPoint } from './page-geometry.ts'

/** User space of a file to the page as displayed, and back: ISO 32000-2, 7.7.3.3, with CropBox, Rotate and UserUnit. */
interface Page {
  readonly crop: readonly [number, number, number, number]
  readonly rotate: 0 | 90 | 180 | 270
  readonly unit: number
}
const displayed = ({ crop: [x0, y0, x1, y1], rotate, unit }: Page) => {
  const [w, h] = [(x1 - x0) * unit, (y1 - y0) * unit]
  return rotate % 180 === 0 ? { width: w, height: h } : { width: h, height: w }
}
const toUser = ({ crop: [x0, y0, x1, y1], rotate, unit }: Page, { x, y }: { x: number; y: number }) => {
  const [a, b] = [x / unit, y / unit]
  return { 0: [x0 + a, y0 + b], 90: [x1 - b, y0 + a], 180: [x1 - a, y1 - b], 270: [x0 + b, y1 - a] }[rotate] as [
    number,
    number,
  ]
}
const fromUser = ({ crop: [x0, y0, x1, y1], rotate, unit }: Page, [x, y]: readonly [number, number]) => {
  const at = { 0: [x - x0, y - y0], 90: [y - y0, x1 - x], 180: [x1 - x, y1 - y], 270: [y1 - y, x - x0] }[rotate] as [
    number,
    number,
  ]
  return { x: at[0] * unit, y: at[1] * unit }
}

const anyPage = fc
  .record({
    left: fc.integer({ min: -500, max: 500 }),
    bottom: fc.integer({ min: -500, max: 500 }),
    width: fc.double({ min: 100, max: 3000, noNaN: true }),
    height: fc.double({ min: 100, max: 3000, noNaN: true }),
    rotate: fc.constantFrom(0, 90, 180, 270),
    unit: fc.constantFrom(1, 2, 0.5),
  })
  .map(({ left, bottom, width, height, rotate, unit }): Page => ({
    crop: [left, bottom, left + width, bottom + height],
    rotate,
    unit,
  }))
const share = fc.double({ min: 0, max: 1, noNaN: true })

test('a point of the screen comes back within half a pixel from any rotated, cropped and scaled page', () => {
  fc.assert(
    fc.property(anyPage, share, share, fc.integer({ min: 200, max: 3400 }), (of, left, top, width) => {
      const page = displayed(of)
      const sheet = { width, height: Math.round((width * page.height) / page.width), page }
      const pixel = { left: left * sheet.width, top: top * sheet.height }
      // The server keeps a thousandth of a unit.
      const user = toUser(of, toPoint(pixel, sheet)).map((value) => Math.round(value * 1000) / 1000) as [number, number]
      const back = toPixel(fromUser(of, user), sheet)
      // A page of a hundred points drawn very large would show thousandths; no zoom of the viewer does.
      expect(Math.abs(back.left - pixel.left)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(back.top - pixel.top)).toBeLessThanOrEqual(0.5)
    }),
  )
})

test('a box is kept where it was let go, within half a pixel', () => {
  fc.assert(
    fc.property(share, share, fc.integer({ min: 200, max: 2900 }), (x, y, width) => {
      const page = { width: 595.28, height: 841.89 }
      const sheet = { width, height: (width * page.height) / page.width, page }
      const at = { x: x * (page.width - SMALLEST.width), y: y * (page.height - SMALLEST.height) }
      const [wanted, kept] = [at, onPage({ ...at, ...SMALLEST, page: 1 }, page)].map((one) => toPixel(one, sheet))
      expect(Math.abs(wanted!.left - kept!.left)).toBeLessThanOrEqual(0.5)
      expect(Math.abs(wanted!.top - kept!.top)).toBeLessThanOrEqual(0.5)
    }),
  )
})
