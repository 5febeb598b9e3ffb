/**
 * A small PDF writer for demo documents: A4 pages, two standard fonts, text and lines. Nothing here is for real use.
 */

const PAGE = { width: 595, height: 842 } as const
/** Code points of WinAnsiEncoding that are not where Latin-1 has them. */
const WIN_ANSI: Readonly<Record<string, number>> = {
  '€': 0x80,
  '‘': 0x91,
  '’': 0x92,
  '“': 0x93,
  '”': 0x94,
  '–': 0x96,
  '—': 0x97,
}

/** Commands of one page's content stream. */
export type PageContent = readonly string[]

/** A text as a PDF string in WinAnsiEncoding. */
export function pdfString(text: string): string {
  const bytes = [...text.normalize('NFC')].map((character) => WIN_ANSI[character] ?? character.codePointAt(0)!)
  const escaped = bytes.map((byte) => {
    if (byte > 0xff) return '?'
    const character = String.fromCharCode(byte)
    return /[()\\]/.test(character) ? `\\${character}` : character
  })
  return `(${escaped.join('')})`
}

/** Puts pages into a file with a classic cross-reference table. The same pages give the same bytes. */
export function writePdf(title: string, pages: readonly PageContent[]): Uint8Array {
  const kids = pages.map((_, i) => `${6 + 2 * i} 0 R`).join(' ')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /DisplayDocTitle true >> >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} /MediaBox [0 0 ${PAGE.width} ${PAGE.height}] >>`,
    `<< /Title ${pdfString(title)} /Producer (R\xfabrica demo) >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...pages.flatMap((content, i) => {
      const stream = content.join('\n')
      return [
        `<< /Type /Page /Parent 2 0 R /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents ${7 + 2 * i} 0 R >>`,
        `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
      ]
    }),
  ]
  let file = '%PDF-1.7\n%\xe2\xe3\xcf\xd3\n'
  const offsets = objects.map((object, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const start = file.length
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info 3 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return new Uint8Array(Buffer.from(file, 'latin1'))
}
