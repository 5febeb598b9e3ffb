/**
 * Removes a form's request to draw all appearances again (ISO 32000-2 table 224, NeedAppearances; deprecated).
 *
 * Adobe Reader then does not draw a signature at all, and PDF/A forbids the request. It is removed where that changes
 * nothing visible: all fields have their appearances, and there is no signature yet.
 *
 * Only forms with the request are walked.
 */
import { isArray, isName, LIMITS, PdfDict, type PdfDocument, type PdfObject } from '@rubrica/pdf'

/** The form without the request; the same one when there is none, or when it must stay. */
export function settleAppearances(document: PdfDocument, form: PdfDict): PdfDict {
  if (document.resolve(form.get('NeedAppearances')) !== true) return form
  const roots = document.resolve(form.get('Fields'))
  if (!isDrawnAndUnsigned(document, isArray(roots) ? roots : [])) return form
  return new PdfDict([...form.entries].filter(([key]) => key !== 'NeedAppearances'))
}

function isDrawnAndUnsigned(document: PdfDocument, roots: readonly PdfObject[]): boolean {
  const waiting = [...roots]
  for (let nodes = 0; waiting.length > 0; nodes++) {
    if (nodes > LIMITS.fields || waiting.length > LIMITS.fields) return false
    const node = document.resolve(waiting.pop())
    if (!(node instanceof PdfDict)) continue
    const kids = document.resolve(node.get('Kids'))
    if (isArray(kids)) for (const kid of kids) waiting.push(kid)
    if (!isDrawn(document, node) || isSigned(document, node)) return false
  }
  return true
}

function isDrawn(document: PdfDocument, node: PdfDict): boolean {
  if (!isName(document.resolve(node.get('Subtype')), 'Widget')) return true
  const appearance = document.resolveDict(node.get('AP'))
  return document.resolveDict(appearance?.get('N')) !== null
}

function isSigned(document: PdfDocument, node: PdfDict): boolean {
  return document.resolveDict(node.get('V'))?.get('ByteRange') !== undefined
}
