/** Writes cross-reference sections (ISO 32000-2 clauses 7.5.4, 7.5.5 and 7.5.8). */
import { nameOf, PdfDict, type PdfObject } from '../objects/pdf-objects.ts'
import { serialiseDict } from '../objects/serialise-object.ts'
import type { XrefEntry } from '../reader/xref-section.ts'

export interface NewXref {
  readonly style: 'table' | 'stream'
  readonly entries: ReadonlyMap<number, XrefEntry>
  /** The trailer to carry on. */
  readonly trailer: PdfDict
  /** Where this section will start, counted from the header. */
  readonly offset: number
  readonly previous: number | null
  /** The first free object number; a cross-reference stream takes it for itself. */
  readonly number: number
}

/** Keys that describe one section or one stream, not the document. */
const OF_SECTION = new Set([
  'Prev',
  'XRefStm',
  'Size',
  'Type',
  'W',
  'Index',
  'Length',
  'Filter',
  'DecodeParms',
  'F',
  'FFilter',
  'FDecodeParms',
])

export function writeXrefTable(xref: NewXref): string {
  let text = 'xref\n'
  const all = new Map<number, XrefEntry>([[0, { type: 'free' }], ...xref.entries])
  for (const run of consecutive([...all.keys()])) {
    text += `${run[0]} ${run.length}\n`
    for (const num of run) text += tableEntry(num, all.get(num))
  }
  return `${text}trailer\n${serialiseDict(trailerOf(xref, xref.number))}\n`
}

function tableEntry(num: number, entry: XrefEntry | undefined): string {
  if (entry?.type !== 'offset') return `0000000000 ${num === 0 ? '65535' : '00000'} f \n`
  return `${String(entry.offset).padStart(10, '0')} ${String(entry.gen).padStart(5, '0')} n \n`
}

export function writeXrefStream(xref: NewXref): string {
  const own: XrefEntry = { type: 'offset', offset: xref.offset, gen: 0 }
  const all = new Map<number, XrefEntry>([...xref.entries, [xref.number, own]])
  const runs = consecutive([...all.keys()])
  const data = Buffer.concat(runs.flat().map((num) => streamEntry(all.get(num))))
  const dict = trailerOf(xref, xref.number + 1).with({
    Type: nameOf('XRef'),
    W: [1, 5, 2],
    Index: runs.flatMap((run) => [run[0] as number, run.length]),
    Length: data.length,
  })
  const body = data.toString('latin1')
  return `${xref.number} 0 obj\n${serialiseDict(dict)}\nstream\n${body}\nendstream\nendobj\n`
}

function streamEntry(entry: XrefEntry | undefined): Buffer {
  const packed = Buffer.alloc(8)
  if (entry?.type === 'offset') {
    packed[0] = 1
    packed.writeUIntBE(entry.offset, 1, 5)
    packed.writeUInt16BE(entry.gen, 6)
  } else if (entry?.type === 'compressed') {
    packed[0] = 2
    packed.writeUIntBE(entry.stream, 1, 5)
    packed.writeUInt16BE(Math.min(entry.index, 0xffff), 6)
  }
  return packed
}

function trailerOf({ trailer, previous }: NewXref, size: number): PdfDict {
  const entries = new Map<string, PdfObject>()
  for (const [key, value] of trailer.entries) if (!OF_SECTION.has(key)) entries.set(key, value)
  entries.set('Size', size)
  if (previous !== null) entries.set('Prev', previous)
  return new PdfDict(entries)
}

/** Splits numbers into runs without gaps, in ascending order. */
function consecutive(numbers: readonly number[]): number[][] {
  const runs: number[][] = []
  for (const num of numbers.toSorted((a, b) => a - b)) {
    const run = runs.at(-1)
    if (run !== undefined && run.at(-1) === num - 1) run.push(num)
    else runs.push([num])
  }
  return runs
}
