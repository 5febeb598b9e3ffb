/** PDF files made to exhaust time or memory: nested, repeated, circular, or deflated many times over. */
import { constants, createDeflate, deflateSync } from 'node:zlib'
import { assemblePdf, makePdf, type ObjectBody } from '@rubrica/testing'

const HOSTILE_MB = 1024

const CATALOG = '<< /Type /Catalog /Pages 2 0 R >>'
const PAGES = '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'
const page = (rest: string) => `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] ${rest} >>`
const drawing = (text: string): ObjectBody => ({ dictionary: '', stream: Buffer.from(text) })

/** Deflated zeros, or a repeated text, of so many megabytes when inflated. */
async function deflated(megabytes: number, text = '\0'): Promise<Buffer> {
  const megabyte = Buffer.alloc(1024 * 1024, text)
  const stream = createDeflate({ level: constants.Z_BEST_SPEED })
  const chunks: Buffer[] = []
  stream.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise((done) => stream.once('end', done))
  for (let i = 0; i < megabytes; i++) {
    if (!stream.write(megabyte)) await new Promise((done) => stream.once('drain', done))
  }
  stream.end()
  await ended
  return deflateSync(Buffer.concat(chunks))
}

const TWICE = '/Filter [/FlateDecode /FlateDecode]'

/** Each form draws the next one ten times. */
function billionForms(): Uint8Array {
  const levels = 10
  const form = (level: number): ObjectBody => ({
    dictionary: `/Type /XObject /Subtype /Form /BBox [0 0 595 842]${
      level < levels ? ` /Resources << /XObject << /F ${5 + level} 0 R >> >>` : ''
    }`,
    stream: Buffer.from(level < levels ? '/F Do '.repeat(10) : '0 0 m 500 800 l S'),
  })
  return assemblePdf([
    CATALOG,
    PAGES,
    page('/Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >>'),
    drawing('/F Do'),
    ...Array.from({ length: levels }, (_, i) => form(i + 1)),
  ])
}

function withXrefStream(dictionary: string, stream: Uint8Array, rest = ''): Uint8Array {
  const head = Buffer.from(
    `%PDF-1.7\n1 0 obj\n${CATALOG}\nendobj\n2 0 obj\n${PAGES}\nendobj\n3 0 obj\n${page('')}\nendobj\n${rest}`,
  )
  const body = `9 0 obj\n<< /Type /XRef /Root 1 0 R ${dictionary} /Length ${stream.length} >>\nstream\n`
  return Buffer.concat([
    head,
    Buffer.from(body),
    stream,
    Buffer.from(`\nendstream\nendobj\nstartxref\n${head.length}\n%%EOF\n`),
  ])
}

const FILL_WITH_PATTERN = '/Pattern cs /P scn 0 0 595 842 re f'
const ENDLESS_PATTERN: ObjectBody = {
  dictionary:
    '/Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 1 1] /XStep 0.001 /YStep 0.001 /Resources << >>',
  stream: Buffer.from('1 0 0 rg 0 0 1 1 re f'),
}

/** One page whose pattern nobody waits for. */
export const endlessPage = () =>
  assemblePdf([
    CATALOG,
    PAGES,
    page('/Contents 4 0 R /Resources << /Pattern << /P 5 0 R >> >>'),
    drawing(FILL_WITH_PATTERN),
    ENDLESS_PATTERN,
  ])

/** An empty page, and seven times one whose pattern nobody waits for. */
export const endlessPagesAfterFirst = () =>
  assemblePdf([
    CATALOG,
    '<< /Type /Pages /Kids [3 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R 4 0 R] /Count 8 >>',
    page(''),
    page('/Contents 5 0 R /Resources << /Pattern << /P 6 0 R >> >>'),
    drawing(FILL_WITH_PATTERN),
    ENDLESS_PATTERN,
  ])

/** Files made to break a reader, by what is wrong with each. */
export const BOMBS: Readonly<Record<string, () => Uint8Array | Promise<Uint8Array>>> = {
  'a page tree that holds itself': () =>
    assemblePdf([CATALOG, '<< /Type /Pages /Kids [3 0 R 2 0 R] /Count 2 >>', page('')]),
  'a page tree of ten thousand million pages': () =>
    assemblePdf([
      CATALOG,
      ...Array.from(
        { length: 10 },
        (_, i) => `<< /Type /Pages /Kids [${`${i + 3} 0 R `.repeat(10)}] /Count ${10 ** (10 - i)} >>`,
      ),
      page(''),
    ]),
  'a page tree nested a hundred thousand deep': () =>
    assemblePdf([
      CATALOG,
      ...Array.from({ length: 100_000 }, (_, i) => `<< /Type /Pages /Kids [${i + 3} 0 R] /Count 1 >>`),
      page(''),
    ]),
  'arrays nested a million deep': () => assemblePdf([CATALOG, PAGES, page(`/X ${'['.repeat(1_000_000)}`)]),
  'dictionaries nested a hundred thousand deep': () =>
    assemblePdf([CATALOG, PAGES, page(`/X ${'<</A '.repeat(100_000)}${'>>'.repeat(100_000)}`)]),
  'an object stream of a gigabyte': async () =>
    withXrefStream(
      `/Size 10 /W [1 2 1] /Index [0 10] ${TWICE}`,
      deflateSync(deflateSync(Buffer.from('0000000200080102000801020008'.repeat(2) + '00'.repeat(20), 'hex'))),
      `8 0 obj\n<< /Type /ObjStm /N 3 /First 20 ${TWICE} /Length 2000000 >>\nstream\n${(await deflated(HOSTILE_MB)).toString('latin1')}\nendstream\nendobj\n`,
    ),
  'a cross-reference stream of a gigabyte': async () =>
    withXrefStream(`/Size 9999999 /W [1 4 2] ${TWICE}`, await deflated(HOSTILE_MB)),
  'a cross-reference stream that claims two thousand million objects': () =>
    withXrefStream('/Size 2147483647 /W [0 0 0] /Index [0 2147483647]', Buffer.alloc(0)),
  'a cross-reference table whose previous one is itself': () => {
    const text = Buffer.from(makePdf()).toString('latin1')
    const start = /startxref\n(\d+)/.exec(text)![1]!
    return Buffer.from(text.replace('/Root 1 0 R', `/Prev ${start} /Root 1 0 R`), 'latin1')
  },
  'a content stream of a gigabyte': async () =>
    assemblePdf([
      CATALOG,
      PAGES,
      page('/Contents 4 0 R'),
      { dictionary: TWICE, stream: await deflated(HOSTILE_MB, '0 0 m 500 800 l S\n') },
    ]),
  'forms that draw one another ten thousand million times': billionForms,
  'an image of sixty thousand by sixty thousand': async () =>
    assemblePdf([
      CATALOG,
      PAGES,
      page('/Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >>'),
      drawing('595 0 0 842 0 0 cm /I Do'),
      {
        dictionary: `/Type /XObject /Subtype /Image /Width 60000 /Height 60000 /ColorSpace /DeviceRGB /BitsPerComponent 8 ${TWICE}`,
        stream: await deflated(HOSTILE_MB),
      },
    ]),
  'a pattern of a thousand million tiles': endlessPage,
}
