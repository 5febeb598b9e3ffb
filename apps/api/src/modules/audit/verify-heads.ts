import { hashOfHead, leafOf, readHead, summariseEnds } from './describe-head.ts'
import { GrowingTree } from '@rubrica/evidence-file/log'
import { explainLosses } from './installation/explain-losses.ts'
import type { Deletion, InstallationFinding } from './installation/ports.ts'
import { INSTALLATION, LogNodeMissing } from './ports.ts'
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

/** @param previous hex hash of the head before the first of them; null where there is none */
export async function verifyEach(
  ports: Pick<VerifyHeads, 'signer' | 'isTimestampOf'>,
  heads: readonly AuditHead[],
  previous: string | null = null,
): Promise<HeadFinding[]> {
  const findings: HeadFinding[] = []
  let before = previous
  for (const head of heads) {
    const problem = await problemOf(ports, head, before)
    if (problem) findings.push(about(head, problem))
    before = Buffer.from(head.hash).toString('hex')
  }
  return findings
}

async function problemOf(
  { signer, isTimestampOf }: Pick<VerifyHeads, 'signer' | 'isTimestampOf'>,
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
  if (read?.ends === undefined) {
    return (await store.strayEnds(newest.subscriptionId)) === 0 ? [] : [about(newest, 'sealed-ends-changed')]
  }
  const kept = await summariseEnds(store.ends(newest.subscriptionId))
  const agrees = read.ends === kept.ends && read.documents === kept.documents && read.events === kept.events
  return agrees ? [] : [about(newest, 'sealed-ends-changed')]
}

/**
 * Grows the tree from its leaves once, and looks at what it is wherever a head stands.
 * @param heads of one subscription, the newest among them
 */
export async function verifyTree(
  store: AuditHeadStore,
  heads: readonly AuditHead[],
  part: PartOfLog = {},
): Promise<HeadFinding[]> {
  const [first] = heads
  if (!first) return []
  const sizes = new Set(heads.map((head) => readHead(head)?.treeSize ?? 0))
  const grown = await standingsAt(store, { ...part, subscriptionId: first.subscriptionId, sizes }).catch(withoutNodes)
  if (!grown) return [about(part.verified ?? first, 'log-changed')]
  const { standings, size } = grown
  const isRight = (head: AuditHead) => {
    const { treeSize = 0, treeRoot, documents, events, ends } = readHead(head) ?? {}
    // Nothing is appended but with a head.
    const isWhole = head !== heads.at(-1) || size === treeSize
    const stands = standings.get(treeSize)
    const isCounted = ends !== undefined || (stands?.documents === documents && stands?.events === events)
    return isWhole && (treeRoot === undefined || (stands?.root === treeRoot && isCounted))
  }
  return heads.filter((head) => !isRight(head)).map((head) => about(head, 'log-changed'))
}

interface Standing {
  readonly root: string
  readonly documents: number
  readonly events: number
}

/** All of it, unless said otherwise. */
export interface PartOfLog {
  /** The head whose tree is gone on with, which was verified. */
  readonly verified?: AuditHead | undefined
  /** How many leaves are looked at. */
  readonly upTo?: number
}

interface LogToGrow extends PartOfLog {
  readonly subscriptionId: string
  readonly sizes: ReadonlySet<number>
}

/** Nodes are needed where a tree is gone on with alone. */
function withoutNodes(error: unknown): undefined {
  if (!(error instanceof LogNodeMissing)) throw error
}

/** What the log was when it had so many leaves. */
async function standingsAt(store: AuditHeadStore, { subscriptionId, sizes, verified, upTo }: LogToGrow) {
  const start = verified && readHead(verified)
  const tree = await GrowingTree.open(start?.treeSize ?? 0, store.findNodes(subscriptionId))
  const standings = new Map<number, Standing>()
  let [documents, events] = [start?.documents ?? 0, start?.events ?? 0]
  const note = () =>
    sizes.has(tree.size) && standings.set(tree.size, { root: tree.root().toString('hex'), documents, events })
  note()
  for await (const leaf of store.leaves(subscriptionId, { from: tree.size, to: upTo })) {
    tree.append(leafOf(leaf))
    if (leaf.documentId !== INSTALLATION) {
      documents += leaf.before === null ? 1 : 0
      events += leaf.sequence - (leaf.before ?? 0)
    }
    note()
  }
  return { standings, size: tree.size }
}
