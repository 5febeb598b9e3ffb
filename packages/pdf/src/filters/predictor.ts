/** Undoes PNG and TIFF predictors (ISO 32000-2 clause 7.4.4.4, PNG clause 9). */
import { PdfError } from '../pdf-error.ts'

type Parameter = (key: string, fallback: number) => number

export function undoPredictor(bytes: Uint8Array, parameter: Parameter): Uint8Array {
  const predictor = parameter('Predictor', 1)
  if (predictor <= 1) return bytes
  const colors = parameter('Colors', 1)
  const bits = parameter('BitsPerComponent', 8)
  const columns = parameter('Columns', 1)
  const honest = [colors, bits, columns].every((value) => Number.isInteger(value) && value > 0 && value <= 2 ** 24)
  if (!honest || colors > 32 || bits > 16) throw new PdfError('PDF_DAMAGED', { what: 'predictor' })
  const rowLength = Math.ceil((colors * bits * columns) / 8)
  const pixelLength = Math.max(1, Math.ceil((colors * bits) / 8))
  if (predictor === 2) return undoTiff(bytes, rowLength, bits === 8 ? pixelLength : 0)
  return undoPng(bytes, rowLength, pixelLength)
}

/** @param pixelLength 0 when components are not bytes, which document structure never uses */
function undoTiff(bytes: Uint8Array, rowLength: number, pixelLength: number): Uint8Array {
  if (pixelLength === 0) throw new PdfError('PDF_DAMAGED', { what: 'predictor' })
  const out = Uint8Array.from(bytes)
  for (let row = 0; row < out.length; row += rowLength) {
    const end = Math.min(row + rowLength, out.length)
    for (let i = row + pixelLength; i < end; i++) out[i] = (out[i] as number) + (out[i - pixelLength] as number)
  }
  return out
}

/**
 * Undoes PNG filtering: every row starts with the number of its filter.
 * @param rowLength bytes of a row without that number
 * @param pixelLength bytes of a whole pixel, at least 1
 */
export function undoPng(bytes: Uint8Array, rowLength: number, pixelLength: number): Uint8Array {
  const rows = Math.ceil(bytes.length / (rowLength + 1))
  // The last row may be shorter than it is declared.
  const out = new Uint8Array(bytes.length - rows)
  for (let row = 0; row < rows; row++) {
    const from = row * (rowLength + 1)
    const source = bytes.subarray(from + 1, from + 1 + rowLength)
    const at = row * rowLength
    out.set(source, at)
    undoRow({ out, at, end: at + source.length, rowLength, pixelLength }, bytes[from] as number)
  }
  return out
}

interface Row {
  readonly out: Uint8Array
  readonly at: number
  readonly end: number
  readonly rowLength: number
  readonly pixelLength: number
}

function undoRow({ out, at, end, rowLength, pixelLength }: Row, filter: number): void {
  if (filter === 0) return
  for (let i = at; i < end; i++) {
    const left = i - at >= pixelLength ? (out[i - pixelLength] as number) : 0
    const up = at > 0 ? (out[i - rowLength] as number) : 0
    const corner = at > 0 && i - at >= pixelLength ? (out[i - rowLength - pixelLength] as number) : 0
    out[i] = (out[i] as number) + predict(filter, { left, up, corner })
  }
}

function predict(filter: number, { left, up, corner }: { left: number; up: number; corner: number }): number {
  if (filter === 1) return left
  if (filter === 2) return up
  if (filter === 3) return (left + up) >> 1
  if (filter !== 4) throw new PdfError('PDF_DAMAGED', { what: 'PNG filter' })
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}
