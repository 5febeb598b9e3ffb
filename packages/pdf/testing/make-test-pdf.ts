/**
 * The smallest PDF that can be signed.
 *
 * ISO 32000-2 §7.5.
 */

/** Its object numbers. */
export const emptyParts = { catalog: 1, pageTree: 2, page: 3 } as const

/** One empty A4 page with a classic cross-reference table. */
export function makeTestPdf(): Uint8Array {
  const objects = [
    `<< /Type /Catalog /Pages ${emptyParts.pageTree} 0 R >>`,
    `<< /Type /Pages /Kids [${emptyParts.page} 0 R] /Count 1 >>`,
    `<< /Type /Page /Parent ${emptyParts.pageTree} 0 R /MediaBox [0 0 595 842] /Resources << >> >>`,
  ]
  let text = '%PDF-1.7\n'
  const offsets: number[] = []
  for (const [index, body] of objects.entries()) {
    offsets.push(text.length)
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
  }
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const table = `xref\n0 4\n0000000000 65535 f \n${rows}`
  return Buffer.from(
    `${text}${table}trailer\n<< /Size 4 /Root ${emptyParts.catalog} 0 R >>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
