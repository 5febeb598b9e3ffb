import { hashOfHead, leafOf, readHead, type HeadFacts } from './describe-head.ts'
import { GrowingTree } from '@rubrica/evidence-file/log'
import type { AuditHeadStore, HeadFinding } from './ports.ts'

/** A head that somebody kept; heads of an earlier format name no tree. */
type KeptHead = Partial<HeadFacts> & Pick<HeadFacts, 'until' | 'subscriptionId'> & { readonly canonical: string }

/**
 * Compares the log with heads that somebody kept where whoever runs the database cannot write. It has to be the same log,
 * grown since: no other can have the root of an earlier head at that head's size (RFC 9162 §2.1.4).
 * @param kept canonical texts; what is no head is told as `kept-unreadable`
 */
export async function compareKeptHeads(store: AuditHeadStore, kept: readonly string[]): Promise<HeadFinding[]> {
  const read = kept.map(readKept)
  const findings = read.flatMap((head) => ('problem' in head ? [head] : []))
  const heads = read.flatMap((head) => ('problem' in head ? [] : [head]))
  const known = new Set(await store.subscriptions())
  for (const subscriptionId of new Set(heads.map((head) => head.subscriptionId))) {
    const own = heads.filter((head) => head.subscriptionId === subscriptionId)
    const log = known.has(subscriptionId) ? await readLog(store, subscriptionId, own) : undefined
    for (const head of own) {
      const problem = log ? differenceFrom(log, head) : 'log-cut'
      if (problem) findings.push({ until: head.until, subscriptionId, problem })
    }
  }
  return findings
}

function readKept(canonical: string): KeptHead | HeadFinding {
  const { until, subscriptionId, ...facts } = readHead({ canonical }) ?? {}
  return until === undefined || subscriptionId === undefined
    ? { until: until ?? '', subscriptionId: subscriptionId ?? '', problem: 'kept-unreadable' }
    : { ...facts, until, subscriptionId, canonical }
}

/** The log as it is now. */
interface Log {
  /** By the size that the tree had. */
  readonly roots: ReadonlyMap<number, string>
  /** Hashes of its heads, in hex. */
  readonly heads: ReadonlySet<string>
}

function differenceFrom(
  { roots, heads }: Log,
  { canonical, treeSize, treeRoot }: KeptHead,
): HeadFinding['problem'] | undefined {
  if (treeSize !== undefined && treeRoot !== undefined) {
    const root = roots.get(treeSize)
    if (root === undefined) return 'log-cut'
    if (root !== treeRoot) return 'log-forked'
  }
  return heads.has(hashOfHead(canonical).toString('hex')) ? undefined : 'head-signed-anew'
}

/** By the leaves themselves: kept nodes could have been written anew. */
async function readLog(store: AuditHeadStore, subscriptionId: string, kept: readonly KeptHead[]): Promise<Log> {
  const heads = await store.heads(subscriptionId)
  const wanted = new Set(kept.map(({ treeSize }) => treeSize))
  const roots = new Map<number, string>()
  const tree = new GrowingTree()
  const note = () => wanted.has(tree.size) && roots.set(tree.size, tree.root().toString('hex'))
  note()
  for await (const end of store.leaves(subscriptionId)) {
    tree.append(leafOf(end))
    note()
  }
  return { roots, heads: new Set(heads.map(({ hash }) => Buffer.from(hash).toString('hex'))) }
}
