/** Writes workbooks as spreadsheets do, for tests. */
import { deflateRawSync, crc32 } from 'node:zlib'

type Cell = string | number | Date | { readonly formula: string; readonly value: string } | null

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;')

const DAY_MS = 24 * 60 * 60_000
/** Day 0 of a workbook. */
const EPOCH = Date.UTC(1899, 11, 30)

const columnName = (index: number): string =>
  index < 26 ? String.fromCharCode(65 + index) : columnName(Math.floor(index / 26) - 1) + columnName(index % 26)

function cellXml(cell: Cell, reference: string): string {
  if (cell === null) return ''
  if (cell instanceof Date) return `<c r="${reference}" s="1"><v>${(cell.getTime() - EPOCH) / DAY_MS}</v></c>`
  if (typeof cell === 'number') return `<c r="${reference}"><v>${cell}</v></c>`
  if (typeof cell === 'object') {
    return `<c r="${reference}" t="str"><f>${escape(cell.formula)}</f><v>${escape(cell.value)}</v></c>`
  }
  return `<c r="${reference}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

/** The parts of a workbook with one sheet. Dates are those of UTC. */
export function xlsxParts(rows: readonly (readonly Cell[])[]): Record<string, string> {
  const body = rows
    .map((cells, y) => {
      const xml = cells.map((cell, x) => cellXml(cell, `${columnName(x)}${y + 1}`)).join('')
      return `<row r="${y + 1}">${xml}</row>`
    })
    .join('')
  return {
    '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>`,
    '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets><sheet name="People" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${RELATIONS}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${body}</sheetData></worksheet>`,
  }
}

interface ZipLies {
  /** What the archive says of the unpacked size of each entry; the truth unless it is given. */
  readonly says?: (name: string, size: number) => number
}

/** An archive of packed entries, in the manner of APPNOTE.TXT of PKWARE. */
export function makeZip(
  parts: Record<string, string | Uint8Array>,
  { says = (_, size) => size }: ZipLies = {},
): Buffer {
  const files: Buffer[] = []
  const list: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const content = Buffer.from(text)
    const packed = deflateRawSync(content, { level: 9 })
    const title = Buffer.from(name)
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(says(name, content.length), 18)
    facts.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), facts, title, packed])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    list.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), facts, rest, title)
    files.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(list)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(list.length / 4, 8)
  end.writeUInt16LE(list.length / 4, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...files, directory, end])
}

/** A workbook with one sheet. */
export const makeXlsx = (rows: readonly (readonly Cell[])[]): Buffer => makeZip(xlsxParts(rows))
