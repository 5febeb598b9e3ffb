/**
 * Finds signature dictionaries that some revision has and the newest one does not show.
 *
 * The file is searched for their key, so that it does not matter how they were taken out. What only looks like one,
 * inside an attached file for instance, differs from the real ones by the cross-reference sections, which do not list
 * it, and by its range, which leaves out no string of this file: a range counts from the file's beginning.
 */
import { isKeyword, isWhite, Lexer, lookupInRevision, type PdfDocument, PdfError } from '@rubrica/pdf'
import { rangesOfUsageRights } from './list-usage-rights.ts'
import { locateDict, type LocatedDict } from './locate-entries.ts'

const MARK = '/ByteRange'
const OBJECT = ' obj'
/** More occurrences than any honest file has signatures. */
const MOST_MARKS = 5000
/** Digits of number and generation, and what is between them. */
const HEAD_WINDOW = 24
const MOST_BLANKS = 16
/** Room for a range, and for the blanks that writers leave in it. */
const RANGE_WINDOW = 1024
const [OPEN, CLOSE] = [0x3c, 0x3e]

/**
 * @param known where the signatures are that the newest revision shows
 * @throws CodedError PDF_TOO_COMPLEX
 */
export function countOrphans(document: PdfDocument, known: readonly LocatedDict[]): number {
  const { bytes } = document
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const orphans = new Map<number, boolean>()
  let [marks, object, searched, parsed] = [0, -1, 0, 0]
  const isRights = recogniseRights(document)
  for (let at = file.indexOf(MARK); at !== -1; at = file.indexOf(MARK, at + 1)) {
    if (++marks > MOST_MARKS) throw new PdfError('PDF_TOO_COMPLEX', { what: 'byte ranges' })
    const nearer = file.subarray(searched, at).lastIndexOf(OBJECT)
    if (nearer !== -1) object = searched + nearer
    searched = at
    if (known.some(({ start, end }) => start < at && at < end)) continue
    const range = readFittingRange(bytes, at + MARK.length)
    if (isRights(range)) continue
    const start = findStart(document, file, object)
    if (range !== null) orphans.set(start ?? at, true)
    if (start === null || orphans.has(start)) continue
    const dict = locate(bytes, start)
    parsed += sizeOf(dict, bytes)
    if (parsed > 2 * bytes.length) throw new PdfError('PDF_TOO_COMPLEX', { what: 'overlapping objects' })
    orphans.set(start, dict !== null && isSignature(dict))
  }
  return [...orphans.values()].filter(Boolean).length
}

/** Revisions are looked through only when there is something to ask for. */
function recogniseRights(document: PdfDocument): (range: string | null) => boolean {
  let ranges: ReadonlySet<string> | null = null
  return (range) => range !== null && (ranges ??= rangesOfUsageRights(document)).has(range)
}

/** The range at an offset when it fits this file: what it leaves out is in brackets, which it may cover. */
function readFittingRange(bytes: Uint8Array, offset: number): string | null {
  const lexer = new Lexer(bytes.subarray(0, offset + RANGE_WINDOW), offset)
  const [open, start, gapStart, gapEnd, rest] = Array.from({ length: 5 }, () => lexer.next())
  if (open === undefined || !isKeyword(open, '[') || start !== 0 || typeof rest !== 'number') return null
  if (typeof gapStart !== 'number' || typeof gapEnd !== 'number') return null
  const fits = [0, 1].some((brackets) => {
    const [first, last] = [gapStart - brackets, gapEnd + brackets - 1]
    return first + 2 < last && bytes[first] === OPEN && bytes[last] === CLOSE
  })
  return fits ? [start, gapStart, gapEnd, rest].join(' ') : null
}

/** Where an object starts whose keyword stands at an offset; null when no revision has it there. */
function findStart(document: PdfDocument, file: Buffer, keyword: number): number | null {
  const head = file.subarray(Math.max(0, keyword - HEAD_WINDOW), Math.max(0, keyword)).toString('latin1')
  const match = /(\d+)\s+\d+$/.exec(head)
  if (match === null) return null
  const start = keyword - match[0].length
  const num = Number(match[1])
  const isListed = document.revisions.some((revision) => {
    const entry = lookupInRevision(revision, num)
    return entry?.type === 'offset' && isBlank(file, entry.offset + document.header, start)
  })
  return isListed ? start : null
}

/** Some tables point at the line end before an object. */
function isBlank(file: Buffer, from: number, to: number): boolean {
  return from <= to && to - from <= MOST_BLANKS && file.subarray(from, to).every(isWhite)
}

function locate(bytes: Uint8Array, start: number): LocatedDict | null {
  try {
    return locateDict(bytes, start)
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

const sizeOf = (dict: LocatedDict | null, bytes: Uint8Array): number =>
  dict === null ? bytes.length / 16 : dict.end - dict.start

function isSignature({ entries }: LocatedDict): boolean {
  const keys = new Set(entries.map(({ key }) => key))
  return keys.has('ByteRange') && keys.has('Contents')
}
