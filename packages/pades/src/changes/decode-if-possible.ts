/**
 * Decodes a stream that rules want to look into.
 *
 * Difficulty: low. One that cannot be decoded is not understood, which is for the rule to judge.
 */
import { PdfError } from '../errors.ts'
import type { PdfStream } from '../objects/pdf-objects.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'

/** Null for a damaged stream and for filters of images. */
export function decodeIfPossible(document: PdfDocument, stream: PdfStream): Uint8Array | null {
  try {
    return document.decode(stream)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}
