import { expect, test } from 'vitest'
import { drawQr, encodeQr } from './qr-symbol.ts'

const ADDRESS = 'https://sign.example.org/v/7KQM-2XWP-9DTR-H4BV-CZ8N-E'

/** The modules of a side, from the version (ISO/IEC 18004:2015 table 1), with four around it. */
const modulesOf = (version: number) => 17 + 4 * version + 8

test('a symbol is as small as its text allows with a seventh of it lost', () => {
  // Table 7: byte mode, level M holds 42 octets in version 3 and 62 in version 4; the last is of version 40.
  expect(encodeQr('a'.repeat(42)).modules).toBe(modulesOf(3))
  expect(encodeQr('a'.repeat(43)).modules).toBe(modulesOf(4))
  expect(encodeQr('a'.repeat(2331)).modules).toBe(modulesOf(40))
  expect(() => encodeQr('a'.repeat(2332))).toThrow(RangeError)
})

test('dark modules of a row are as few rectangles as can be, none of them in the quiet zone', () => {
  const { modules, runs } = encodeQr(ADDRESS)
  expect(modules).toBe(modulesOf(4))
  for (const { x, y, width } of runs) {
    expect(Math.min(x, y)).toBeGreaterThanOrEqual(4)
    expect(Math.max(x + width, y + 1)).toBeLessThanOrEqual(modules - 4)
    expect(runs.filter((other) => other.y === y && other.x === x + width)).toEqual([])
  }
  // The upper edges of the two finder patterns above, and none of a third beside them.
  expect(runs.filter(({ y, width }) => y === modules - 5 && width === 7).map(({ x }) => x)).toEqual([4, modules - 11])
  expect(runs.filter(({ y, width }) => y === 4 && width === 7).map(({ x }) => x)).toEqual([4])
})

test('it is drawn on its own white, as one path', () => {
  const drawn = drawQr(encodeQr(ADDRESS), { x: 10, y: 20, side: 82 }, { light: '1 g', dark: '0 g' })
  expect(drawn.split('\n').slice(0, 4)).toEqual([
    'q 2.00000 0 0 2.00000 10.000 20.000 cm',
    '1 g 0 0 41 41 re f',
    '0 g',
    '4 36 7 1 re',
  ])
  expect(drawn.match(/\bf\b/g)).toHaveLength(2)
})
