/** Writes small PDF files for tests, in every cross-reference style. */

export interface TestObject {
  readonly num: number
  readonly body: string | { readonly dict: string; readonly data: string }
}

export interface TestPdfOptions {
  readonly pages?: number
  /** Further entries of every page dictionary, such as "/Rotate 90". */
  readonly pageEntries?: string
  readonly catalogEntries?: string
  readonly extra?: readonly TestObject[]
  readonly header?: string
}

/** The object numbers of these files. A test takes its own from 50 on, in a file of up to 20 pages. */
export const classicParts = {
  catalog: 1,
  pageTree: 2,
  font: 3,
  /** Pages count from 1. */
  page: (page: number): number => 8 + 2 * page,
  content: (page: number): number => 9 + 2 * page,
}

function testObjects({ pages = 1, pageEntries = '', catalogEntries = '', extra = [] }: TestPdfOptions): TestObject[] {
  const kids = Array.from({ length: pages }, (_, at) => `${classicParts.page(at + 1)} 0 R`)
  const objects: TestObject[] = [
    { num: classicParts.catalog, body: `<< /Type /Catalog /Pages ${classicParts.pageTree} 0 R ${catalogEntries} >>` },
    {
      num: classicParts.pageTree,
      body: `<< /Type /Pages /Count ${pages} /Kids [${kids.join(' ')}] /MediaBox [0 0 595 842] >>`,
    },
    { num: classicParts.font, body: '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>' },
  ]
  for (let page = 1; page <= pages; page++) {
    const resources = `/Resources << /Font << /F1 ${classicParts.font} 0 R >> >>`
    const content = classicParts.content(page)
    const body = `<< /Type /Page /Parent ${classicParts.pageTree} 0 R ${resources} /Contents ${content} 0 R ${pageEntries} >>`
    objects.push({ num: classicParts.page(page), body })
    objects.push({ num: content, body: { dict: '', data: `BT /F1 24 Tf 72 700 Td (Page ${page}) Tj ET` } })
  }
  return [...objects, ...extra].sort((a, b) => a.num - b.num)
}

const text = ({ num, body }: TestObject): string =>
  typeof body === 'string'
    ? `${num} 0 obj\n${body}\nendobj\n`
    : `${num} 0 obj\n<< ${body.dict} /Length ${body.data.length} >>\nstream\n${body.data}\nendstream\nendobj\n`

const write = (parts: string): Buffer => Buffer.from(parts, 'latin1')

/** A file with a classic table. */
export function classicPdf(options: TestPdfOptions = {}): Buffer {
  const objects = testObjects(options)
  let out = options.header ?? '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n'
  const start = out.indexOf('%PDF-')
  const offsets = new Map<number, number>()
  for (const object of objects) {
    offsets.set(object.num, out.length - start)
    out += text(object)
  }
  const size = Math.max(...offsets.keys()) + 1
  const xref = out.length - start
  out += `xref\n0 ${size}\n0000000000 65535 f \n`
  for (let num = 1; num < size; num++) {
    const offset = offsets.get(num)
    out += offset === undefined ? '0000000000 00000 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  }
  out += `trailer\n<< /Size ${size} /Root ${classicParts.catalog} 0 R /ID [<00112233> <00112233>] >>\nstartxref\n${xref}\n%%EOF\n`
  return write(out)
}

/** Packs what may be packed into an object stream; `hybrid` hides it behind a classic table (ISO 32000-2 7.5.8.4). */
export function packedPdf(options: TestPdfOptions & { hybrid?: boolean } = {}): Buffer {
  const objects = testObjects(options)
  const packed = objects.filter(
    ({ num, body }) => typeof body === 'string' && (options.hybrid !== true || num === classicParts.font),
  )
  const loose = objects.filter((object) => !packed.includes(object))
  const next = Math.max(...objects.map(({ num }) => num)) + 1
  let out = '%PDF-1.5\n%\xe2\xe3\xcf\xd3\n'
  const entries = new Map<number, readonly [number, number, number]>()
  for (const object of loose) {
    entries.set(object.num, [1, out.length, 0])
    out += text(object)
  }
  const bodies = packed.map(({ body }) => body as string)
  let at = 0
  const head = packed
    .map(({ num }, i) => `${num} ${(at += i === 0 ? 0 : (bodies[i - 1] as string).length + 1)}`)
    .join(' ')
  packed.forEach(({ num }, i) => entries.set(num, [2, next, i]))
  entries.set(next, [1, out.length, 0])
  const dict = `/Type /ObjStm /N ${packed.length} /First ${head.length + 1}`
  out += text({ num: next, body: { dict, data: `${head}\n${bodies.join('\n')}` } })
  const stream = out.length
  entries.set(next + 1, [1, stream, 0])
  const size = next + 2
  let data = ''
  for (let num = 0; num < size; num++) {
    const [type, second, third] = entries.get(num) ?? [0, 0, 0]
    data += String.fromCharCode(type, (second >> 16) & 255, (second >> 8) & 255, second & 255, third)
  }
  out += text({
    num: next + 1,
    body: { dict: `/Type /XRef /W [1 3 1] /Size ${size} /Root ${classicParts.catalog} 0 R`, data },
  })
  if (options.hybrid !== true) return write(`${out}startxref\n${stream}\n%%EOF`)
  const table = out.length
  out += `xref\n0 ${size}\n0000000000 65535 f \n`
  for (let num = 1; num < size; num++) {
    const entry = entries.get(num)
    const used = entry?.[0] === 1 && num !== next + 1
    out += used ? `${String(entry[1]).padStart(10, '0')} 00000 n \n` : '0000000000 00000 f \n'
  }
  return write(
    `${out}trailer\n<< /Size ${size} /Root ${classicParts.catalog} 0 R /XRefStm ${stream} >>\nstartxref\n${table}\n%%EOF\r\n`,
  )
}
