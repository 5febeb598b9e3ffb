import { describe, expect, test } from 'vitest'
import { makeXlsx, makeZip, xlsxParts } from '../testing/index.ts'
import { readAny } from './read-any.ts'
import { READ_LIMITS, readSheet as readApart } from './read-sheet.ts'

/** Without the process of its own, which takes longer to start than to read. */
async function readSheet(bytes: Uint8Array) {
  const answer = await readAny({ bytes, limits: READ_LIMITS })
  if ('error' in answer) throw Object.assign(new Error(), answer.error)
  return answer.sheet
}

const anyRefusal: unknown = expect.stringMatching(/^SHEET_/)

const csv = (text: string) => readSheet(Buffer.from(text))
const cellsOf = async (text: string) => (await csv(text)).rows.map(({ cells }) => cells)

describe('a CSV file is read as spreadsheets write it', () => {
  test('with a byte order mark, semicolons, quotes and line ends within them', async () => {
    const sheet = await csv('\uFEFFName;E-mail;Note\r\n"Ruiz; Ana";ana@x.example;"He said ""no""\nand left"\r\n')
    expect(sheet).toEqual({
      ...{ format: 'csv', delimiter: ';', columns: ['Name', 'E-mail', 'Note'] },
      rows: [{ number: 2, cells: ['Ruiz; Ana', 'ana@x.example', 'He said "no"\nand left'] }],
    })
  })

  test.each([
    ['commas', 'a,b\n1,2', ','],
    ['tabs', 'a\tb;c\td\n1\t2', '\t'],
    ['a quoted heading full of commas', '"a,b,c,d";e\n1;2', ';'],
    ['one column', 'a\n1', ','],
  ])('with %s', async (_, text, delimiter) => {
    expect((await csv(text)).delimiter).toBe(delimiter)
  })

  test('in UTF-8, UTF-16 or latin-1', async () => {
    const text = 'Núria;Ça\nMünchen;Ñ'
    const files = {
      'utf-8': Buffer.from(text),
      'utf-16': Buffer.from(`\uFEFF${text}`, 'utf16le'),
      'latin-1': Buffer.from(text, 'latin1'),
    }
    for (const file of Object.values(files)) {
      expect(await readSheet(file)).toMatchObject({ columns: ['Núria', 'Ça'], rows: [{ cells: ['München', 'Ñ'] }] })
    }
  })

  test('with formulas as the text that they are', async () => {
    expect(await cellsOf('a,b\n=1+1,@SUM(A1)')).toEqual([['=1+1', '@SUM(A1)']])
  })

  test('with the number of each row as a spreadsheet counts it, and without rows that have nothing', async () => {
    const sheet = await csv('\n a ,b,,\n\n1\n,,\n2,3,\n')
    expect(sheet.columns).toEqual(['a', 'b'])
    expect(sheet.rows).toEqual([
      { number: 4, cells: ['1', ''] },
      { number: 6, cells: ['2', '3'] },
    ])
  })
})

describe('the first sheet of a workbook is read', () => {
  test('with its own dates, numbers, and what formulas gave', async () => {
    const day = new Date(Date.UTC(2027, 2, 28))
    const hour = new Date(Date.UTC(2027, 2, 28, 9, 5))
    const formula = { formula: 'A1&"x"', value: 'Ana' }
    const sheet = await readSheet(
      makeXlsx([
        ['Until', 'At', 'Id', 'Who', 'Not'],
        [day, hour, 42, formula, null, null],
      ]),
    )
    expect(sheet).toMatchObject({ format: 'xlsx', columns: ['Until', 'At', 'Id', 'Who', 'Not'] })
    expect(sheet.rows).toEqual([{ number: 2, cells: ['2027-03-28', '2027-03-28T09:05', '42', 'Ana', ''] }])
  })
})

