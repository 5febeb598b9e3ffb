import type { EventFact, Invariant } from './evidence.ts'
import { groupBy } from './group-by.ts'

/** I5: revisions 0…n without gaps, the last one current; objects and logs are whole. */
export const recordIsWhole: Invariant = ({ documents, revisions, audit, objects }) => {
  const revisionsOf = groupBy(revisions, ({ documentId }) => documentId)
  const gaps = documents.flatMap(({ id, currentRevision }) => {
    const numbers = revisionsOf(id).map(({ number }) => number)
    const found = numbers.toSorted((a, b) => a - b).join(',')
    const wanted = Array.from({ length: currentRevision + 1 }, (_, number) => number).join(',')
    return found === wanted
      ? []
      : [{ invariant: 'I5', about: id, says: `has the revisions ${found} and stands at ${currentRevision}` }]
  })
  const found = (about: string, lines: readonly string[]) => lines.map((says) => ({ invariant: 'I5', about, says }))
  return [...gaps, ...found('rubrica audit verify', audit), ...found('rubrica objects verify', objects)]
}

const ENDS = new Set(['document-rejected', 'document-expired', 'document-cancelled'])
/** What may happen to a document that is over. */
const AFTERWARDS = new Set([
  'document-downloaded',
  'signature-failed',
  'signature-value-destroyed',
  'verification-changed',
])

/** I6: the revision never goes back, and nothing follows an end that is none of signing. */
export const neverGoesBack: Invariant = ({ documents, events }) => {
  const eventsOf = groupBy(events, ({ documentId }) => documentId)
  return documents.flatMap(({ id }) => {
    const log = eventsOf(id).toSorted((a, b) => a.sequence - b.sequence)
    const faults = [goesBack(log), goesOn(log)].filter((says) => says !== undefined)
    return faults.map((says) => ({ invariant: 'I6', about: id, says }))
  })
}

/** The events that add a revision; a completed document's names the one of its last signature again. */
const ADDS = new Set(['document-signed', 'document-changed', 'document-archived'])

function goesBack(log: readonly EventFact[]): string | undefined {
  const revisions = log.filter(({ type }) => ADDS.has(type)).map(({ facts }) => Number(facts['revision'] ?? Infinity))
  const known = revisions.filter(Number.isFinite)
  const back = known.findIndex((revision, index) => index > 0 && revision <= known[index - 1]!)
  return back < 0 ? undefined : `revision ${known[back]} follows ${known[back - 1]}`
}

function goesOn(log: readonly EventFact[]): string | undefined {
  const end = log.findIndex(({ type }) => ENDS.has(type))
  if (end < 0) return undefined
  const after = log.slice(end + 1).find(({ type }) => !AFTERWARDS.has(type))
  return after && `${after.type} follows ${log[end]!.type}`
}
