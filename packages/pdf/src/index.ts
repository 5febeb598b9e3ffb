/**
 * PDF files as objects and revisions (ISO 32000): read, compared by revision, and appended to. Nothing of signatures.
 */

// Values: dictionaries, names, strings, and how they are written
export {
  dictOf,
  isArray,
  isInteger,
  isName,
  nameOf,
  type PdfArray,
  PdfDict,
  PdfName,
  type PdfObject,
  PdfRef,
  PdfStream,
  PdfString,
} from './objects/pdf-objects.ts'
export { serialiseObject } from './objects/serialise-object.ts'
export { decodeText, encodeDate, encodeText } from './objects/text-strings.ts'

// Reading
export { findPages, openPage } from './reader/find-pages.ts'
export { isDelimiter, isDigit, isWhite, Keyword, Lexer, type Token } from './reader/lexer.ts'
export { LIMITS } from './reader/limits.ts'
export { openDecryption } from './reader/open-decryption.ts'
export { withPdf } from './reader/open-pdf.ts'
export { geometryOf, type Page, readBox, readPages, walkPages } from './reader/page-tree.ts'
export type { PageGeometry } from './reader/page-tree.ts'
export { type IndirectObject, isKeyword, parseIndirectObject, parseObject } from './reader/parse-object.ts'
export { PdfDocument } from './reader/pdf-document.ts'
export { findHeader, readRevisions } from './reader/read-revisions.ts'
export { readVersion } from './reader/read-version.ts'
export { recoverRevision } from './reader/recover-xref.ts'
export {
  lookupInRevision,
  type NumberRange,
  type XrefEntry,
  type XrefRevision,
  type XrefSection,
} from './reader/xref-section.ts'

// Streams
export { decodeStream } from './filters/decode-stream.ts'
export { undoPng } from './filters/predictor.ts'

// A file as it was at each moment
export { findCoveredRevision } from './revisions/find-covered-revision.ts'
export { listRevisions } from './revisions/list-revisions.ts'
export { openRevision } from './revisions/open-revision.ts'

// What is written: an update that is appended, or a whole file
export { NewPdf } from './writing/new-pdf.ts'
export { PdfUpdate, type WrittenUpdate } from './writing/pdf-update.ts'
export { type ObjectSink, RawSyntax } from './writing/write-object.ts'
export { escapeXml } from './writing/escape-xml.ts'
export { drawQr, encodeQr, type QrColours, type QrSymbol, type Square } from './writing/qr-symbol.ts'

// The product's font
export { type EmbeddedFont, embedFont, printable, productFont, wrapWords } from './fonts/embed-font.ts'

// Errors
export { PDF_ERROR_CODES, PdfError, type PdfErrorCode } from './pdf-error.ts'
