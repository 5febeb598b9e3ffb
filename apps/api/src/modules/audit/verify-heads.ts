import { hashOfHead, readHead, summariseEnds } from './describe-head.ts'
import type { AuditFinding, AuditHead, AuditHeadStore, HeadFinding, HeadSigner } from './ports.ts'

export interface VerifyHeads {
  readonly heads: AuditHeadStore
  readonly signer: HeadSigner
}

export interface HeadsVerdict {
  /** How many heads were checked. */
  readonly heads: number
  readonly headFindings: readonly HeadFinding[]
  /** Documents whose log was once longer, or another, than it is now: rolled back, rewritten, or deleted whole. */
  readonly findings: readonly AuditFinding[]
}

/**
 * Checks every head's signature and place in its row of days, and that all chains still contain what the newest head
 * stands for.
 */
export async function verifyHeads(ports: VerifyHeads): Promise<HeadsVerdict> {
  const headFindings: HeadFinding[] = []
  const findings: AuditFinding[] = []
  let count = 0
  for (const subscriptionId of await ports.heads.subscriptions()) {
    const heads = await ports.heads.heads(subscriptionId)
    const problems = [...(await verifyEach(ports.signer, heads)), ...(await verifyEnds(ports.heads, heads))]
    headFindings.push(...problems)
    for (const { documentId, sequence } of await ports.heads.lostEnds(subscriptionId)) {
      findings.push({ documentId, sequence, problem: 'sealed-end-lost' })
    }
    count += heads.length
  }
  return { heads: count, headFindings, findings }
}

async function verifyEach(signer: HeadSigner, heads: readonly AuditHead[]): Promise<HeadFinding[]> {
  const findings: HeadFinding[] = []
  let previous: string | null = null
  for (const head of heads) {
    const problem = await problemOf(signer, head, previous)
    if (problem) findings.push({ day: head.day, subscriptionId: head.subscriptionId, problem })
    previous = Buffer.from(head.hash).toString('hex')
  }
  return findings
}

async function problemOf(
  signer: HeadSigner,
  head: AuditHead,
  previous: string | null,
): Promise<HeadFinding['problem'] | undefined> {
  const read = readHead(head)
  const isItself = read?.day === head.day && read.subscriptionId === head.subscriptionId
  if (!isItself || !hashOfHead(head.canonical).equals(head.hash)) return 'head-changed'
  if (!(await signer.isSigned(head))) return 'head-unsigned'
  return read.previous === previous ? undefined : 'head-unchained'
}

/** The ends that are kept must be the ones that the newest head was signed for. */
async function verifyEnds(store: AuditHeadStore, heads: readonly AuditHead[]): Promise<HeadFinding[]> {
  const newest = heads.at(-1)
  if (!newest) return []
  const read = readHead(newest)
  const kept = await summariseEnds(store.ends(newest.subscriptionId))
  const agrees = read?.ends === kept.ends && read.documents === kept.documents && read.events === kept.events
  if (agrees) return []
  return [{ day: newest.day, subscriptionId: newest.subscriptionId, problem: 'sealed-ends-changed' }]
}
