import { createHash } from 'node:crypto'
import type { Failpoint } from '../../ports/failpoints.ts'
import type { Log } from '../../ports/log.ts'
import type { DocumentObjects } from '../../ports/object-store.ts'
import type { DocumentBytes, LoadedRevision } from '../pending-documents/ports.ts'
import type { RevisionName } from '../validation/ports.ts'
import { planNextTry, type RetryPolicy } from './plan-next-try.ts'
import { planRenewal } from '../plan-renewal.ts'
import {
  ArchiveProblem,
  type ArchiveLevel,
  type ArchiveOutcome,
  type ArchivePdf,
  type ArchiveRevision,
  type ArchiveStore,
  type ArchiveTask,
  type EvidenceStore,
  type FileToArchive,
  type GatheredEvidence,
} from './ports.ts'

export interface ArchiveDocument {
  readonly archives: ArchiveStore
  readonly evidence: EvidenceStore
  readonly documents: DocumentBytes
  readonly objects: DocumentObjects
  /** Locks the objects of a document, with one that no row names yet, where the operator wants that. */
  readonly retain: (documentId: string, newestId: string) => Promise<void>
  readonly pdf: ArchivePdf
  /** Validates a revision in the light of what was gathered. */
  readonly judge: (revision: RevisionName) => Promise<unknown>
  readonly retries: RetryPolicy
  /** Days before the end of a timestamp at which it is renewed. */
  readonly renewalMarginDays: number
  /** How long a document is this process's alone. */
  readonly leaseMs: number
  readonly reach: Failpoint
  readonly log: Log
  readonly now: () => Date
}

/**
 * Brings a document nearer to its long-term form: gathers the evidence of its signatures and, once all have signed,
 * appends it and an archive timestamp. Each append is a revision of its own, and every step may be the last of a
 * process that dies: the next process goes on from what is stored.
 */
export async function archiveDocument(needs: ArchiveDocument, documentId: string): Promise<void> {
  const task = await needs.archives.claim(documentId, needs.now(), leaseEnd(needs))
  if (!task) return
  await needs.reach('archive-claimed')
  const outcome = await begin(needs, task).catch((error: unknown) => failed(needs, task, error))
  if (outcome) await needs.archives.settle(task, outcome)
}

async function begin(needs: ArchiveDocument, task: ArchiveTask): Promise<ArchiveOutcome | undefined> {
  // Only tries that never came to an end can be that many.
  if (task.tries >= needs.retries.tries) throw new ArchiveProblem('INTERRUPTED', { isFinal: true })
  return advance(needs, task)
}

const leaseEnd = ({ now, leaseMs }: ArchiveDocument) => new Date(now().getTime() + leaseMs)

/** What the operator has left out, as the log said at the start. */
const NOT_CONFIGURED: ReadonlySet<string> = new Set(['NO_TIMESTAMP_AUTHORITY', 'NO_TRUST_ANCHORS'])

function failed(needs: ArchiveDocument, task: ArchiveTask, error: unknown): ArchiveOutcome {
  const problem = error instanceof ArchiveProblem ? error : new ArchiveProblem('INTERNAL')
  const outcome = planNextTry(task, problem, { policy: needs.retries, at: needs.now() })
  const facts = { document: task.documentId, code: problem.code, ...problem.facts, tries: outcome.tries }
  if (NOT_CONFIGURED.has(problem.code))
    needs.log.warn(facts, 'A document stays at its level, as this server is set up.')
  else if (outcome.dueAt === null) needs.log.error({ err: error, ...facts }, 'A document stays at its level.')
  else needs.log.warn({ err: error, ...facts, dueAt: outcome.dueAt }, 'A document’s long-term form is tried again.')
  return outcome
}

/** @returns undefined when there is nothing left to write down, or when the task is somebody else's by now */
async function advance(needs: ArchiveDocument, task: ArchiveTask): Promise<ArchiveOutcome | undefined> {
  const at = needs.now()
  const isArchived = task.level === 'PAdES-BASELINE-LTA' && task.renewAt !== null && task.renewAt > at
  if (isArchived) return settled({ state: 'done', renewAt: task.renewAt, at })
  const base = await needs.documents.load(task.documentId)
  const gathered = await gather(needs, task, base)
  if (!task.isCompleted) {
    // Who signs next, or looks, need not wait for it.
    await needs.judge({ documentId: task.documentId, revision: base.revision, digest: base.digest })
    return settled({ state: 'none', at: needs.now() })
  }
  const withData = await appendValidationData(needs, { task, base, gathered })
  if (withData) await appendTimestamp(needs, { task, base: withData, gathered })
  return undefined
}

