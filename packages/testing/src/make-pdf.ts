import { assemblePdf, type ObjectBody } from './assemble-pdf.ts'

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const A4 = '[0 0 595 842]'

/** Text with the characters that a PDF literal string must escape. */
const escape = (text: string) => text.replace(/[\\()]/g, (character) => `\\${character}`)

const line = (text: string) => ({
  dictionary: '',
  stream: Buffer.from(`BT /F1 18 Tf 72 760 Td (${escape(text)}) Tj ET`, 'latin1'),
})

export interface PdfWish {
  readonly text?: string
  readonly pages?: number
  /** Further entries of each page's dictionary, such as `/Rotate 90`. */
  readonly page?: string
}

/** A small PDF: one line of text on each page. Two calls with different text give different files. */
export function makePdf({ text = 'Sample', pages = 1, page = '' }: PdfWish = {}): Uint8Array {
  const kids = Array.from({ length: pages }, (_, i) => `${4 + 2 * i} 0 R`).join(' ')
  const objects: ObjectBody[] = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`,
    FONT,
  ]
  for (let number = 1; number <= pages; number++) {
    objects.push(
      `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} ${page} /Contents ${3 + 2 * number} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      line(`${text}, page ${number}`),
    )
  }
  return assemblePdf(objects)
}

/** A page with a text field that has a value and an appearance. */
export function makeFormPdf(): Uint8Array {
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [6 0 R] /DR << /Font << /F1 3 0 R >> >> /DA (/F1 12 Tf 0 g) >> >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    FONT,
    `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Contents 5 0 R /Annots [6 0 R] /Resources << /Font << /F1 3 0 R >> >> >>`,
    line('Registration form'),
    '<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Ana) /F 4 /P 4 0 R /Rect [72 700 300 724] /DA (/F1 12 Tf 0 g) /AP << /N 7 0 R >> >>',
    {
      dictionary: '/Type /XObject /Subtype /Form /BBox [0 0 228 24] /Resources << /Font << /F1 3 0 R >> >>',
      stream: Buffer.from('/Tx BMC BT /F1 12 Tf 4 8 Td (Ana) Tj ET EMC'),
    },
  ])
}

/** A page that is nothing but a picture, as scanners make them. */
export function makeScanPdf(picture: { jpeg: Uint8Array; width: number; height: number }): Uint8Array {
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Contents 4 0 R /Resources << /XObject << /Im1 5 0 R >> >> >>`,
    { dictionary: '', stream: Buffer.from('q 595 0 0 842 0 0 cm /Im1 Do Q') },
    {
      dictionary: `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
      stream: picture.jpeg,
    },
  ])
}
