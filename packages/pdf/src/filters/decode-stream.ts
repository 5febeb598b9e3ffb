/**
 * Undoes the filters of a stream (ISO 32000-2 clause 7.4) as far as document structure needs them.
 *
 * Output is bounded, so that a small file cannot fill the memory. Image filters (DCT, JPX, CCITT, JBIG2) and Crypt
 * never carry structure and are rejected.
 */
import { constants, inflateSync } from 'node:zlib'
import { PdfError } from '../pdf-error.ts'
import { isArray, PdfDict, PdfName, type PdfObject, type PdfStream } from '../objects/pdf-objects.ts'
import { LIMITS } from '../reader/limits.ts'
import { decodeAscii85, decodeAsciiHex, decodeRunLength } from './ascii-filters.ts'
import { decodeLzw } from './lzw.ts'
import { undoPredictor } from './predictor.ts'

type Resolve = (object: PdfObject | undefined) => PdfObject

/**
 * The decoded bytes of a stream.
 * @param limit most bytes that any filter may put out
 * @throws PdfError PDF_DAMAGED, PDF_TOO_COMPLEX
 */
export function decodeStream(stream: PdfStream, resolve: Resolve, limit: number = LIMITS.decodedStream): Uint8Array {
  const filters = listOf(resolve(stream.dict.get('Filter') ?? stream.dict.get('F')), resolve)
  const parameters = listOf(resolve(stream.dict.get('DecodeParms') ?? stream.dict.get('DP')), resolve)
  if (filters.length > LIMITS.filters) throw new PdfError('PDF_TOO_COMPLEX', { what: 'filters' })
  let bytes = stream.raw
  filters.forEach((filter, index) => {
    const parms = parameters[index]
    bytes = applyFilter({
      name: filter instanceof PdfName ? filter.value : '',
      bytes,
      parameter: (key, fallback) => {
        const value = parms instanceof PdfDict ? resolve(parms.get(key)) : null
        return typeof value === 'number' ? value : fallback
      },
      limit,
    })
  })
  return bytes
}

function listOf(object: PdfObject, resolve: Resolve): readonly PdfObject[] {
  if (object === null) return []
  return isArray(object) ? object.map(resolve) : [object]
}

interface FilterStep {
  readonly name: string
  readonly bytes: Uint8Array
  readonly parameter: (key: string, fallback: number) => number
  readonly limit: number
}

function applyFilter({ name, bytes, parameter, limit }: FilterStep): Uint8Array {
  switch (name) {
    case 'FlateDecode':
    case 'Fl':
      return undoPredictor(inflate(bytes, limit), parameter)
    case 'LZWDecode':
    case 'LZW':
      return undoPredictor(decodeLzw(bytes, parameter('EarlyChange', 1), limit), parameter)
    case 'ASCIIHexDecode':
    case 'AHx':
      return decodeAsciiHex(bytes)
    case 'ASCII85Decode':
    case 'A85':
      return decodeAscii85(bytes, limit)
    case 'RunLengthDecode':
    case 'RL':
      return decodeRunLength(bytes, limit)
    default:
      throw new PdfError('PDF_DAMAGED', { what: 'filter', filter: name })
  }
}

/** Inflates zlib data; cut-off data gives what there is, as readers do. */
function inflate(bytes: Uint8Array, limit: number): Uint8Array {
  try {
    return inflateSync(bytes, { maxOutputLength: limit, finishFlush: constants.Z_SYNC_FLUSH })
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ERR_BUFFER_TOO_LARGE') throw new PdfError('PDF_TOO_COMPLEX', { what: 'stream output' })
    throw new PdfError('PDF_DAMAGED', { what: 'compressed stream' })
  }
}
