/** The revisions of the document, and the file that is said to be it. */
import { type DocumentFacts, NAMES, type RevisionFacts } from '../format.ts'
import { sha256Of } from '../sha256-of.ts'
import type { Contents } from './contents.ts'
import { openStep, type Step, stepOf } from './step.ts'

/** Events that add a revision, and the fact that holds its digest. */
const ADDS: readonly string[] = ['document-signed', 'document-archived', 'document-changed']

/** @param given the signed document, where somebody has it at hand */
export function checkDocument(contents: Contents, given: Uint8Array | undefined): Step {
  const { document, manifest } = contents
  if (!document)
    return stepOf('document', { proved: '', failed: `${NAMES.document} cannot be read.` }, [NAMES.document])
  const faults = [...compareWithEvents(contents, document)]
  if (document.documentId !== manifest.documentId) faults.push(`${NAMES.document} is of another document`)
  if (given && faults.length === 0) faults.push(...compareWithFile(document, given))
  const last = document.revisions.at(-1)
  if (!given && faults.length === 0) {
    return openStep('document', `The document was not given. Its SHA-256 is ${last?.sha256 ?? 'not told'}.`)
  }
  const later = given && last && given.length > last.bytes ? ' What was appended to it later is not part of this.' : ''
  return stepOf(
    'document',
    {
      proved: `The document is the one that the events tell of, in all of its ${document.revisions.length} revisions.${later}`,
      failed: 'The document is not the one that the events tell of.',
    },
    faults,
  )
}

function* compareWithEvents({ events }: Contents, { revisions }: DocumentFacts): Iterable<string> {
  const told = new Map<unknown, unknown>()
  for (const event of events) {
    if (!event) continue
    const { type, facts } = event
    if (ADDS.includes(type) && typeof facts['digest'] === 'string') told.set(facts['revision'], facts['digest'])
    if (type === 'document-sent' && typeof facts['intakeDigest'] === 'string') told.set(0, facts['intakeDigest'])
  }
  const present = new Map(revisions.map((revision) => [revision.number, revision]))
  for (const [number, digest] of told) {
    const sha256 = present.get(Number(number))?.sha256
    if (sha256 === undefined) yield `${NAMES.document} lacks revision ${String(number)}`
    else if (sha256 !== digest) yield `${NAMES.document}: revision ${String(number)} is not the one of its event`
  }
}

/** Each revision is the beginning of the next one, unless the fields were made anew; the last one is the file. */
function compareWithFile({ revisions }: DocumentFacts, given: Uint8Array): readonly string[] {
  const last = revisions.at(-1)
  if (!last) return [`${NAMES.document} has no revisions`]
  const isTheirs = ({ bytes, sha256 }: RevisionFacts) =>
    given.length >= bytes && sha256Of(given.subarray(0, bytes)) === sha256
  if (isTheirs(last)) return []
  const known = revisions.findLast((revision) => isTheirs(revision))
  if (known)
    return [`the given file is like the document up to revision ${known.number} of ${last.number}, and no further`]
  return ['the given file is another document']
}
