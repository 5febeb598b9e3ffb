import type { verifyInstalledAudit } from '../../../api/src/compose/audit.ts'
import { printable } from '../printable.ts'
import type { Terminal } from '../terminal.ts'

const SENTENCES = {
  missing: 'is missing',
  changed: 'was changed',
  unchained: 'does not follow the event before it',
  'cut-off': 'is not where the document says that its log ends',
  'personal-data-changed': 'has a personal value that was changed',
  'row-disagrees': 'is contradicted by a row',
  'sealed-end-lost': 'was sealed and is not there any more: the log was rolled back, rewritten or deleted',
  'deletion-disagrees': 'was sealed otherwise than the event says by which the document was deleted',
} as const

const INSTALLATION_SENTENCES = {
  missing: 'is missing',
  changed: 'was changed',
  unchained: 'does not follow the event before it',
  'cut-off': 'is not where the log is said to end',
  'personal-data-changed': 'has a personal value that was changed',
  'sealed-end-lost': 'was sealed and is not there any more: the log was rolled back, rewritten or deleted',
  'deleted-document-there': 'says that a document was deleted, which is there',
} as const

const HEAD_SENTENCES = {
  'head-changed': 'was changed',
  'head-unsigned': 'is not signed by this installation',
  'head-unchained': 'does not follow the head before it',
  'head-timestamp-invalid': 'has a timestamp that is not of it, or of no authority in TSA_TRUST or TRUST_ANCHORS',
  'sealed-ends-changed': 'was not signed for the chain ends that are kept with it',
  'log-changed': 'was not signed for the tree of the log that is kept with it',
  'kept-unreadable': 'that was kept is no head',
  'log-cut': 'that was kept is of a log that was longer than this one is: it was cut or rolled back',
  'log-forked': 'that was kept is of another log: events were written anew',
  'head-signed-anew': 'that was kept is not there; another was signed in its place',
} as const

type Verdict = Awaited<ReturnType<typeof verifyInstalledAudit>>

export const isWhole = ({ findings, installationFindings, headFindings }: Verdict): boolean =>
  findings.length + installationFindings.length + headFindings.length === 0

/** Says in sentences what was found; deletions are told, and are no fault. */
export function describeVerdict(verdict: Verdict, { out, err }: Pick<Terminal, 'out' | 'err'>): void {
  const { documents, events, installationEvents, heads } = verdict
  if (isWhole(verdict)) {
    const counts = `${events} events of ${documents} documents, ${installationEvents} of the installation`
    out(`The log is whole: ${counts}, ${heads} signed heads.\n`)
  }
  for (const { documentId, at, by = '(erased)', reason = '(erased)' } of verdict.deleted) {
    out(`Document ${documentId}: deleted on ${at} by ${printable(by)} for: ${printable(reason)}.\n`)
  }
  for (const { documentId, sequence, problem, row } of verdict.findings) {
    const about =
      row === undefined ? `event ${sequence} ${SENTENCES[problem]}` : `the row ${row} is not as the events say`
    err(`Document ${documentId}: ${about}.\n`)
  }
  for (const { sequence, problem } of verdict.installationFindings) {
    err(`Installation: event ${sequence} ${INSTALLATION_SENTENCES[problem]}.\n`)
  }
  for (const { until, subscriptionId, problem } of verdict.headFindings) {
    err(`Subscription ${subscriptionId}: the head of ${until} ${HEAD_SENTENCES[problem]}.\n`)
  }
}
