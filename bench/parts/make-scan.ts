/** Scans as large as one likes. */
import { createCipheriv } from 'node:crypto'
import { assemblePdf } from '@rubrica/testing'

/** A4 at 150 dpi, one octet for each dot. */
const DOTS = { width: 1240, height: 1754 }
const A4 = '[0 0 595 842]'

/** Pages that are one picture each, of noise that does not compress. Always the same bytes. */
export function makeScanOf(megabytes: number): Uint8Array {
  const noise = createCipheriv('aes-128-ctr', Buffer.alloc(16, 'scan'), Buffer.alloc(16))
  const size = DOTS.width * DOTS.height
  const pages = Math.ceil((megabytes * 1e6) / size)
  const numbers = Array.from({ length: pages }, (_, index) => 3 + 3 * index)
  return assemblePdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages} >>`,
    ...numbers.flatMap((number) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox ${A4} /Contents ${number + 1} 0 R /Resources << /XObject << /Im ${number + 2} 0 R >> >> >>`,
      { dictionary: '', stream: Buffer.from('q 595 0 0 842 0 0 cm /Im Do Q') },
      {
        dictionary: `/Type /XObject /Subtype /Image /Width ${DOTS.width} /Height ${DOTS.height} /ColorSpace /DeviceGray /BitsPerComponent 8`,
        stream: noise.update(Buffer.alloc(size)),
      },
    ]),
  ])
}
