import { expect, test } from 'vitest'
import type { Pdfium } from '../load-pdfium.ts'
import type { OpenDocument } from '../open-document.ts'
import { readPageText } from './read-page-text.ts'

test('words for which PDFium found no memory are rejected, so that the process ends before it draws for others', () => {
  let refused = false
  const exports = {
    FPDF_LoadPage: () => 1,
    FPDFText_LoadPage: () => {
      refused = true
      return 0
    },
    FPDFText_ClosePage: () => undefined,
    FPDF_ClosePage: () => undefined,
  }
  const pdfium = { exports, memoryRefused: () => refused } as unknown as Pdfium
  const document = { handle: 1, pageCount: 1, pdfium } as OpenDocument
  expect(() => readPageText(document, 1)).toThrow(expect.objectContaining({ code: 'RENDER_TOO_LARGE' }))
})
