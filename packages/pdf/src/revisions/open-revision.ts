/**
 * Opens a file as it was when one of its revisions was its newest.
 *
 * Nothing is copied: the document sees fewer octets and fewer sections.
 */
import { PdfError } from '../pdf-error.ts'
import { PdfDocument } from '../reader/pdf-document.ts'
import { listRevisions } from './list-revisions.ts'

const opened = new WeakMap<PdfDocument, Map<number, PdfDocument>>()

/**
 * @param number from 1, the oldest
 * @throws PdfError PDF_DAMAGED when there is no such revision
 */
export function openRevision(document: PdfDocument, number: number): PdfDocument {
  const revisions = listRevisions(document)
  if (number === revisions.length && revisions.at(-1)?.end === document.bytes.length) return document
  const views = opened.get(document) ?? new Map<number, PdfDocument>()
  opened.set(document, views)
  const view = views.get(number) ?? openView(document, number)
  views.set(number, view)
  return view
}

function openView(document: PdfDocument, number: number): PdfDocument {
  const listed = listRevisions(document)
  const revision = listed[number - 1]
  if (revision === undefined) throw new PdfError('PDF_DAMAGED', { what: 'revision', number })
  const later = listed.slice(number).reduce((sum, { sections }) => sum + sections.length, 0)
  return new PdfDocument({
    bytes: document.bytes.subarray(0, revision.end),
    header: document.header,
    revisions: document.revisions.slice(later),
    recovered: document.recovered,
    viewOf: document,
  })
}
