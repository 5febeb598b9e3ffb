/**
 * Follows a log from the head that was kept last: that head has to stand where it stood, each further one to name the one
 * before, and the tree of each to begin with all leaves of the one before (RFC 9162 §2.1.4), so that no head on the way
 * stood for another log either.
 */
import { MOST_HEADS, type AuditHeadFacts, type PublicAuditHead } from '@rubrica/contract'
import { isConsistent } from '@rubrica/evidence-file/log'
import type { PublicLog } from './public-log.ts'
import { hashOfHead, type HeadExpectations, type HeadProblem, judgeHead, readFacts } from './read-head.ts'

export type LogProblem =
  HeadProblem | 'head-unchained' | 'head-signed-anew' | 'log-rolled-back' | 'log-cut' | 'log-forked' | 'log-unproved'

/** A head that was verified. */
export interface KnownHead {
  readonly canonical: string
  readonly facts: AuditHeadFacts
}

export interface FollowedPage {
  /** Verified and not known before, the oldest first. */
  readonly heads: readonly PublicAuditHead[]
  readonly last: KnownHead | undefined
  readonly hasMore: boolean
}

/** What contradicts what was kept. */
export interface Contradiction {
  readonly problem: LogProblem
  /** Of which head. */
  readonly until: string
  /** What the server shows in its place; nothing where it shows nothing. */
  readonly shown: PublicAuditHead | undefined
}

/**
 * Verifies the next page of a log.
 * @param last what was kept; without it every head of the page is new
 * @throws {CommandError} HEADS_NOT_PUBLIC, ANSWER_INVALID
 */
export async function followPage(
  log: PublicLog,
  last: KnownHead | undefined,
  expectations: HeadExpectations,
): Promise<FollowedPage | Contradiction> {
  const page = await log.headsFrom(last?.facts.until)
  if (last) {
    const problem = await differenceFrom(log, last, page[0])
    if (problem) return { problem, until: last.facts.until, shown: page[0] }
  }
  const heads = last ? page.slice(1) : page
  let before = last
  for (const head of heads) {
    const judged = await judgeNext(log, { head, before }, expectations)
    if (typeof judged === 'string') return { problem: judged, until: head.until, shown: head }
    before = { canonical: head.canonical, facts: judged }
  }
  return { heads, last: before, hasMore: page.length === MOST_HEADS }
}

/** Why what stands in the place of a head that was kept is not that head. */
async function differenceFrom(
  log: PublicLog,
  last: KnownHead,
  shown: PublicAuditHead | undefined,
): Promise<LogProblem | undefined> {
  if (!shown) return 'log-rolled-back'
  if (shown.canonical === last.canonical) return undefined
  const facts = readFacts(shown.canonical)
  return facts ? ((await faultOfGrowth(log, last.facts, facts)) ?? 'head-signed-anew') : 'head-changed'
}

async function judgeNext(
  log: PublicLog,
  { head, before }: { readonly head: PublicAuditHead; readonly before: KnownHead | undefined },
  expectations: HeadExpectations,
): Promise<AuditHeadFacts | LogProblem> {
  const judged = judgeHead(head, expectations)
  if (typeof judged === 'string' || !before) return judged
  const isLater = Date.parse(judged.until) > Date.parse(before.facts.until)
  const isNext = isLater && judged.previous === hashOfHead(before.canonical)
  if (!isNext) return 'head-unchained'
  return (await faultOfGrowth(log, before.facts, judged)) ?? judged
}

async function faultOfGrowth(
  log: PublicLog,
  before: AuditHeadFacts,
  after: AuditHeadFacts,
): Promise<LogProblem | undefined> {
  if (after.treeSize < before.treeSize) return 'log-cut'
  const needsNone = before.treeSize === 0 || before.treeSize === after.treeSize
  const path = needsNone ? [] : await log.proofBetween(before.treeSize, after.treeSize)
  if (!path) return 'log-unproved'
  return isConsistent(treeOf(before), treeOf(after), path) ? undefined : 'log-forked'
}

const treeOf = ({ treeSize, treeRoot }: AuditHeadFacts) => ({ size: treeSize, root: Buffer.from(treeRoot, 'hex') })
