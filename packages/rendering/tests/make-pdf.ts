/** Builds small PDFs for this package's tests. */
import { createHash } from 'node:crypto'

/** Numbers the objects from 1 (the catalogue comes first) and writes header, table and trailer around them. */
export function makeFile(objects: readonly (string | Buffer)[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  let length = parts[0]!.length
  const add = (part: Buffer): void => {
    parts.push(part)
    length += part.length
  }
  objects.forEach((object, index) => {
    offsets.push(length)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const tail = `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<</Size ${size}/Root 1 0 R${trailer}>>\nstartxref\n${length}\n%%EOF\n`
  return Buffer.concat([...parts, Buffer.from(tail)])
}

/** A stream object from a dictionary's entries and data. */
export function makeStream(data: string | Buffer, entries = ''): Buffer {
  const bytes = Buffer.from(data)
  return Buffer.concat([
    Buffer.from(`<<${entries}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])
}

export interface PageParts {
  /** Entries of the page dictionary, MediaBox included. */
  readonly entries?: string
  readonly content?: string | Buffer
  readonly contentEntries?: string
  readonly resources?: string
  readonly catalogue?: string
  readonly pages?: number
  /** Further objects. */
  readonly more?: readonly (string | Buffer)[]
}

/** The object numbers of the file. */
export const pageParts = {
  pageTree: 2,
  page: 3,
  content: 4,
  font: 5,
  /** Of what the test adds, counted from 0. */
  more: (index: number): number => 6 + index,
}

/** One page shown `pages` times, with what the test adds. */
export function makePdf(parts: PageParts = {}): Buffer {
  const { entries = '/MediaBox[0 0 200 300]', content = '', resources = '', pages = 1 } = parts
  const kids = new Array<string>(pages).fill(`${pageParts.page} 0 R`).join(' ')
  return makeFile([
    `<</Type/Catalog/Pages ${pageParts.pageTree} 0 R${parts.catalogue ?? ''}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    `<</Type/Page/Parent ${pageParts.pageTree} 0 R${entries}/Contents ${pageParts.content} 0 R/Resources<</Font<</F1 ${pageParts.font} 0 R>>${resources}>>>>`,
    makeStream(content, parts.contentEntries),
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...(parts.more ?? []),
  ])
}

/** Text in a composite font that is not embedded, as old CJK documents have it. */
export function makeCjkPdf(font: { ordering: string; encoding: string; name: string }, text: string): Buffer {
  const codes = Buffer.from(text, 'utf16le').swap16().toString('hex')
  return makeFile([
    '<</Type/Catalog/Pages 2 0 R>>',
    '<</Type/Pages/Kids[3 0 R]/Count 1>>',
    '<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 100]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>',
    makeStream(`BT /F1 40 Tf 20 30 Td <${codes}> Tj ET`),
    `<</Type/Font/Subtype/Type0/BaseFont/${font.name}/Encoding/${font.encoding}/DescendantFonts[6 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType0/BaseFont/${font.name}/CIDSystemInfo<</Registry(Adobe)/Ordering(${font.ordering})/Supplement 2>>/DW 1000/FontDescriptor 7 0 R>>`,
    `<</Type/FontDescriptor/FontName/${font.name}/Flags 4/FontBBox[0 -200 1000 900]/ItalicAngle 0/Ascent 800/Descent -200/CapHeight 700/StemV 80>>`,
  ])
}

const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex')

/** A file that needs a password: the standard security handler, revision 2 (ISO 32000-1, 7.6.3.3 and 7.6.3.4). */
export function makeEncryptedPdf(password: string): Buffer {
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
  const id = Buffer.alloc(16, 7)
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const owner = rc4(md5(padded).subarray(0, 5), padded)
  const key = md5(Buffer.concat([padded, owner, permissions, id])).subarray(0, 5)
  const user = rc4(key, PADDING)
  const contentKey = md5(Buffer.concat([key, Buffer.from([4, 0, 0, 0, 0])])).subarray(0, 10)
  return makeFile(
    [
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 300]/Contents 4 0 R>>',
      makeStream(rc4(contentKey, Buffer.from('0 0 0 rg 0 0 200 300 re f'))),
      `<</Filter/Standard/V 1/R 2/P -4/O<${owner.toString('hex')}>/U<${user.toString('hex')}>>>`,
    ],
    `/Encrypt 5 0 R/ID[<${id.toString('hex')}><${id.toString('hex')}>]`,
  )
}

function md5(data: Buffer): Buffer {
  return createHash('md5').update(data).digest()
}

/** RC4, which modern OpenSSL no longer offers; only to make old files for tests. */
function rc4(key: Buffer, data: Buffer): Buffer {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const swap = (a: number, b: number): void => {
    ;[state[a], state[b]] = [state[b]!, state[a]!]
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + state[i]! + key[i % key.length]!) & 255
    swap(i, j)
  }
  let x = 0
  let y = 0
  return Buffer.from(
    data.map((byte) => {
      x = (x + 1) & 255
      y = (y + state[x]!) & 255
      swap(x, y)
      return byte ^ state[(state[x]! + state[y]!) & 255]!
    }),
  )
}
