import type { Pdfium } from './load-pdfium.ts'
import { copyIn, type PdfiumExports } from './pdfium-exports.ts'
import { RenderError } from './render-error.ts'

/** FPDF_GetLastError: the password is wrong or missing; the security scheme is not supported. */
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5
/** FPDF_FORMFILLINFO has 140 bytes in this build; all its callbacks stay empty, so no action can reach out. */
const FORM_INFO_BYTES = 256
const FORM_INFO_VERSION = 2

/** A document inside PDFium; `form` is what draws its fields, `bytes` the memory that its file takes. */
export interface OpenDocument {
  readonly handle: number
  readonly form: number
  readonly pageCount: number
  readonly bytes: number
  readonly close: () => void
}

/**
 * Opens a PDF. PDFium rebuilds a damaged cross-reference table by itself.
 * @throws RenderError RENDER_PASSWORD, RENDER_DAMAGED, RENDER_TOO_LARGE
 */
export function openDocument(pdfium: Pdfium, bytes: Uint8Array, password?: string): OpenDocument {
  const { exports } = pdfium
  const data = copyIn(exports, bytes)
  if (data === 0) throw new RenderError('RENDER_TOO_LARGE', { bytes: bytes.byteLength })
  const handle = loadDocument(exports, { data, size: bytes.byteLength }, password)
  if (handle === 0) {
    const reason = exports.FPDF_GetLastError()
    exports.free(data)
    if (reason === ERROR_PASSWORD) throw new RenderError('RENDER_PASSWORD', { given: password !== undefined })
    if (pdfium.memoryRefused()) throw new RenderError('RENDER_TOO_LARGE', { bytes: bytes.byteLength })
    throw new RenderError('RENDER_DAMAGED', { unsupportedEncryption: reason === ERROR_SECURITY })
  }
  const info = copyIn(exports, formInfo())
  const form = info === 0 ? 0 : exports.FPDFDOC_InitFormFillEnvironment(handle, info)
  const close = (): void => {
    if (form !== 0) exports.FPDFDOC_ExitFormFillEnvironment(form)
    exports.FPDF_CloseDocument(handle)
    exports.free(info)
    exports.free(data)
  }
  return { handle, form, pageCount: exports.FPDF_GetPageCount(handle), bytes: bytes.byteLength, close }
}

/** Passwords of old files are Latin-1, of new ones UTF-8 (ISO 32000-2, 7.6.4): both spellings are tried. */
function loadDocument(pdfium: PdfiumExports, file: { data: number; size: number }, password = ''): number {
  const spellings = new Set([
    Buffer.from(password, 'utf8').toString('hex'),
    Buffer.from(password, 'latin1').toString('hex'),
  ])
  for (const hex of spellings) {
    const text = copyIn(pdfium, Buffer.from(`${hex}00`, 'hex'))
    const handle = pdfium.FPDF_LoadMemDocument(file.data, file.size, text)
    pdfium.free(text)
    if (handle !== 0) return handle
    if (pdfium.FPDF_GetLastError() !== ERROR_PASSWORD) return 0
  }
  return 0
}

function formInfo(): Uint8Array {
  const info = new Uint8Array(FORM_INFO_BYTES)
  new DataView(info.buffer).setUint32(0, FORM_INFO_VERSION, true)
  return info
}
