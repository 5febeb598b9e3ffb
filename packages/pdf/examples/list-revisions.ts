/** Lists the revisions of a file, and how many pages each shows. */
import { listRevisions, openRevision, readPages, withPdf } from '@rubrica/pdf'

export function tellRevisions(file: Uint8Array): string[] {
  return withPdf(file, (document) =>
    listRevisions(document).map(({ number, end }) => {
      const pages = readPages(openRevision(document, number)).length
      return `revision ${number}: ${end} bytes, ${pages} ${pages === 1 ? 'page' : 'pages'}`
    }),
  )
}
