/** Turns the first page of a file by a quarter, in an update behind the bytes that were there. */
import { findPages, PdfUpdate, withPdf } from '@rubrica/pdf'

/** What to append to the file. */
export function turnFirstPage(file: Uint8Array): Buffer {
  return withPdf(file, (document) => {
    const update = new PdfUpdate(document)
    const { ref, dict } = findPages(document, [1]).get(1)!
    if (ref === null) throw new Error('This page cannot be changed')
    update.replace(ref, dict.with({ Rotate: 90 }))
    return update.write().tail
  })
}
