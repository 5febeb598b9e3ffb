import { expect, it } from 'vitest'
import { chooseFallbackFont, readFallbackFont } from './fallback-fonts.ts'

const ANSI = { weight: 400, italic: false, charset: 0, pitchFamily: 0, face: '' }

/** The name of the font file (name table, full name in UTF-16) that PDFium would get. */
function nameOf(wanted: Partial<typeof ANSI>): string {
  const text = Buffer.from(readFallbackFont(chooseFallbackFont({ ...ANSI, ...wanted }, true)))
  const names = ['Arimo', 'Tinos', 'Cousine'].filter((name) => text.includes(Buffer.from(name, 'utf16le').swap16()))
  return names.join()
}

it.each([
  [{ face: 'Helvetica' }, 'Arimo'],
  [{ face: 'Times-Roman' }, 'Tinos'],
  [{ face: 'Courier-Bold' }, 'Cousine'],
  [{ face: 'Unknown', pitchFamily: 1 }, 'Cousine'],
  [{ face: 'Unknown', pitchFamily: 16 }, 'Tinos'],
  [{ face: 'Unknown' }, 'Arimo'],
  [{ face: 'Arial', pitchFamily: 16 }, 'Arimo'],
])('chooses the family by name, then by pitch: %o', (wanted, family) => {
  expect(nameOf(wanted)).toBe(family)
})

it('chooses a file of its own for each weight and slant', () => {
  const handles = [400, 700].flatMap((weight) =>
    [false, true].map((italic) => chooseFallbackFont({ ...ANSI, face: 'Helvetica', weight, italic }, true)),
  )
  expect(new Set(handles).size).toBe(4)
  for (const handle of handles) expect(readFallbackFont(handle).byteLength).toBeGreaterThan(100_000)
})

it('leaves Latin text to the built-in fonts unless asked, and fonts of pictures always', () => {
  expect(chooseFallbackFont({ ...ANSI, face: 'Helvetica' }, false)).toBe(0)
  expect(chooseFallbackFont({ ...ANSI, face: 'Wingdings-Regular' }, true)).toBe(0)
})
