/**
 * Compares what the events of a document say with the rows that the product works with. A fact that an event of an
 * earlier release does not have is not asked for.
 */
import type { AuditEventType } from '../ports.ts'
import type { AuditedPerson, AuditedRows } from './ports.ts'

/** An event as its canonical text says it. */
export interface LoggedEvent {
  readonly documentId: string
  readonly sequence: number
  readonly type: AuditEventType
  readonly at: string
  readonly facts: Readonly<Record<string, string | number | boolean | null>>
}

type Facts = LoggedEvent['facts']

const ENDS: Readonly<Partial<Record<AuditEventType, string>>> = {
  'document-completed': 'completed',
  'document-rejected': 'rejected',
  'document-expired': 'expired',
  'document-cancelled': 'cancelled',
}
const DEADLINE = 'deadline.after'
const SENT_KINDS = ['intake', 'fields']
/** What revisions are that an event adds, where the event does not say it. */
const KINDS: Readonly<Partial<Record<AuditEventType, string>>> = {
  'document-signed': 'signature',
  'document-changed': 'fields',
}

/** Whether a fact is what a row says, or was not logged. */
const isTold = (fact: Facts[string] | undefined, value: string | number | null) => fact === undefined || fact === value

const named = (events: readonly LoggedEvent[], type: AuditEventType, fact: string) =>
  new Map(
    events.filter((event) => event.type === type && fact in event.facts).map((event) => [event.facts[fact], event]),
  )

/** @returns table and key of each row that is not as the events say, or is not there */
export function findDisagreements(events: readonly LoggedEvent[], rows: AuditedRows): string[] {
  return [
    ...disagreeingDocument(events, rows),
    ...disagreeingRevisions(events, rows),
    ...disagreeingSigners(events, rows),
    ...disagreeingPageViews(events, rows),
    ...disagreeingApprovers(events, rows),
    ...disagreeingClaims(events, rows),
    ...disagreeingDisclaimers(events, rows),
    ...disagreeingArchive(events, rows),
  ]
}

function disagreeingDocument(events: readonly LoggedEvent[], { document }: AuditedRows): string[] {
  const sent = events.find(({ type }) => type === 'document-sent')
  const end = events.findLast(({ type }) => type in ENDS)
  const isAsSent =
    !sent ||
    (isTold(sent.facts['clientId'], document.clientId) &&
      (sent.facts['userId'] ?? null) === document.userId &&
      isTold(sent.facts['pages'], document.pages))
  const isAsEnded = document.state === (end ? ENDS[end.type] : 'open') && document.endedAt === (end?.at ?? null)
  return isAsSent && isAsEnded && isAsChanged(events, document) ? [] : ['documents']
}

/** Each change counts the version; a deadline that was changed is the last one. */
function isAsChanged(events: readonly LoggedEvent[], { version, deadline }: AuditedRows['document']): boolean {
  const lastVersion = events.findLast(({ facts }) => 'version' in facts)?.facts['version'] ?? 1
  return version === lastVersion && isTold(events.findLast((e) => DEADLINE in e.facts)?.facts[DEADLINE], deadline)
}

function disagreeingRevisions(events: readonly LoggedEvent[], { document, revisions }: AuditedRows): string[] {
  const present = new Map(revisions.map((revision) => [revision.number, revision]))
  const sent = events.find(({ type }) => type === 'document-sent')
  const added = new Map([
    ...named(events, 'document-signed', 'revision'),
    ...named(events, 'document-archived', 'revision'),
    ...named(events, 'document-changed', 'revision'),
  ])
  const lastSent = revisions.findLastIndex(({ kind, number }) => SENT_KINDS.includes(kind) && !added.has(number))
  const last = Math.max(document.currentRevision, revisions.at(-1)?.number ?? 0, ...[...added.keys()].map(Number))
  const isRight = (number: number): boolean => {
    const row = present.get(number)
    if (!row || number > document.currentRevision) return false
    const event = added.get(number)
    if (event) return isAsAdded(row, event)
    if (!SENT_KINDS.includes(row.kind)) return false
    const isLast = revisions[lastSent]?.number !== number || isTold(sent?.facts['digest'], row.digest)
    return isLast && (number > 0 || isTold(sent?.facts['intakeDigest'], row.digest))
  }
  const numbers = Array.from({ length: last + 1 }, (_, number) => number)
  return numbers.filter((number) => !isRight(number)).map((number) => `revisions ${number}`)
}

