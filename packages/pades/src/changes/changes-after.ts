/**
 * What was changed after a revision, and whether a rule allows it: each later revision against the one before it.
 *
 * What a revision did is found out once; each signature then holds its own limits against it. A revision that cannot be
 * read is a change without a rule.
 */
import { CodedError } from '@rubrica/pki'
import { listRevisions, openRevision, type PdfDocument } from '@rubrica/pdf'
import { ALLOWED, type Change, type ChangeLimits } from './change.ts'
import { compareRevisions } from './compare-revisions.ts'
import type { Finding } from './comparison.ts'
import { locatePage, locateUses, referenceTo } from './graph/locate-pages.ts'
import { ReferenceGraph } from './graph/reference-graph.ts'
import { listTouchedObjects } from './graph/touched-objects.ts'

type Touched = ReturnType<typeof listTouchedObjects>

interface History {
  readonly steps: ReadonlyMap<number, Touched | null>
  readonly findings: Map<number, readonly Finding[]>
  graph: ReferenceGraph | null
  /** Pages from 1 by object number, as far as they were asked for. */
  readonly pages: Map<number, readonly number[]>
}

interface Step {
  readonly revision: number
  readonly finding: Finding
}

/** A change on more pages is one of the document. */
const MOST_PAGES = 20

const histories = new WeakMap<PdfDocument, History>()

/**
 * The changes of all revisions after one, oldest first. Empty for the newest revision.
 * @param revisionNumber from 1: the revision that a signature ends
 * @param limits what that signature allows
 */
export function changesAfter(document: PdfDocument, revisionNumber: number, limits: ChangeLimits): readonly Change[] {
  const steps: Step[] = []
  for (const { number, closed } of listRevisions(document).slice(revisionNumber)) {
    if (!closed) steps.push({ revision: number, finding: UNREADABLE })
    for (const finding of findingsOf(document, number)) steps.push({ revision: number, finding })
  }
  const pages = pagesOf(document, steps)
  return steps.flatMap((step) => changesOf(document, { ...step, limits, pages }))
}

const UNREADABLE: Finding = { what: 'UNREADABLE', num: null, rule: null, field: null, endsWithCertification: false }

function findingsOf(document: PdfDocument, number: number): readonly Finding[] {
  const history = historyOf(document)
  const known = history.findings.get(number)
  if (known !== undefined) return known
  const findings = compareStep(document, number, history)
  history.findings.set(number, findings)
  return findings
}

function historyOf(document: PdfDocument): History {
  return histories.get(document) ?? openHistory(document)
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
  const history: History = { steps, findings: new Map(), graph: null, pages: new Map() }
  histories.set(document, history)
  return history
}

function compareStep(document: PdfDocument, number: number, history: History): readonly Finding[] {
  const touched = history.steps.get(number) ?? null
  if (touched === null) return [UNREADABLE]
  const found = unlessUnreadable(() => {
    history.graph ??= new ReferenceGraph(document)
    const before = openRevision(document, number - 1)
    const after = openRevision(document, number)
    return compareRevisions({ before, after, touched, graph: history.graph })
  })
  return found ?? [UNREADABLE]
}

function unlessUnreadable<Result>(read: () => Result): Result | null {
  try {
    return read()
  } catch (error) {
    if (error instanceof CodedError) return null
    throw error
  }
}

interface Judgement extends Step {
  readonly limits: ChangeLimits
  readonly pages: ReadonlyMap<number, readonly number[]>
}

/** One for each page that shows it; one without a page when none does, or too many. */
function changesOf(document: PdfDocument, { revision, finding, limits, pages }: Judgement): readonly Change[] {
  const { what, num, rule } = finding
  const ref = num === null ? null : referenceTo(document, num)
  const object = ref === null ? null : `${ref.num} ${ref.gen}`
  const change = { what, object, revision, justifiedBy: isAllowed(finding, limits) ? rule : null }
  const found = num === null ? [] : (pages.get(num) ?? [])
  if (found.length === 0 || found.length > MOST_PAGES) return [{ ...change, page: null }]
  return found.map((page) => ({ ...change, page }))
}

/** The pages of all objects that show a change; what no rule explains is looked for on the pages that use it. */
function pagesOf(document: PdfDocument, steps: readonly Step[]): ReadonlyMap<number, readonly number[]> {
  const { pages, graph } = historyOf(document)
  for (const { finding } of steps) {
    const { num, rule } = finding
    if (num === null || pages.has(num)) continue
    const page = unlessUnreadable(() => locatePage(document, referenceTo(document, num)))
    const isSought = page === null && rule === null && graph !== null
    const used = isSought ? unlessUnreadable(() => locateUses(document, graph, num)) : null
    if (page !== null || isSought) pages.set(num, page === null ? (used ?? []) : [page])
  }
  return pages
}

function isAllowed({ rule, field, endsWithCertification }: Finding, limits: ChangeLimits): boolean {
  if (rule === null || !ALLOWED[rule][limits.certification ?? 'none']) return false
  if (rule !== 'SIGNATURE' && rule !== 'FORM_FILLING') return true
  if (field !== null && limits.isLocked(field)) return false
  return limits.certification === null || !endsWithCertification
}
