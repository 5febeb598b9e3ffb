import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { PDFiumModule } from '@hyzyla/pdfium'
import { installFallbackFonts, type FallbackFonts } from './fonts/install-fallback-fonts.ts'
import type { PdfiumExports } from './pdfium-exports.ts'

/**
 * A started PDFium with a memory of its own. `memoryRefused` turns true, for good, when it asked for more than it may
 * have.
 */
export interface Pdfium {
  readonly exports: PdfiumExports
  readonly fonts: FallbackFonts
  readonly memoryRefused: () => boolean
}

export interface PdfiumLimits {
  /** Bytes that this PDFium may take. */
  readonly memory: number
  /** Called before its memory grows by so many bytes, so that others can be dropped. */
  readonly beforeGrowth?: (bytes: number) => void
}

type GrowHeap = (bytes: number) => boolean | number

/** Reads and compiles PDFium, once for all that are started. */
export async function compilePdfium(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await readFile(createRequire(import.meta.url).resolve('@hyzyla/pdfium/pdfium.wasm')))
}

/**
 * Starts a PDFium with a memory ceiling, in a few milliseconds. The ceiling works on every system, since each growth of
 * the module's memory passes through this function. There is no JavaScript engine in this build and no network in its
 * imports.
 */
export async function startPdfium(compiled: WebAssembly.Module, limits: PdfiumLimits): Promise<Pdfium> {
  let refused = false
  let taken = () => 0
  const module = await PDFiumModule({
    instantiateWasm: (imports, done) => {
      const env = imports['env'] as { emscripten_resize_heap: GrowHeap }
      const grow = env.emscripten_resize_heap
      env.emscripten_resize_heap = (bytes) => {
        const wanted = bytes >>> 0
        if (wanted > limits.memory) refused = true
        else limits.beforeGrowth?.(wanted - taken())
        return wanted > limits.memory ? 0 : grow(bytes)
      }
      const instance = new WebAssembly.Instance(compiled, imports)
      const receive = done as unknown as (instance: WebAssembly.Instance, module: WebAssembly.Module) => void
      receive(instance, compiled)
      taken = () => (instance.exports as unknown as PdfiumExports).memory.buffer.byteLength
      return instance.exports
    },
  })
  module._FPDF_InitLibraryWithConfig({ version: 2 })
  const exports = module.wasmExports as unknown as PdfiumExports
  const fonts = installFallbackFonts(exports)
  return { exports, fonts, memoryRefused: () => refused }
}
