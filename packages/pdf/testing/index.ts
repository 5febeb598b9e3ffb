export { appendRevision } from './append-revision.ts'
export { classicParts, classicPdf, packedPdf, type TestPdfOptions } from './build-test-pdf.ts'
export { buildTestRevisions, streamOf, type TestRevision } from './build-test-revisions.ts'
export { emptyParts, makeTestPdf } from './make-test-pdf.ts'