function isAsAdded(row: AuditedRows['revisions'][number], { type, at, facts }: LoggedEvent): boolean {
  const kind = KINDS[type]
  const isKind = kind === undefined ? isTold(facts['kind'], row.kind) : row.kind === kind
  const isSigner = row.signerId === (type === 'document-signed' ? facts['signerId'] : null)
  return isKind && isSigner && row.at === at && isTold(facts['digest'], row.digest)
}

/** Ids that an event lists, separated by blanks. */
const idsIn =
  (fact: string) =>
  ({ facts: { [fact]: ids } }: LoggedEvent): readonly string[] =>
    typeof ids === 'string' && ids !== '' ? ids.split(' ') : []

/** By the sender, or by who had been asked. */
const REPLACEMENTS: ReadonlySet<AuditEventType> = new Set(['signer-replaced', 'signer-passed-on'])

function disagreeingSigners(events: readonly LoggedEvent[], { signers, claims }: AuditedRows): string[] {
  const signed = named(events, 'document-signed', 'signerId')
  // An approver's rejection names the signer as well, who has not rejected.
  const own = events.filter(({ facts }) => !('approverId' in facts))
  const rejected = named(own, 'document-rejected', 'signerId')
  const sent = events.find(({ type }) => type === 'document-sent')?.facts['signers']
  const replacements = events.filter(({ type }) => REPLACEMENTS.has(type))
  const replaced = new Map(replacements.map((event) => [event.facts['signerId'], event]))
  const successors = replacements.map(({ facts }) => String(facts['newSignerId']))
  const first = typeof sent === 'string' && sent !== '' ? sent.split(' ') : signers.map(({ id }) => id)
  const came = events.flatMap(idsIn('addedSigners'))
  const removed = new Map(events.flatMap((event) => idsIn('removedSigners')(event).map((id) => [id, event] as const)))
  const expected = [...new Set([...first, ...successors, ...came])]
  const busy = new Set(claims.filter(({ state }) => state === 'signing').map(({ signerId }) => signerId))
  const isRight = (row: AuditedPerson): boolean => {
    const done = signed.get(row.id) ?? rejected.get(row.id)
    if (done) return isAsDone(row, done, done.type === 'document-signed' ? 'signed' : 'rejected')
    const end = replaced.get(row.id)
    if (end) return row.state === 'replaced' && row.operatedAt === end.at
    const removal = removed.get(row.id)
    if (removal) return row.state === 'removed' && row.operatedAt === removal.at
    return row.state === 'signing' ? busy.has(row.id) : ['waiting', 'pending', 'cancelled'].includes(row.state)
  }
  return differing('signers', { expected, rows: signers, isRight })
}

const ACTS: ReadonlySet<AuditEventType> = new Set(['document-signed', 'document-approved', 'document-rejected'])

/** What was served to somebody stays as it was when they signed, approved or rejected. */
function disagreeingPageViews(events: readonly LoggedEvent[], { signers, approvers }: AuditedRows): string[] {
  const acts = events.filter(({ type }) => ACTS.has(type))
  // The act of an approver names the signer as well.
  const told = new Map(acts.map(({ facts }) => [facts['approverId'] ?? facts['signerId'], facts['pagesDigest']]))
  const differing = (table: string, people: readonly AuditedPerson[]) =>
    people.filter(({ id, pagesDigest }) => !isTold(told.get(id), pagesDigest)).map(({ id }) => `${table} ${id}`)
  return [...differing('page_views', signers), ...differing('approver_page_views', approvers)]
}

