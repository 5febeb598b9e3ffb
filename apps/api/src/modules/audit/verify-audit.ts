import { createHash } from 'node:crypto'
import { findDisagreements, type LoggedEvent } from './find-disagreements.ts'
import type { AuditedDocument, AuditFinding, AuditReader, StoredAuditEvent } from './ports.ts'

const same = (a: Uint8Array | null, b: Uint8Array | null) => (a && b ? Buffer.compare(a, b) === 0 : a === b)

const chainHash = (previous: Uint8Array | null, canonical: string) =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(canonical)
    .digest()

/** What an event says, as far as it can be read. */
function readEvent(event: StoredAuditEvent): LoggedEvent | undefined {
  try {
    return JSON.parse(event.canonical) as LoggedEvent
  } catch {
    return undefined
  }
}

function agrees(event: StoredAuditEvent, end: AuditedDocument): boolean {
  const read = readEvent(event)
  return (
    read !== undefined &&
    read.documentId === event.documentId &&
    read.sequence === event.sequence &&
    read.type === event.type &&
    read.at === event.at &&
    event.subscriptionId === end.rows.document.subscriptionId
  )
}

function verifyChain(document: AuditedDocument): AuditFinding[] {
  const { end, events } = document
  const findings: AuditFinding[] = []
  const say = (sequence: number, problem: AuditFinding['problem']) =>
    findings.push({ documentId: end.documentId, sequence, problem })
  let previous: Uint8Array | null = null
  let expected = 1
  for (const event of events) {
    for (; expected < event.sequence; expected++) say(expected, 'missing')
    if (!agrees(event, document) || !same(event.hash, chainHash(event.previousHash, event.canonical))) {
      say(event.sequence, 'changed')
    } else if (!same(event.previousHash, previous)) say(event.sequence, 'unchained')
    previous = event.hash
    expected = event.sequence + 1
  }
  for (; expected <= end.sequence; expected++) say(expected, 'missing')
  if (findings.length === 0 && !same(previous, end.hash)) say(end.sequence, 'cut-off')
  return findings
}

function verifyDocument(document: AuditedDocument): AuditFinding[] {
  const { end, events, rows, brokenCommitments } = document
  const findings = verifyChain(document)
  const say = (sequence: number, problem: AuditFinding['problem'], row?: string) =>
    findings.push({ documentId: end.documentId, sequence, problem, ...(row !== undefined && { row }) })
  // What a damaged log says proves nothing against a row.
  if (findings.length === 0) {
    const logged = events.flatMap((event) => readEvent(event) ?? [])
    for (const row of findDisagreements(logged, rows)) say(end.sequence, 'row-disagrees', row)
  }
  for (let broken = 0; broken < brokenCommitments; broken++) say(0, 'personal-data-changed')
  return findings
}

/**
 * Walks every document's chain and names each event that was changed, removed or cut off, and each row that is not as
 * the events say.
 * @returns nothing but findings; an empty list means that the log is whole.
 */
export async function verifyAudit(
  reader: AuditReader,
): Promise<{ documents: number; events: number; findings: AuditFinding[] }> {
  const findings: AuditFinding[] = []
  let documents = 0
  let events = 0
  for await (const document of reader.documents()) {
    findings.push(...verifyDocument(document))
    documents += 1
    events += document.events.length
  }
  return { documents, events, findings }
}
