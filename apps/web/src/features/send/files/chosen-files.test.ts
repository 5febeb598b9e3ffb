import { expect, test } from 'vitest'
import { safeName, sortFiles } from './chosen-files.ts'

const file = (name: string, type = '') => new File(['x'], name, { type })
const names = (files: readonly File[]) => files.map(({ name }) => name)

test('a name shows what it is: marks of direction and controls are gone, its letters stay', () => {
  expect(safeName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe')
  expect(safeName('\u200F\u2067\u05D0\u05D1.pdf\u2069')).toBe('\u05D0\u05D1.pdf')
  expect(safeName('a\r\nb\u0000.pdf')).toBe('ab.pdf')
})

test('a name of 255 letters stays as it is, a longer one keeps its ending', () => {
  const long = `${'\u05D0'.repeat(251)}.pdf`
  expect(safeName(long)).toBe(long)
  const cut = safeName(`${'😀'.repeat(300)}.pdf`)
  expect([...cut].length).toBe(255)
  expect(cut.endsWith('😀….pdf')).toBe(true)
})

test('PDFs are signed, everything else goes along, and what there is no room for is left out', () => {
  const room = { documents: 2, attachments: 1 }
  const chosen = [file('a.pdf'), file('b', 'application/pdf'), file('C.PDF'), file('d.png'), file('e.docx')]
  const { documents, attachments, leftOut } = sortFiles(chosen, room)
  expect([names(documents), names(attachments), leftOut]).toEqual([['a.pdf', 'b'], ['d.png'], 2])
  expect(sortFiles([file('a.pdf')], room, true)).toMatchObject({ documents: [], leftOut: 0 })
  expect(sortFiles([file('a.pdf')], { documents: -1, attachments: 0 }).leftOut).toBe(1)
})
