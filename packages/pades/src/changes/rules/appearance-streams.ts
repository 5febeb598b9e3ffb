/** The streams of an appearance dictionary (ISO 32000-2 clause 12.5.5). */
import { PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'

/** Kinds of appearances, and the states in them. */
const DEEPEST = 2

/** All that a reader could show, whatever the state; null when states stand within states. */
export function streamsOf(document: PdfDocument, place: PdfObject | undefined): readonly PdfStream[] | null {
  return streamsIn(document, place, 0)
}

function streamsIn(document: PdfDocument, place: PdfObject | undefined, depth: number): readonly PdfStream[] | null {
  const value = document.resolve(place)
  if (value instanceof PdfStream) return [value]
  if (!(value instanceof PdfDict)) return []
  if (depth >= DEEPEST) return null
  const states = [...value.entries.values()].map((state) => streamsIn(document, state, depth + 1))
  return states.includes(null) ? null : states.flatMap((streams) => streams ?? [])
}
