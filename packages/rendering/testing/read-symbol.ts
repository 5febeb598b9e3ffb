/** Reads QR symbols as somebody with a phone would: from the picture of a page. */
import { createHash } from 'node:crypto'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { createRenderPool } from '../src/index.ts'

/** Of a plain office printer. */
const RESOLUTION = 300

export interface SymbolReader extends AsyncDisposable {
  /** What the symbol on a page says; undefined where none is found. A page should have one at most. */
  read(pdf: Uint8Array, page?: number, dpi?: number): Promise<string | undefined>
}

export function openSymbolReader(): SymbolReader {
  const pool = createRenderPool({ processes: 1, memoryMb: 512, timeoutMs: 20_000 })
  return {
    read: async (pdf, page = 1, dpi = RESOLUTION) => {
      const key = createHash('sha256').update(pdf).digest('hex')
      const { jpeg } = await pool.renderPage({ key, load: () => Promise.resolve(pdf), page, dpi })
      const { data, info } = await sharp(jpeg).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
      return jsQR(new Uint8ClampedArray(data), info.width, info.height)?.data
    },
    [Symbol.asyncDispose]: () => pool.close(),
  }
}
