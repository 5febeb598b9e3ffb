/**
 * Verifies what the log has more than when it was verified last, and some of what was verified before: the cost of a
 * night is that of its day, however large the log is.
 */
import { readHead } from './describe-head.ts'
import { explainLosses } from './installation/explain-losses.ts'
import type { Deletion } from './installation/ports.ts'
import { INSTALLATION } from './ports.ts'
import type { AuditFinding, AuditProgress, AuditReader, VerifiedPart } from './ports.ts'
import { verifyDocument } from './verify-audit.ts'
import { verifyEach, verifyTree, type VerifyHeads } from './verify-heads.ts'

export interface VerifyMoved extends VerifyHeads {
  readonly reader: AuditReader
  readonly progress: AuditProgress
  /** What the log of the installation says was deleted, by the ids of the documents. */
  readonly deletions: ReadonlyMap<string, Deletion>
}

/** Leaves that are taken up at once. */
const PAGE = 200

/**
 * Documents whose chains moved on in a head since the last run, whole; the heads since then, and the tree of the log
 * from there on. Each part is kept once it was yielded, so that a run that ends anywhere goes on there. What a part
 * found is told once.
 */
export async function* verifyMoved(ports: VerifyMoved): AsyncGenerator<VerifiedPart> {
  for (const subscriptionId of await ports.heads.subscriptions()) yield* verifyLog(ports, subscriptionId)
}

/** Some documents, chosen by chance, whenever they moved. @param about how many */
export async function verifySome(ports: VerifyMoved, about: number): Promise<VerifiedPart> {
  const chosen = await ports.reader.someDocuments(about)
  const findings: AuditFinding[] = []
  for (const subscriptionId of new Set(chosen.map((document) => document.subscriptionId))) {
    const ids = chosen.filter((document) => document.subscriptionId === subscriptionId).map(({ id }) => id)
    for (let from = 0; from < ids.length; from += PAGE) {
      findings.push(...(await verifyDocuments(ports, subscriptionId, ids.slice(from, from + PAGE))))
    }
  }
  return { documents: chosen.length, findings, headFindings: [] }
}

async function* verifyLog(ports: VerifyMoved, subscriptionId: string): AsyncGenerator<VerifiedPart> {
  const { heads, progress } = ports
  const { until, position } = await progress.of(subscriptionId)
  const since = await heads.heads(subscriptionId, until)
  const newest = since.at(-1)
  if (!newest || newest.until === until) return
  // A head may be made meanwhile: it is the next run's.
  const size = readHead(newest)?.treeSize ?? 0
  for (let from = position; from < size; from += PAGE) {
    const ids = new Set<string>()
    for await (const { documentId } of heads.leaves(subscriptionId, { from, to: Math.min(from + PAGE, size) })) {
      if (documentId !== INSTALLATION) ids.add(documentId)
    }
    yield { documents: ids.size, findings: await verifyDocuments(ports, subscriptionId, [...ids]), headFindings: [] }
    await progress.keep(subscriptionId, { until, position: Math.min(from + PAGE, size) })
  }
  const verified = since.find((head) => head.until === until)
  const fresh = since.filter((head) => head !== verified)
  const previous = verified ? Buffer.from(verified.hash).toString('hex') : null
  const inTheirPlace = await verifyEach(ports, fresh, previous)
  const asGrown = await verifyTree(heads, since, { verified, upTo: size })
  yield { documents: 0, findings: [], headFindings: [...inTheirPlace, ...asGrown] }
  await progress.keep(subscriptionId, { until: newest.until, position: size })
}

/** Their chains and rows, and whether all that was sealed of them is there. */
async function verifyDocuments(
  { reader, heads, deletions }: VerifyMoved,
  subscriptionId: string,
  ids: readonly string[],
): Promise<AuditFinding[]> {
  if (ids.length === 0) return []
  const documents = await reader.documentsOf(ids)
  const lost = await heads.lostEnds(subscriptionId, ids)
  return [...documents.flatMap(verifyDocument), ...explainLosses(lost, deletions).findings]
}
