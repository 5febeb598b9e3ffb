import { hideTilePartLengths } from './hide-tile-part-lengths.ts'
import type { IncomingFile } from './isolation/incoming-file.ts'
import type { Pdfium } from './load-pdfium.ts'
import { copyIn, type PdfiumExports } from './pdfium-exports.ts'
import { RenderError } from './render-error.ts'

/** FPDF_GetLastError: the password is wrong or missing; the security scheme is not supported. */
const ERROR_PASSWORD = 4
const ERROR_SECURITY = 5
/** FPDF_FORMFILLINFO has 140 bytes in this build; all its callbacks stay empty, so no action can reach out. */
const FORM_INFO_BYTES = 256
const FORM_INFO_VERSION = 2

/** What a started PDFium really takes of the memory that it begins with; a small document takes more of that. */
export const EMPTY_PDFIUM_BYTES = 4 * 1024 * 1024

/**
 * A document and the PDFium that is its alone: decoders of hostile images have been seen to overwrite PDFium's memory,
 * and another document in the same memory would be drawn wrong or crash in its place. It ends by being forgotten.
 */
export interface OpenDocument {
  readonly pdfium: Pdfium
  readonly handle: number
  /** What draws its fields. */
  readonly form: number
  readonly pageCount: number
  /** The memory that its PDFium takes, which grows with its pages. */
  readonly bytes: number
  /** Where the file lies in PDFium's memory. */
  readonly file: { readonly data: number; readonly size: number }
  /** Whether its Latin fonts that are not embedded are ours (fallback-fonts.ts) or PDFium's own. */
  readonly western: boolean
  /** Opens it again with our fonts: PDFium keeps the fonts it found as long as a document is open. */
  readonly useWesternFonts: () => void
  /** Works with a second handle on the same file, with our fonts. It may be changed: it is closed afterwards. */
  readonly withWesternCopy: <T>(work: (handle: number) => T) => T
}

/**
 * Opens a PDF in a PDFium that has had no other. PDFium rebuilds a damaged cross-reference table by itself.
 * @throws RenderError RENDER_PASSWORD, RENDER_DAMAGED, RENDER_TOO_LARGE
 */
export async function openDocument(pdfium: Pdfium, incoming: IncomingFile, password?: string): Promise<OpenDocument> {
  const { exports, fonts } = pdfium
  const emptyMemory = exports.memory.buffer.byteLength
  const { length: size } = incoming
  const data = exports.malloc(size) >>> 0
  if (data === 0) throw new RenderError('RENDER_TOO_LARGE', { bytes: size })
  const place = new Uint8Array(exports.memory.buffer, data, size)
  // Nothing else asks this PDFium for memory meanwhile, which would move what the place is a view of.
  await incoming.fill(place)
  hideTilePartLengths(place)
  const file: LoadedFile = { data, size, password }
  fonts.western = false
  let parts = openParts(pdfium, file)
  if (parts.handle === 0) {
    const reason = exports.FPDF_GetLastError()
    throw refusal(pdfium, { reason, bytes: size, password: password !== undefined })
  }
  return {
    pdfium,
    get handle() {
      return parts.handle
    },
    get form() {
      return parts.form
    },
    get western() {
      return parts.western
    },
    pageCount: exports.FPDF_GetPageCount(parts.handle),
    get bytes() {
      return EMPTY_PDFIUM_BYTES + Math.max(file.size, exports.memory.buffer.byteLength - emptyMemory)
    },
    file,
    useWesternFonts: () => {
      parts.close()
      fonts.western = true
      parts = openParts(pdfium, file)
      // The same bytes were opened a moment ago. Not a RenderError: the process must not go on with a closed document.
      if (parts.handle === 0) throw new Error('the document cannot be opened again')
    },
    withWesternCopy: (work) => {
      fonts.western = true
      const copy = loadDocument(exports, file)
      try {
        return work(copy)
      } finally {
        exports.FPDF_CloseDocument(copy)
        fonts.western = parts.western
      }
    },
  }
}

/** A file in PDFium's memory. */
interface LoadedFile {
  readonly data: number
  readonly size: number
  readonly password: string | undefined
}

interface DocumentParts {
  readonly handle: number
  readonly form: number
  readonly western: boolean
  readonly close: () => void
}

/** Opens the file and what draws its form fields; the handle is 0 when PDFium rejects the file. */
function openParts({ exports, fonts }: Pdfium, file: LoadedFile): DocumentParts {
  const handle = loadDocument(exports, file)
  const info = handle === 0 ? 0 : copyIn(exports, formInfo())
  const form = info === 0 ? 0 : exports.FPDFDOC_InitFormFillEnvironment(handle, info)
  const close = (): void => {
    if (form !== 0) exports.FPDFDOC_ExitFormFillEnvironment(form)
    if (handle !== 0) exports.FPDF_CloseDocument(handle)
    exports.free(info)
  }
  return { handle, form, western: fonts.western, close }
}

function refusal(pdfium: Pdfium, facts: { reason: number; bytes: number; password: boolean }): RenderError {
  const { reason, bytes, password } = facts
  if (reason === ERROR_PASSWORD) return new RenderError('RENDER_PASSWORD', { given: password })
  if (pdfium.memoryRefused()) return new RenderError('RENDER_TOO_LARGE', { bytes })
  return new RenderError('RENDER_DAMAGED', { unsupportedEncryption: reason === ERROR_SECURITY })
}

/** Passwords of old files are Latin-1, of new ones UTF-8 (ISO 32000-2, 7.6.4): both spellings are tried. */
function loadDocument(pdfium: PdfiumExports, file: LoadedFile): number {
  const { password = '' } = file
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
