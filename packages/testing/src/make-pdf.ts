/** Text with the characters that a PDF literal string must escape. */
const escape = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`)

/**
 * A small PDF 1.7 with a classic cross-reference table: one line of text on each page.
 * Two calls with different text give different files.
 */
export function makePdf({ text = 'Sample', pages = 1 }: { text?: string; pages?: number } = {}): Uint8Array {
  const objects: string[] = []
  const add = (body: string) => objects.push(body)
  const kids = Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`).join(' ')
  add('<< /Type /Catalog /Pages 2 0 R >>')
  add(`<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`)
  add('<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>')
  for (let page = 1; page <= pages; page++) {
    const content = `BT /F1 18 Tf 72 760 Td (${escape(text)}, page ${page}) Tj ET`
    add(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${3 + 2 * page} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
    )
    add(`<< /Length ${content.length} >>\nstream\n${content}\nendstream`)
  }
  let file = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n'
  const offsets = objects.map((body, i) => {
    const offset = file.length
    file += `${i + 1} 0 obj\n${body}\nendobj\n`
    return offset
  })
  const start = file.length
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}