describe('a sheet is refused that is too large', () => {
  const rows = (count: number) => Array.from({ length: count }, (_, index) => [`person${index}`, 'x'])

  test('5,000 rows are read, 5,001 are not, of either kind', async () => {
    const most = [['Name', 'x'], ...rows(5000)]
    const refused = { code: 'SHEET_TOO_LARGE', facts: { limit: 'rows', most: 5000 } }
    expect((await readSheet(makeXlsx(most))).rows).toHaveLength(5000)
    await expect(readSheet(makeXlsx([...most, ['one', 'more']]))).rejects.toMatchObject(refused)
    const text = most.map((row) => row.join(';')).join('\n')
    expect((await csv(text)).rows).toHaveLength(5000)
    await expect(csv(`${text}\none;more`)).rejects.toMatchObject(refused)
  })

  test('50 MB are refused before anything reads them', async () => {
    const facts = { limit: 'bytes', most: 10 * 1024 * 1024 }
    await expect(readApart(Buffer.alloc(50 * 1024 * 1024, 'a;'))).rejects.toMatchObject({ facts })
  })

  test('101 columns, or a cell of 5,001 characters', async () => {
    await expect(csv(`${'a,'.repeat(100)}a\n1`)).rejects.toMatchObject({ facts: { limit: 'columns' } })
    await expect(csv(`a\n${'x'.repeat(5001)}`)).rejects.toMatchObject({ facts: { limit: 'cell' } })
    await expect(csv(`a\n"${'x\n'.repeat(4_000_000)}`)).rejects.toMatchObject({
      code: anyRefusal,
    })
  })
})

describe('a workbook that unpacks to much more than it has is refused', () => {
  const bomb = 'A'.repeat(80 * 1024 * 1024)
  const parts = { ...xlsxParts([['a'], ['1']]), 'xl/sharedStrings.xml': bomb }
  const refused = { code: 'SHEET_TOO_LARGE', facts: { limit: 'bytes', most: 64 * 1024 * 1024 } }

  test('by the size that it declares', async () => {
    await expect(readApart(makeZip(parts))).rejects.toMatchObject(refused)
  })

  test('by the size that it has, whatever it declares', async () => {
    const says = (name: string, size: number) => (name.includes('shared') ? 100 : size)
    await expect(readSheet(makeZip(parts, { says }))).rejects.toMatchObject({ code: anyRefusal })
  })

  test('also where many small entries add up', async () => {
    const many = Object.fromEntries(Array.from({ length: 90 }, (_, n) => [`xl/part${n}.xml`, 'A'.repeat(1024 * 1024)]))
    await expect(readSheet(makeZip({ ...parts, 'xl/sharedStrings.xml': '', ...many }))).rejects.toMatchObject(refused)
  })

  test('and so is one whose only cell stands in the last corner of a sheet', async () => {
    const corner = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    const sheet = `<worksheet><sheetData>${corner}</sheetData></worksheet>`
    const file = makeZip({ ...xlsxParts([['a']]), 'xl/worksheets/sheet1.xml': sheet })
    await expect(readApart(file, { timeoutMs: 5000 })).rejects.toMatchObject({ code: anyRefusal })
  })
})

describe('what is no sheet is refused with its reason', () => {
  test.each([
    ['FORMAT', Buffer.from([0, 1, 2, 3])],
    ['OLD_FORMAT', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['DAMAGED', Buffer.from('PK\x03\x04 and nothing more')],
    ['DAMAGED', makeZip({ 'word/document.xml': '<w/>' })],
    ['DAMAGED', Buffer.from('a,b\n"never closed')],
    ['EMPTY', Buffer.from('only;headings\n;\n')],
  ])('%s', async (reason, bytes) => {
    await expect(readSheet(bytes)).rejects.toMatchObject({ code: 'SHEET_UNREADABLE', facts: { reason } })
  })

  test('a file that takes too long takes its process with it, and nothing else', async () => {
    const slow = readApart(makeXlsx([['a'], ['1']]), { timeoutMs: 1 })
    await expect(slow).rejects.toMatchObject({ code: 'SHEET_TOO_COMPLEX' })
  })
})