function disagreeingApprovers(events: readonly LoggedEvent[], { approvers }: AuditedRows): string[] {
  const accepted = named(events, 'document-approved', 'approverId')
  const rejected = named(events, 'document-rejected', 'approverId')
  const expected = [...accepted.keys(), ...rejected.keys()].map(String)
  const isRight = (row: AuditedPerson): boolean => {
    const done = accepted.get(row.id) ?? rejected.get(row.id)
    if (done) return isAsDone(row, done, done.type === 'document-approved' ? 'accepted' : 'rejected')
    return !['accepted', 'rejected'].includes(row.state)
  }
  const known = approvers.map(({ id }) => id)
  return differing('approvers', { expected: [...new Set([...known, ...expected])], rows: approvers, isRight })
}

const isAsDone = (row: AuditedPerson, { at, facts }: LoggedEvent, state: string) =>
  row.state === state &&
  row.operatedAt === at &&
  (row.accessMethod === null || isTold(facts['accessMethod'], row.accessMethod))

interface Comparison {
  readonly expected: readonly string[]
  readonly rows: readonly AuditedPerson[]
  readonly isRight: (row: AuditedPerson) => boolean
}

/** Rows that are wrong, missing, or of nobody who is named. */
function differing(table: string, { expected, rows, isRight }: Comparison): string[] {
  const present = new Set(rows.map(({ id }) => id))
  const wrong = rows.filter((row) => !expected.includes(row.id) || !isRight(row)).map(({ id }) => id)
  return [...wrong, ...expected.filter((id) => !present.has(id))].map((id) => `${table} ${id}`)
}

/** An attempt that was taken up anew has another id by now; only those that are there are compared. */
function disagreeingClaims(events: readonly LoggedEvent[], { claims }: AuditedRows): string[] {
  const started = named(events, 'signature-started', 'transactionId')
  const signed = named(events, 'document-signed', 'transactionId')
  const isRight = (row: AuditedRows['claims'][number]): boolean => {
    const start = started.get(row.id)
    const isAsStarted =
      !start ||
      (isTold(start.facts['signerId'], row.signerId) &&
        // Null where a service makes the certificate for the signature: it has a row only afterwards.
        (start.facts['certificateId'] === null || isTold(start.facts['certificateId'], row.certificateId)) &&
        isTold(start.facts['accessMethod'], row.accessMethod))
    const end = signed.get(row.id)
    const isOfCertificate =
      row.certificateSerial === null || isTold(end?.facts['certificateSerial'], row.certificateSerial)
    return isAsStarted && isOfCertificate && (row.state === 'signed') === (end !== undefined)
  }
  const present = new Set(claims.map(({ id }) => id))
  const missing = [...signed.keys()].map(String).filter((id) => !present.has(id))
  const wrong = claims.filter((row) => !isRight(row)).map(({ id }) => id)
  return [...wrong, ...missing].map((id) => `signing_attempts ${id}`)
}

/** What was agreed to is what the signature says. */
function disagreeingDisclaimers(events: readonly LoggedEvent[], { disclaimers }: AuditedRows): string[] {
  const kept = new Map(disclaimers.map((row) => [row.signerId, row]))
  const agreed = events.filter(({ type, facts }) => type === 'document-signed' && 'disclaimer' in facts)
  const isRight = ({ facts }: LoggedEvent): boolean => {
    const row = kept.get(String(facts['signerId']))
    return (
      row !== undefined &&
      row.digest === facts['disclaimer'] &&
      row.textDigest === row.digest &&
      row.language === facts['disclaimerLanguage'] &&
      row.at === facts['disclaimerAcceptedAt']
    )
  }
  return agreed
    .filter((event) => !isRight(event))
    .map(({ facts }) => `accepted_disclaimers ${String(facts['signerId'])}`)
}

function disagreeingArchive(events: readonly LoggedEvent[], { level }: AuditedRows): string[] {
  const last = events.findLast(({ type }) => type === 'document-archived' || type === 'archive-failed')
  return last && last.facts['level'] !== undefined && last.facts['level'] !== level ? ['document_archives'] : []
}