const settled = (outcome: Pick<ArchiveOutcome, 'state' | 'at'> & Partial<ArchiveOutcome>): ArchiveOutcome => ({
  reason: null,
  cause: null,
  tries: 0,
  dueAt: null,
  renewAt: null,
  ...outcome,
})

async function gather(needs: ArchiveDocument, task: ArchiveTask, base: LoadedRevision): Promise<GatheredEvidence> {
  const known = await needs.evidence.load(task.documentId)
  const gathered = await needs.pdf.gather({ bytes: base.bytes, known, arrivedLength: task.arrivedLength })
  await needs.reach('evidence-gathered')
  await needs.evidence.keep({
    key: base.key,
    revision: base.revision,
    evidence: gathered.evidence,
    at: needs.now(),
  })
  await needs.reach('evidence-kept')
  return gathered
}

interface WithEvidence {
  readonly task: ArchiveTask
  readonly base: LoadedRevision
  readonly gathered: GatheredEvidence
}

const fileOf = ({ task, base, gathered }: WithEvidence): FileToArchive => ({
  bytes: base.bytes,
  known: gathered.evidence,
  arrivedLength: task.arrivedLength,
})

/** @returns the newest revision, with what it lacked. */
async function appendValidationData(
  needs: ArchiveDocument,
  { task, base, gathered }: WithEvidence,
): Promise<LoadedRevision | undefined> {
  const tail = await needs.pdf.addValidationData(fileOf({ task, base, gathered }))
  if (tail.length === 0) return base
  await needs.reach('validation-data-made')
  // A renewal keeps the level that it renews.
  const level: ArchiveLevel = task.level === 'PAdES-BASELINE-LTA' ? task.level : 'PAdES-BASELINE-LT'
  const appended = await append(needs, task, { kind: 'validation_data', base, tail, level })
  if (appended) await needs.reach('validation-data-appended')
  return appended
}

/** The last step: with it the task is done. */
async function appendTimestamp(needs: ArchiveDocument, { task, base, gathered }: WithEvidence): Promise<void> {
  const { tail, endsAt } = await needs.pdf.addTimestamp(fileOf({ task, base, gathered }))
  await needs.reach('archive-timestamped')
  const at = needs.now()
  const renewAt = planRenewal(endsAt, { marginDays: needs.renewalMarginDays, at })
  const outcome = settled({ state: 'done', renewAt, at, ...gapsOf(gathered) })
  const revision = { kind: 'archive_timestamp', base, tail, level: 'PAdES-BASELINE-LTA', outcome } as const
  if (await append(needs, task, revision)) await needs.reach('archive-timestamp-appended')
}

const gapsOf = ({ uncovered }: GatheredEvidence): Partial<ArchiveOutcome> =>
  uncovered.length > 0 ? { reason: 'OTHERS_NOT_COVERED', cause: { signatures: uncovered } } : {}

type ToAppend = Pick<ArchiveRevision, 'kind' | 'base' | 'level' | 'outcome'> & { readonly tail: Uint8Array }

async function append(
  needs: ArchiveDocument,
  task: ArchiveTask,
  { tail, ...revision }: ToAppend,
): Promise<LoadedRevision | undefined> {
  const { base } = revision
  const objectId = await needs.objects.write(base.key, tail)
  await needs.reach('archive-tail-written')
  // Before the task is done: whoever goes on after a process that died here locks again.
  if (revision.outcome) await needs.retain(task.documentId, objectId)
  const bytes = needs.pdf.append(base.bytes, tail)
  const digest = createHash('sha256').update(bytes).digest()
  const made = { ...revision, objectId, length: tail.length, digest, at: needs.now() }
  if (!(await needs.archives.append(task, made))) return undefined
  return { ...base, bytes, revision: base.revision + 1, digest: digest.toString('hex') }
}
