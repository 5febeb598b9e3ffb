import { createHash } from 'node:crypto'
import type { AuditChainEnd, AuditFinding, AuditReader, StoredAuditEvent } from './ports.ts'

const same = (a: Uint8Array | null, b: Uint8Array | null) => (a && b ? Buffer.compare(a, b) === 0 : a === b)

const chainHash = (previous: Uint8Array | null, canonical: string) =>
  createHash('sha256')
    .update(previous ?? Buffer.alloc(32))
    .update(canonical)
    .digest()

function canonicalMatches(event: StoredAuditEvent): boolean {
  try {
    const told = JSON.parse(event.canonical) as { documentId?: unknown; sequence?: unknown }
    return told.documentId === event.documentId && told.sequence === event.sequence
  } catch {
    return false
  }
}

function verifyChain(end: AuditChainEnd, events: readonly StoredAuditEvent[]): AuditFinding[] {
  const findings: AuditFinding[] = []
  const say = (sequence: number, problem: AuditFinding['problem']) =>
    findings.push({ documentId: end.documentId, sequence, problem })
  let previous: Uint8Array | null = null
  let expected = 1
  for (const event of events) {
    for (; expected < event.sequence; expected++) say(expected, 'missing')
    if (!canonicalMatches(event) || !same(event.hash, chainHash(event.previousHash, event.canonical))) {
      say(event.sequence, 'changed')
    } else if (!same(event.previousHash, previous)) say(event.sequence, 'unchained')
    previous = event.hash
    expected = event.sequence + 1
  }
  for (; expected <= end.sequence; expected++) say(expected, 'missing')
  if (findings.length === 0 && !same(previous, end.hash)) say(end.sequence, 'cut-off')
  return findings
}

/**
 * Walks every document's chain and names each row that was changed, removed or cut off.
 * @returns nothing but findings; an empty list means that the log is whole.
 */
export async function verifyAudit(
  reader: AuditReader,
): Promise<{ documents: number; events: number; findings: AuditFinding[] }> {
  const findings: AuditFinding[] = []
  let documents = 0
  let events = 0
  for await (const end of reader.chainEnds()) {
    const chain = await reader.events(end.documentId)
    findings.push(...verifyChain(end, chain))
    const broken = await reader.brokenCommitments(end.documentId)
    findings.push(
      ...broken.map(() => ({ documentId: end.documentId, sequence: 0, problem: 'personal-data-changed' as const })),
    )
    documents += 1
    events += chain.length
  }
  return { documents, events, findings }
}
