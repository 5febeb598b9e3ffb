import { hashOfHead, leafOf, readHead, type HeadFacts } from './describe-head.ts'
import { GrowingTree } from '@rubrica/evidence-file/log'
import type { AuditHeadStore, HeadFinding } from './ports.ts'

/**
 * Compares the log with heads that somebody kept where whoever runs the database cannot write. It has to be the same log,
 * grown since: no other can have the root of an earlier head at that head's size (RFC 9162 §2.1.4).
 * @param kept canonical texts; what is no head is told as `kept-unreadable`
 */
export async function compareKeptHeads(store: AuditHeadStore, kept: readonly string[]): Promise<HeadFinding[]> {
  const findings: HeadFinding[] = []
  const known = new Set(await store.subscriptions())
  for (const canonical of kept) {
    const head = readHead({ canonical })
    const { until = '', subscriptionId = '' } = head ?? {}
    const problem =
      head?.until === undefined || head.subscriptionId === undefined
        ? 'kept-unreadable'
        : known.has(head.subscriptionId)
          ? await differenceFrom(store, canonical, { ...head, subscriptionId: head.subscriptionId })
          : 'log-cut'
    if (problem) findings.push({ until, subscriptionId, problem })
  }
  return findings
}

type KeptHead = Partial<HeadFacts> & Pick<HeadFacts, 'subscriptionId'>

async function differenceFrom(
  store: AuditHeadStore,
  canonical: string,
  { subscriptionId, treeSize, treeRoot }: KeptHead,
): Promise<HeadFinding['problem'] | undefined> {
  if (treeSize !== undefined && treeRoot !== undefined) {
    const root = await rootAt(store, subscriptionId, treeSize)
    if (root === undefined) return 'log-cut'
    if (root !== treeRoot) return 'log-forked'
  }
  const hash = hashOfHead(canonical)
  const isThere = (await store.heads(subscriptionId)).some((head) => hash.equals(head.hash))
  return isThere ? undefined : 'head-signed-anew'
}

/** By the leaves themselves: kept nodes could have been written anew. Undefined where the log is shorter. */
async function rootAt(store: AuditHeadStore, subscriptionId: string, size: number): Promise<string | undefined> {
  const tree = new GrowingTree()
  for await (const end of store.leaves(subscriptionId)) {
    if (tree.size === size) break
    tree.append(leafOf(end))
  }
  return tree.size === size ? tree.root().toString('hex') : undefined
}
