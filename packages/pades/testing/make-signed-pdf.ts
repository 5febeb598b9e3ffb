/**
 * A signed PDF of one revision whose signature dictionary is written as a test wants it.
 *
 * ISO 32000-2 §12.8.1.
 */

/** The object numbers of the file. A test takes its own from 30 on. */
export const signedParts = { catalog: 1, pageTree: 2, page: 3, field: 4, signature: 5 } as const

type Range = readonly [number, number, number, number]

export interface SignedPdfPlan {
  readonly subFilter?: string
  /** The Contents over what is covered. */
  readonly sign: (covered: Buffer) => Uint8Array
  /** Further entries of the signature dictionary, before and after the usual ones. */
  readonly before?: string
  readonly after?: string
  /** What is written instead of the right range; what is signed stays the same. */
  readonly range?: (right: Range) => string
  /** What is written instead of the hexadecimal string, just as long. */
  readonly contents?: (hex: string) => string
  /** Behind the last %%EOF, covered; a line end by default. */
  readonly end?: string
  /** Octets that are kept free for the Contents. */
  readonly room?: number
  /** The field with its widget. */
  readonly field?: string
  readonly form?: string
  /** Further entries of the trailer. */
  readonly trailer?: string
}

const RANGE_WIDTH = 60
const DEFAULTS = { room: 4096, end: '\n', before: '', after: '', trailer: '' }

/** One empty page with an invisible signature field called Signature. */
export function makeSignedPdf(plan: SignedPdfPlan): Buffer {
  const { room, end, before, after, trailer: more } = { ...DEFAULTS, ...plan }
  const field =
    plan.field ??
    `<< /Type /Annot /Subtype /Widget /FT /Sig /T (Signature) /Rect [0 0 0 0] /P ${signedParts.page} 0 R /V ${signedParts.signature} 0 R /F 132 >>`
  const subFilter = plan.subFilter ?? 'adbe.pkcs7.detached'
  const hole = '0'.repeat(room * 2)
  const objects = [
    `<< /Type /Catalog /Pages ${signedParts.pageTree} 0 R /AcroForm ${plan.form ?? `<< /Fields [${signedParts.field} 0 R] /SigFlags 3 >>`} >>`,
    `<< /Type /Pages /Kids [${signedParts.page} 0 R] /Count 1 >>`,
    `<< /Type /Page /Parent ${signedParts.pageTree} 0 R /MediaBox [0 0 595 842] /Resources << >> /Annots [${signedParts.field} 0 R] >>`,
    field,
    `<< /Type /Sig ${before}/Filter /Adobe.PPKLite /SubFilter /${subFilter} /M (D:20260131120000+01'00') ` +
      `/ByteRange ${' '.repeat(RANGE_WIDTH)} /Contents <${hole}> ${after}>>`,
  ]
  const { text, xref } = writeObjects(objects)
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root ${signedParts.catalog} 0 R ${more}>>\nstartxref\n${text.length}\n%%EOF${end}`
  const file = Buffer.from(`${text}${xref}${trailer}`, 'latin1')
  const gapStart = file.indexOf(`<${hole}>`)
  const gapEnd = gapStart + hole.length + 2
  const right = [0, gapStart, gapEnd, file.length - gapEnd] as const
  const written = plan.range?.(right) ?? `[${right.join(' ')}]`
  file.write(written.padEnd(RANGE_WIDTH), file.lastIndexOf('/ByteRange ') + '/ByteRange '.length, 'latin1')
  const covered = Buffer.concat([file.subarray(0, gapStart), file.subarray(gapEnd)])
  const hex = Buffer.from(plan.sign(covered)).toString('hex').padEnd(hole.length, '0')
  file.write(plan.contents?.(`<${hex}>`) ?? `<${hex}>`, gapStart, 'latin1')
  return file
}

function writeObjects(objects: readonly string[]): { text: string; xref: string } {
  let text = '%PDF-1.7\n'
  let rows = '0000000000 65535 f \n'
  for (const [index, body] of objects.entries()) {
    rows += `${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${index + 1} 0 obj\n${body}\nendobj\n`
  }
  return { text, xref: `xref\n0 ${objects.length + 1}\n${rows}` }
}
