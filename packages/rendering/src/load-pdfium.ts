import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'
import { installFallbackFonts, type FallbackFonts } from './install-fallback-fonts.ts'
import type { PdfiumExports } from './pdfium-exports.ts'

/** A started PDFium. `memoryRefused` turns true, for good, when it asked for more memory than it may have. */
export interface Pdfium {
  readonly exports: PdfiumExports
  readonly fonts: FallbackFonts
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
  const fonts = installFallbackFonts(exports)
  return { exports, fonts, memoryRefused: () => refused }
}
