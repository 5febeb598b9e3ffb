import { findDisagreements, type LoggedEvent } from './rows/find-disagreements.ts'
import type { AuditedDocument, AuditFinding, AuditReader, StoredAuditEvent } from './ports.ts'
import { WalkedChain } from './walked-chain.ts'

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
  const chain = new WalkedChain()
  for (const event of document.events) chain.take(event, agrees(event, document))
  chain.endAt(document.end)
  return chain.findings.map((finding) => ({ documentId: document.end.documentId, ...finding }))
}

/** Walks one document's chain, and compares its rows with it. */
export function verifyDocument(document: AuditedDocument): AuditFinding[] {
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
