/**
 * Decodes a stream that rules want to look into.
 *
 * One that cannot be decoded is not understood, which is for the rule to judge.
 */
import { type PdfDocument, type PdfStream, PdfError } from '@rubrica/pdf'

/** Null for a damaged stream and for filters of images. */
export function decodeIfPossible(document: PdfDocument, stream: PdfStream): Uint8Array | null {
  try {
    return document.decode(stream)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}
