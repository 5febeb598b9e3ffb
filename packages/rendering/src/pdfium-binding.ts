/**
 * The few PDFium functions that this package calls, as the WebAssembly module exports them. All arguments and results
 * are 32-bit integers or doubles; "pointer" means an offset in the module's memory, 0 means none.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'
import { installFallbackFonts } from './install-fallback-fonts.ts'

export interface PdfiumExports {
  readonly memory: WebAssembly.Memory
  readonly __indirect_function_table: WebAssembly.Table
  malloc(size: number): number
  free(pointer: number): void
  FPDF_LoadMemDocument(data: number, size: number, password: number): number
  FPDF_CloseDocument(document: number): void
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: number): number
  FPDF_LoadPage(document: number, index: number): number
  FPDF_ClosePage(page: number): void
  FPDF_GetPageWidth(page: number): number
  FPDF_GetPageHeight(page: number): number
  FPDFBitmap_CreateEx(width: number, height: number, format: number, buffer: number, stride: number): number
  FPDFBitmap_FillRect(bitmap: number, left: number, top: number, width: number, height: number, colour: number): void
  FPDFBitmap_Destroy(bitmap: number): void
  FPDF_RenderPageBitmap(...placement: RenderArguments): void
  FPDFDOC_InitFormFillEnvironment(document: number, info: number): number
  FPDFDOC_ExitFormFillEnvironment(form: number): void
  FORM_OnAfterLoadPage(page: number, form: number): void
  FORM_OnBeforeClosePage(page: number, form: number): void
  FPDF_FFLDraw(form: number, ...placement: RenderArguments): void
  FPDF_GetDefaultSystemFontInfo(): number
  FPDF_SetSystemFontInfo(info: number): void
}

/** bitmap, page, left, top, width, height, rotation in quarter turns, flags */
type RenderArguments = [number, number, number, number, number, number, number, number]

/** A started PDFium. `memoryRefused` turns true, for good, when it asked for more memory than it may have. */
export interface Pdfium {
  readonly exports: PdfiumExports
  readonly memoryRefused: () => boolean
}

type GrowHeap = (bytes: number) => boolean | number

/**
 * Starts PDFium with a memory ceiling in bytes. The ceiling works on every system, since each growth of the module's
 * memory passes through this function. There is no JavaScript engine in this build and no network in its imports.
 */
export async function loadPdfium(memoryLimit: number): Promise<Pdfium> {
  const binary = await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm'))
  const compiled = await WebAssembly.compile(binary)
  let refused = false
  const module = await PDFiumModule({
    instantiateWasm: (imports, done) => {
      const env = imports['env'] as { emscripten_resize_heap: GrowHeap }
      const grow = env.emscripten_resize_heap
      env.emscripten_resize_heap = (bytes) => {
        if (bytes >>> 0 > memoryLimit) refused = true
        return bytes >>> 0 > memoryLimit ? 0 : grow(bytes)
      }
      const instance = new WebAssembly.Instance(compiled, imports)
      const receive = done as unknown as (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
      receive(instance, compiled)
      return instance.exports
    },
  })
  module._FPDF_InitLibraryWithConfig({ version: 2 })
  const exports = module.wasmExports as unknown as PdfiumExports
  installFallbackFonts(exports)
  return { exports, memoryRefused: () => refused }
}

/** Copies bytes into PDFium's memory; returns the pointer, or 0 when there is no room. The caller frees it. */
export function copyIn(pdfium: PdfiumExports, bytes: Uint8Array): number {
  const pointer = pdfium.malloc(bytes.byteLength) >>> 0
  if (pointer !== 0) new Uint8Array(pdfium.memory.buffer).set(bytes, pointer)
  return pointer
}
