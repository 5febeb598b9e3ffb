/**
 * The revisions of a file, from its chain of cross-reference sections (ISO 32000-2 clauses 7.5.6 and F.3).
 *
 * A section that lies before the end of the revision it builds on is part of that revision: so it is with the
 * first-page section of linearized files, and so an update cannot claim a section that was signed before it.
 */
import { Lexer } from '../reader/lexer.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'
import type { XrefRevision } from '../reader/xref-section.ts'
import type { Revision } from './revision.ts'

const END_MARK = '%%EOF'

const known = new WeakMap<PdfDocument, readonly Revision[]>()

/** Oldest first. Never empty; a file that was recovered by a scan has one. */
export function listRevisions(document: PdfDocument): readonly Revision[] {
  const listed = known.get(document)
  if (listed !== undefined) return listed
  const groups: { sections: XrefRevision[]; mark: number }[] = []
  for (const section of document.revisions.toReversed()) {
    const mark = markAfter(document, section)
    const last = groups.at(-1)
    if (last === undefined || mark > last.mark) groups.push({ sections: [section], mark })
    else last.sections.unshift(section)
  }
  const revisions = groups.map(({ sections, mark }, index) => ({
    number: index + 1,
    end: endOfLine(document.bytes, Math.min(mark + END_MARK.length, document.bytes.length)),
    sections,
    closed: document.recovered || startsFrom(document, mark) === sections[0]?.section.offset,
  }))
  known.set(document, revisions)
  return revisions
}

/** Offset of the first %%EOF after a section. */
function markAfter({ bytes, header }: PdfDocument, { section }: XrefRevision): number {
  const at = bufferOf(bytes).indexOf(END_MARK, header + section.offset)
  return at === -1 ? bytes.length : at
}

/** The last startxref before a %%EOF. */
function startsFrom({ bytes }: PdfDocument, mark: number): number | null {
  const at = bufferOf(bytes.subarray(0, mark)).lastIndexOf('startxref')
  const value = at === -1 ? null : new Lexer(bytes, at + 'startxref'.length).next()
  return typeof value === 'number' ? value : null
}

function endOfLine(bytes: Uint8Array, at: number): number {
  if (bytes[at] === 13) return bytes[at + 1] === 10 ? at + 2 : at + 1
  return bytes[at] === 10 ? at + 1 : at
}

function bufferOf(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
