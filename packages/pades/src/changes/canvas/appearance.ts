/** What an appearance dictionary shows, in whatever state (ISO 32000-2 clause 12.5.5). */
import { PdfDict, type PdfDocument, type PdfObject, PdfStream } from '@rubrica/pdf'
import type { Canvas, Item, PathItem } from './items.ts'
import { paint } from './paint.ts'

/** Kinds of appearances, and the states in them. */
const DEEPEST = 2

/** All that a reader could show; null when states stand within states. */
export function streamsOf(document: PdfDocument, place: PdfObject | undefined, depth = 0): readonly PdfStream[] | null {
  const value = document.resolve(place)
  if (value instanceof PdfStream) return [value]
  if (!(value instanceof PdfDict)) return []
  if (depth >= DEEPEST) return null
  const states = [...value.entries.values()].map((state) => streamsOf(document, state, depth + 1))
  return states.includes(null) ? null : states.flatMap((streams) => streams ?? [])
}

/** Whether all that it could show is read, and each is so; true of none. */
export function everyCanvas(
  document: PdfDocument,
  place: PdfObject | undefined,
  holds: (canvas: Canvas) => boolean,
): boolean {
  const isSo = (stream: PdfStream): boolean => {
    const canvas = paint(document, stream)
    return canvas !== null && holds(canvas)
  }
  return streamsOf(document, place)?.every(isSo) === true
}

export const isBlank = ({ items }: Canvas): boolean => items.length === 0

/** The words, when nothing else than words and lines is painted, and that always. */
export function wordsOf(canvas: Canvas | null): string | null {
  if (canvas === null || canvas.isOptional || canvas.items.some(({ kind }) => kind === 'picture')) return null
  return canvas.items.map((item) => (item.kind === 'text' ? item.text : '')).join('')
}

/** Each item holds its colours and what cuts it off, which a hostile stream can make long. */
const LONGEST_LOOK = 4 * 1024 * 1024

/**
 * Items in a form to be compared; text that looks alike is one, however many operators show it. Null when that is too
 * long in all.
 */
export function describe({ items }: Canvas, looks: (item: Item) => string): string | null {
  const pieces: string[] = []
  let [last, size] = ['', 0]
  for (const item of items) {
    const look = looks(item)
    const text = item.kind === 'text' ? item.text : ''
    const piece = text !== '' && look === last ? text : `\n${look}:${text}`
    pieces.push(piece)
    last = text === '' ? '' : look
    size += piece.length
    if (size > LONGEST_LOOK) return null
  }
  return pieces.join('')
}

/** At most one letter, and no picture. */
export function isMark(canvas: Canvas): boolean {
  const words = wordsOf(canvas)
  return words !== null && words.length <= 1
}

/** A thin line around a rectangle, which shows where to sign. */
export const isFrame = ({ items, isOptional }: Canvas): boolean =>
  !isOptional && items.every((item) => item.kind === 'path' && isThinRectangle(item))

const THIN = 3

function isThinRectangle({ operator, segments, state }: PathItem): boolean {
  const [first, second, ...more] = segments
  const isRectangle = first?.operator === 're' && (second?.operator ?? 'h') === 'h' && more.length === 0
  return isRectangle && (operator === 'S' || operator === 's') && state.lineWidth < THIN && state.stroke.space === null
}
