/**
 * What was changed after a revision, and whether a rule allows it: each later revision against the one before it.
 *
 * Difficulty: medium. What a revision did is found out once; each signature then holds its own limits against it. A
 * revision that cannot be read is a change that nobody justified.
 */
import { PdfError } from '../errors.ts'
import { PdfRef } from '../objects/pdf-objects.ts'
import type { PdfDocument } from '../reader/pdf-document.ts'
import { listRevisions } from '../revisions/list-revisions.ts'
import { openRevision } from '../revisions/open-revision.ts'
import type { Change, ChangeLimits } from './change.ts'
import { compareRevisions } from './compare-revisions.ts'
import type { Finding } from './comparison.ts'
import { locatePage } from './locate-page.ts'
import { ReferenceIndex } from './reference-index.ts'
import { listTouchedObjects } from './touched-objects.ts'

type Touched = ReturnType<typeof listTouchedObjects>

interface History {
  readonly steps: ReadonlyMap<number, Touched | null>
  readonly findings: Map<number, readonly Finding[]>
  references: ReferenceIndex | null
}

const histories = new WeakMap<PdfDocument, History>()

/**
 * The changes of all revisions after one, oldest first. Empty for the newest revision.
 * @param revisionNumber from 1: the revision that a signature ends
 * @param limits what that signature allows
 */
export function changesAfter(document: PdfDocument, revisionNumber: number, limits: ChangeLimits): readonly Change[] {
  const changes: Change[] = []
  for (const { number, closed } of listRevisions(document).slice(revisionNumber)) {
    if (!closed) changes.push(changeOf(document, number, { finding: UNREADABLE, limits }))
    for (const finding of findingsOf(document, number)) changes.push(changeOf(document, number, { finding, limits }))
  }
  return changes
}

const UNREADABLE: Finding = { what: 'UNREADABLE', num: null, rule: null, field: null, endsWithCertification: false }

function findingsOf(document: PdfDocument, number: number): readonly Finding[] {
  const history = histories.get(document) ?? openHistory(document)
  const known = history.findings.get(number)
  if (known !== undefined) return known
  const findings = compareStep(document, number, history)
  history.findings.set(number, findings)
  return findings
}

function openHistory(document: PdfDocument): History {
  const steps = new Map<number, Touched | null>()
  for (const { number, sections } of listRevisions(document).slice(1)) {
    const before = openRevision(document, number - 1)
    const after = openRevision(document, number)
    steps.set(
      number,
      unlessUnreadable(() => listTouchedObjects({ before, after, sections })),
    )
  }
  const history: History = { steps, findings: new Map(), references: null }
  histories.set(document, history)
  return history
}

function compareStep(document: PdfDocument, number: number, history: History): readonly Finding[] {
  const touched = history.steps.get(number) ?? null
  if (touched === null) return [UNREADABLE]
  const found = unlessUnreadable(() => {
    history.references ??= new ReferenceIndex(document, numbersIn(history.steps))
    const before = openRevision(document, number - 1)
    const after = openRevision(document, number)
    return compareRevisions({ before, after, touched, references: history.references })
  })
  return found ?? [UNREADABLE]
}

function numbersIn(steps: History['steps']): ReadonlySet<number> {
  const numbers = new Set<number>()
  for (const touched of steps.values()) for (const num of touched?.keys() ?? []) numbers.add(num)
  return numbers
}

function unlessUnreadable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError) return null
    throw error
  }
}

interface Judgement {
  readonly finding: Finding
  readonly limits: ChangeLimits
}

function changeOf(document: PdfDocument, revision: number, { finding, limits }: Judgement): Change {
  const { what, num, rule } = finding
  const ref = num === null ? null : refOf(document, num)
  return {
    what,
    object: ref === null ? null : `${ref.num} ${ref.gen}`,
    page: ref === null ? null : unlessUnreadable(() => locatePage(document, ref) ?? pageOfUse(document, ref, rule)),
    revision,
    justifiedBy: isAllowed(finding, limits) ? rule : null,
  }
}

function refOf(document: PdfDocument, num: number): PdfRef {
  const entry = document.entry(num)
  return new PdfRef(num, entry?.type === 'offset' ? entry.gen : 0)
}

/** What no rule explains is looked for on the page that uses it, as its content or a picture on it. */
function pageOfUse(document: PdfDocument, { num }: PdfRef, rule: Finding['rule']): number | null {
  const references = histories.get(document)?.references
  if (rule !== null || !references) return null
  const holders = new Set(references.usesOf(document, num).map(({ holder }) => holder))
  const pages = [...holders].map((holder) => (holder === null ? null : locatePage(document, refOf(document, holder))))
  const [page = null, ...others] = new Set(pages)
  return others.length === 0 ? page : null
}

/** Clause 12.8.2.2: validation data and document timestamps are allowed whatever the certification says. */
function isAllowed({ rule, field, endsWithCertification }: Finding, limits: ChangeLimits): boolean {
  if (rule === null) return false
  if (rule === 'ANNOTATION') return limits.certification === 3
  if (rule !== 'SIGNATURE' && rule !== 'FORM_FILLING') return true
  if (limits.certification === 1 || (field !== null && limits.isLocked(field))) return false
  return limits.certification === null || !endsWithCertification
}
