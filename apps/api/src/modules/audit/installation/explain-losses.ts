import { createHash } from 'node:crypto'
import { leafOf } from '../describe-head.ts'
import type { AuditFinding, SealedEnd } from '../ports.ts'
import type { Deletion } from './ports.ts'

/** Hex SHA-256 of one line `documentId:sequence:hash` for each sealed end of a document, in the order of their sequence. */
export function digestOfEnds(ends: readonly SealedEnd[]): string {
  const digest = createHash('sha256')
  for (const end of ends) digest.update(`${leafOf(end)}\n`)
  return digest.digest('hex')
}

/**
 * Ends that were sealed and are gone are a loss, but for those of a document of which an event says that it was deleted,
 * with exactly these ends.
 * @param lost in the order of their documents, and of their sequence
 */
export function explainLosses(
  lost: readonly SealedEnd[],
  deletions: ReadonlyMap<string, Deletion>,
): { readonly findings: AuditFinding[]; readonly deleted: Deletion[] } {
  const byDocument = new Map<string, SealedEnd[]>()
  for (const end of lost) byDocument.set(end.documentId, [...(byDocument.get(end.documentId) ?? []), end])
  const findings: AuditFinding[] = []
  const deleted: Deletion[] = []
  for (const [documentId, ends] of byDocument) {
    const deletion = deletions.get(documentId)
    if (deletion && deletion.sealedEnds === digestOfEnds(ends)) {
      deleted.push(deletion)
      continue
    }
    const say = (problem: AuditFinding['problem']) => ends.map(({ sequence }) => ({ documentId, sequence, problem }))
    findings.push(...say('sealed-end-lost'))
    if (deletion) findings.push({ documentId, sequence: ends.at(-1)!.sequence, problem: 'deletion-disagrees' })
  }
  return { findings, deleted }
}
