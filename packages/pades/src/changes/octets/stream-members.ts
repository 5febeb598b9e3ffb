/**
 * The objects in object streams that an update writes or lists (ISO 32000-2 clause 7.5.7).
 *
 * Some readers find an object by its number, others by its position; some take it to end where the next one starts; and
 * those that rebuild the cross-reference take all that a stream holds. All must find the same.
 */
import { isName, Lexer, parseObject, type PdfDict, type PdfDocument, PdfStream, PdfError } from '@rubrica/pdf'
import { type Comparison, report } from '../comparison.ts'
import { type ObjectHead, readHeads } from '../graph/reference-graph.ts'
import { objectAt } from '../graph/touched-objects.ts'

interface Member extends ObjectHead {
  /** Where the next one starts, or the stream ends. */
  readonly next: number
}

interface OpenStream {
  readonly data: Uint8Array
  readonly members: readonly Member[]
}

/** @throws CodedError PDF_TOO_COMPLEX */
export function judgeObjectStreams(comparison: Comparison): void {
  const { after, touched } = comparison
  for (const [num, listed] of listedByStream(comparison)) {
    const stream = openStream(after, num)
    const unread = listed.filter(({ num: own, index }) => stream?.members[index]?.num !== own)
    for (const { num: own } of unread) report(comparison, { what: 'UNREADABLE', num: own })
    if (stream !== null) judgeEnds(comparison, stream, new Set(listed.map(({ index }) => index)))
  }
  for (const { num, how } of touched.values()) {
    if (how === 'freed' || after.entry(num)?.type !== 'offset') continue
    const stream = openStream(after, num)
    if (stream !== null) judgeMembers(comparison, num, stream)
  }
}

/** The objects that the update lists in each stream. */
function listedByStream({ after, touched }: Comparison): ReadonlyMap<number, { num: number; index: number }[]> {
  const listed = new Map<number, { num: number; index: number }[]>()
  for (const num of touched.keys()) {
    const entry = after.entry(num)
    if (entry?.type !== 'compressed') continue
    const others = listed.get(entry.stream)
    if (others === undefined) listed.set(entry.stream, [{ num, index: entry.index }])
    else others.push({ num, index: entry.index })
  }
  return listed
}

/** Null for what is no object stream, or cannot be read. */
function openStream(document: PdfDocument, num: number): OpenStream | null {
  try {
    const value = objectAt(document, num)
    if (!(value instanceof PdfStream) || !isName(value.dict.get('Type'), 'ObjStm')) return null
    const data = document.decode(value)
    return { data, members: readMembers(value.dict, data) }
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return null
    throw error
  }
}

function readMembers(dict: PdfDict, data: Uint8Array): readonly Member[] {
  const heads = readHeads(dict, data)
  return heads.map((head, index) => ({ ...head, next: heads[index + 1]?.start ?? data.length }))
}

/** The octets of an object lie before those of the next. */
function judgeEnds(comparison: Comparison, { data, members }: OpenStream, indices: ReadonlySet<number>): void {
  for (const index of indices) {
    const member = members[index]
    if (member !== undefined && !endsInTime(data, member))
      report(comparison, { what: 'HIDDEN_OBJECT', num: member.num })
  }
}

function endsInTime(data: Uint8Array, { start, next }: Member): boolean {
  if (start >= next) return false
  const lexer = new Lexer(data.subarray(0, next), start)
  try {
    parseObject(lexer)
    return true
  } catch (error) {
    if (error instanceof PdfError && error.code === 'PDF_DAMAGED') return false
    throw error
  }
}

/** What a new stream holds and no entry leads to, though its number stands for something. */
function judgeMembers(comparison: Comparison, stream: number, { members }: OpenStream): void {
  const { before, after } = comparison
  const seen = new Set<number>()
  for (const [index, { num }] of members.entries()) {
    const entry = after.entry(num)
    const isTwofold = seen.has(num)
    seen.add(num)
    if (entry?.type === 'compressed' && entry.stream === stream && entry.index === index) continue
    const isTaken = [before.entry(num), entry].some((one) => one !== undefined && one.type !== 'free')
    if (isTaken || isTwofold) report(comparison, { what: 'HIDDEN_OBJECT', num })
  }
}
