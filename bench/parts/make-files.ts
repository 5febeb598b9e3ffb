/** The files that the benchmarks show: pages full of text with an embedded font, and scans. Always the same bytes. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { deflateSync } from 'node:zlib'
import { assemblePdf, type ObjectBody } from '@rubrica/testing'
import sharp from 'sharp'

const A4 = '[0 0 595 842]'
const LINES = 48
const WORDS_PER_LINE = 18
const WORDS =
  'the parties agree that this contract and every annex to it are signed by hand or with a qualified certificate and that neither of them may transfer a right or a duty from it without the written consent of the other which is not refused for reasons that are unfair'.split(
    ' ',
  )
/** How many different pictures a scan has; further pages show them again. */
const PICTURES = 4
const SCAN = { width: 1240, height: 1754 }

/** Numbers that look random and are the same in every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

function linesOf(page: number): string[] {
  const next = randomNumbers(page)
  const word = () => WORDS[Math.floor(next() * WORDS.length)] ?? ''
  return Array.from({ length: LINES }, () => Array.from({ length: WORDS_PER_LINE }, word).join(' '))
}

function textContent(page: number): Uint8Array {
  const lines = linesOf(page).map((line) => `(${line}) Tj T*`)
  return deflateSync(`BT /F1 9 Tf 15 TL 50 780 Td (Page ${page}) Tj T* ${lines.join('\n')} ET`)
}

function embeddedFont(): ObjectBody[] {
  const path = createRequire(import.meta.url).resolve('@expo-google-fonts/arimo/400Regular/Arimo_400Regular.ttf')
  const widths = Array.from({ length: 95 }, () => 500).join(' ')
  return [
    `<< /Type /Font /Subtype /TrueType /BaseFont /AAAAAA+Arimo /Encoding /WinAnsiEncoding /FirstChar 32 /LastChar 126 /Widths [${widths}] /FontDescriptor 4 0 R >>`,
    '<< /Type /FontDescriptor /FontName /AAAAAA+Arimo /Flags 32 /FontBBox [-500 -300 1500 1000] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 716 /StemV 80 /FontFile2 5 0 R >>',
    { dictionary: '/Filter /FlateDecode', stream: deflateSync(readFileSync(path)) },
  ]
}

/** Pages with 48 lines of text each, in an embedded font. */
export function makeTextPages(pages: number): Uint8Array {
  const first = 6
  const kids = Array.from({ length: pages }, (_, index) => `${first + 2 * index} 0 R`).join(' ')
  const objects: ObjectBody[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    ...embeddedFont(),
  ]
  for (let page = 1; page <= pages; page += 1) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Contents ${first + 2 * page - 1} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      { dictionary: '/Filter /FlateDecode', stream: textContent(page) },
    )
  }
  return assemblePdf(objects)
}

async function scanPicture(page: number): Promise<Uint8Array> {
  const lines = linesOf(page).map((line, index) => `<text x="110" y="${160 + 32 * index}">${line}</text>`)
  const { width, height } = SCAN
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#f4f1e8"/><g font-family="sans-serif" font-size="17" fill="#222">${lines.join('')}</g></svg>`
  const { data } = await sharp(Buffer.from(svg)).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const next = randomNumbers(page)
  // The grain of a scanner: without it a JPEG would be far smaller than scans are.
  for (let index = 0; index < data.length; index += 1) {
    data[index] = Math.max(0, Math.min(255, (data[index] ?? 0) + Math.round(next() * 12 - 6)))
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 80 })
    .toBuffer()
}

/**
 * Pages that are one picture each, A4 at 150 dpi.
 * @param bytes about how large the file is, if larger than that: each picture is followed by rubbish, as no reader minds
 */
export async function makeScanPages(pages: number, bytes = 0): Promise<Uint8Array> {
  const scans = await Promise.all(Array.from({ length: PICTURES }, (_, index) => scanPicture(index + 1)))
  const rest = Math.max(0, bytes - scans.reduce((sum, { length }) => sum + length, 0))
  const pictures = scans.map((scan) => Buffer.concat([scan, Buffer.alloc(Math.floor(rest / PICTURES), 0x5a)]))
  const first = 4 + PICTURES
  const kids = Array.from({ length: pages }, (_, index) => `${first + index} 0 R`).join(' ')
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    { dictionary: '', stream: Buffer.from('q 595 0 0 842 0 0 cm /Im1 Do Q') },
    ...pictures.map((stream) => ({
      dictionary: `/Type /XObject /Subtype /Image /Width ${SCAN.width} /Height ${SCAN.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      stream,
    })),
    ...Array.from(
      { length: pages },
      (_, index) =>
        `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Contents 3 0 R /Resources << /XObject << /Im1 ${4 + (index % PICTURES)} 0 R >> >> >>`,
    ),
  ])
}
