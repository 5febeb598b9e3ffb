import { hashOfHead, leafOf, readHead, summariseEnds } from './describe-head.ts'
import { GrowingTree } from '@rubrica/evidence-file/log'
import { explainLosses } from './installation/explain-losses.ts'
import type { Deletion, InstallationFinding } from './installation/ports.ts'
import { INSTALLATION } from './ports.ts'
import type { AuditFinding, AuditHead, AuditHeadStore, HeadFinding, HeadSigner, SealedEnd } from './ports.ts'

export interface VerifyHeads {
  readonly heads: AuditHeadStore
  readonly signer: HeadSigner
  /** Whether a token (DER) is of an authority that is believed, and of these bytes. */
  readonly isTimestampOf: (token: Uint8Array, message: Uint8Array) => boolean
}

export interface HeadsVerdict {
  /** How many heads were checked. */
  readonly heads: number
  readonly headFindings: readonly HeadFinding[]
  /** Documents whose log was once longer, or another, than it is now: rolled back, rewritten, or deleted whole. */
  readonly findings: readonly AuditFinding[]
  /** The same of the log of the installation. */
  readonly installationFindings: readonly InstallationFinding[]
  /** Documents that were sealed and are gone, as an event says. */
  readonly deleted: readonly Deletion[]
}

/**
 * Checks every head's signature, timestamp and place in its row, that the log's tree was at each of them what it says,
 * and that all chains still contain whatever was sealed.
 * @param deletions what the log of the installation says was deleted, by the ids of the documents
 */
export async function verifyHeads(ports: VerifyHeads, deletions: ReadonlyMap<string, Deletion>): Promise<HeadsVerdict> {
  const headFindings: HeadFinding[] = []
  const lost: SealedEnd[] = []
  let count = 0
  for (const subscriptionId of await ports.heads.subscriptions()) {
    const heads = await ports.heads.heads(subscriptionId)
    headFindings.push(...(await verifyEach(ports, heads)))
    headFindings.push(...(await verifyEnds(ports.heads, heads)))
    headFindings.push(...(await verifyTree(ports.heads, heads)))
    lost.push(...(await ports.heads.lostEnds(subscriptionId)))
    count += heads.length
  }
  const ofDocuments = lost.filter(({ documentId }) => documentId !== INSTALLATION)
  return { heads: count, headFindings, ...explainLosses(ofDocuments, deletions), installationFindings: lostOf(lost) }
}

/** Each subscription has sealed the installation's log, but it is lost once. */
function lostOf(lost: readonly SealedEnd[]): InstallationFinding[] {
  const sequences = lost.filter(({ documentId }) => documentId === INSTALLATION).map(({ sequence }) => sequence)
  return [...new Set(sequences)].map((sequence) => ({ sequence, problem: 'sealed-end-lost' }))
}

const about = ({ until, subscriptionId }: AuditHead, problem: HeadFinding['problem']): HeadFinding => ({
  until,
  subscriptionId,
  problem,
})

async function verifyEach(ports: VerifyHeads, heads: readonly AuditHead[]): Promise<HeadFinding[]> {
  const findings: HeadFinding[] = []
  let previous: string | null = null
  for (const head of heads) {
    const problem = await problemOf(ports, head, previous)
    if (problem) findings.push(about(head, problem))
    previous = Buffer.from(head.hash).toString('hex')
  }
  return findings
}

async function problemOf(
  { signer, isTimestampOf }: VerifyHeads,
  head: AuditHead,
  previous: string | null,
): Promise<HeadFinding['problem'] | undefined> {
  const read = readHead(head)
  const isItself = read?.until === head.until && read.subscriptionId === head.subscriptionId
  if (!isItself || !hashOfHead(head.canonical).equals(head.hash)) return 'head-changed'
  if (!(await signer.isSigned(head))) return 'head-unsigned'
  if (head.token && !isTimestampOf(head.token, Buffer.from(head.canonical))) return 'head-timestamp-invalid'
  return read.previous === previous ? undefined : 'head-unchained'
}

/** The ends that are kept must be the ones that the newest head was signed for. */
async function verifyEnds(store: AuditHeadStore, heads: readonly AuditHead[]): Promise<HeadFinding[]> {
  const newest = heads.at(-1)
  if (!newest) return []
  const read = readHead(newest)
  const kept = await summariseEnds(store.ends(newest.subscriptionId))
  const agrees = read?.ends === kept.ends && read.documents === kept.documents && read.events === kept.events
  return agrees ? [] : [about(newest, 'sealed-ends-changed')]
}

/** Grows the tree from its leaves once, and looks at its root wherever a head stands. */
async function verifyTree(store: AuditHeadStore, heads: readonly AuditHead[]): Promise<HeadFinding[]> {
  const [first] = heads
  if (!first) return []
  const sizes = new Set(heads.map((head) => readHead(head)?.treeSize ?? 0))
  const { roots, size } = await rootsAt(store, first.subscriptionId, sizes)
  const isRight = (head: AuditHead) => {
    const { treeSize = 0, treeRoot } = readHead(head) ?? {}
    // Nothing is appended but with a head.
    const isWhole = head !== heads.at(-1) || size === treeSize
    return isWhole && (treeRoot === undefined || roots.get(treeSize) === treeRoot)
  }
  return heads.filter((head) => !isRight(head)).map((head) => about(head, 'log-changed'))
}

async function rootsAt(store: AuditHeadStore, subscriptionId: string, sizes: ReadonlySet<number>) {
  const tree = new GrowingTree()
  const roots = new Map<number, string>()
  const note = () => sizes.has(tree.size) && roots.set(tree.size, tree.root().toString('hex'))
  note()
  for await (const end of store.leaves(subscriptionId)) {
    tree.append(leafOf(end))
    note()
  }
  return { roots, size: tree.size }
}
