import { expect, it } from 'vitest'
import { expectedDeskWidth, fitWidth, imageWidthFor } from './page-width.ts'
import { readJpegSize } from './images/read-jpeg-size.ts'

it('fits a page to the desk, with small gutters on phones and 900 pixels at most', () => {
  expect(fitWidth(390)).toBe(374)
  expect(fitWidth(expectedDeskWidth(1440))).toBe(900)
  expect(fitWidth(expectedDeskWidth(1024))).toBe(660)
})

it('never asks for an image too small to count as reading', () => {
  expect(imageWidthFor(304, 1)).toBe(640)
})

it('asks for the offered width that has enough device pixels, for two per CSS pixel at most', () => {
  expect(imageWidthFor(374, 2)).toBe(828)
  expect(imageWidthFor(374, 3)).toBe(828)
  expect(imageWidthFor(900, 1)).toBe(1080)
  expect(imageWidthFor(2700, 2)).toBe(2560)
})

it('reads the size of a JPEG behind other segments', () => {
  const segment = (kind: number, body: number[]) => [0xff, kind, 0, body.length + 2, ...body]
  const bytes = Uint8Array.from([
    0xff,
    0xd8,
    ...segment(0xe0, [1, 2, 3]),
    ...segment(
      0xdb,
      Array.from({ length: 20 }, () => 7),
    ),
    ...segment(0xc0, [8, 0x05, 0x8f, 0x04, 0x38, 3, 0, 0, 0]),
  ])
  expect(readJpegSize(bytes)).toEqual({ width: 1080, height: 1423 })
})

it('reads no size out of something else', () => {
  expect(readJpegSize(new TextEncoder().encode('%PDF-1.7 is not an image'))).toBeNull()
  expect(readJpegSize(Uint8Array.of(0xff, 0xd8, 0xff, 0xda, 0, 4, 1, 2, 3, 4, 5, 6, 7))).toBeNull()
  expect(readJpegSize(new Uint8Array())).toBeNull()
})
