import { isDone } from '../clients/answers.ts'
import type { HistoryCall, Operation } from '../clients/history.ts'
import type { DocumentFact, Evidence, Invariant, Violation } from './evidence.ts'
import { groupBy, unique } from './group-by.ts'

/** I4: acknowledged sends, rejections and approvals are there; unknown ones are there as a whole, or not at all. */
export const keepsPromises: Invariant = (evidence) => [
  ...lostSends(evidence),
  ...halfSends(evidence),
  ...lostDecisions(evidence),
  ...lostUploads(evidence),
]

const violation = (about: string, says: string): Violation => ({ invariant: 'I4', about, says })

const sendsOf = ({ history }: Evidence): HistoryCall[] => history.filter(({ op }) => op === 'send')

/** Each acknowledged send has made one document, the same for all repetitions. */
function lostSends(evidence: Evidence): Violation[] {
  const madeBy = groupBy(sendsOf(evidence).filter(isDone), ({ attempt }) => attempt)
  const ids = new Set(evidence.documents.map(({ id }) => id))
  return unique(sendsOf(evidence).map(({ attempt }) => attempt)).flatMap((attempt) => {
    const made = unique(madeBy(attempt).map((call) => String(call.made)))
    if (made.length > 1) return [violation(attempt, `one send was told of ${made.length} documents`)]
    return made.filter((id) => !ids.has(id)).map((id) => violation(attempt, `the document ${id} was sent and is lost`))
  })
}

/** Whatever a send has left, it is one document with its first revision, its event and all of its people. */
function halfSends(evidence: Evidence): Violation[] {
  const documents = groupBy(evidence.documents, ({ fileName }) => fileName)
  const wishes = new Map(sendsOf(evidence).map((call) => [String(call.fileName), call]))
  const faultOf = faultOfDocument(evidence)
  return [...wishes].flatMap(([fileName, wish]) => {
    const [document, ...others] = documents(fileName)
    if (!document) return []
    if (others.length > 0) return [violation(wish.attempt, `one send has made ${others.length + 1} documents`)]
    const fault = faultOf(document, wish)
    return fault === undefined ? [] : [violation(document.id, fault)]
  })
}

function faultOfDocument({ revisions, events, signers, approvers }: Evidence) {
  const [revisionsOf, eventsOf] = [groupBy(revisions, documentOf), groupBy(events, documentOf)]
  const [signersOf, approversOf] = [groupBy(signers, documentOf), groupBy(approvers, documentOf)]
  return ({ id }: DocumentFact, { people }: HistoryCall): string | undefined => {
    if (!revisionsOf(id).some(({ number }) => number === 0)) return 'it has no first revision'
    if (!eventsOf(id).some(({ type }) => type === 'document-sent')) return 'its log does not say that it was sent'
    const found = { signers: signersOf(id).length, approvers: approversOf(id).length }
    const isWhole = found.signers === people?.signers && found.approvers === people.approvers
    return isWhole ? undefined : `it was sent to ${JSON.stringify(people)} and has ${JSON.stringify(found)}`
  }
}

const documentOf = ({ documentId }: { readonly documentId: string }): string => documentId

/** What an acknowledged decision leaves: the state of who decided, and an event that names them. */
const DECISIONS: Partial<Record<Operation, { readonly state: string; readonly event: string }>> = {
  reject: { state: 'rejected', event: 'document-rejected' },
  refuse: { state: 'rejected', event: 'document-rejected' },
  approve: { state: 'accepted', event: 'document-approved' },
}

function lostDecisions({ history, signers, approvers, events }: Evidence): Violation[] {
  const people = new Map([...signers, ...approvers].map(({ id, state }) => [id, state]))
  const decided = new Set(
    events.map(({ type, facts }) => `${type} ${String(facts['approverId'] ?? facts['signerId'])}`),
  )
  return history.filter(isDone).flatMap(({ op, subject = '' }) => {
    const promise = DECISIONS[op]
    if (!promise) return []
    const state = people.get(subject)
    if (state !== promise.state) return [violation(subject, `${op} was acknowledged, and the state is ${state}`)]
    return decided.has(`${promise.event} ${subject}`) ? [] : [violation(subject, `the log has no ${promise.event}`)]
  })
}

/** A file that was taken is there when it is sent. */
function lostUploads({ history }: Evidence): Violation[] {
  const taken = new Set(history.filter((call) => call.op === 'upload' && isDone(call)).map(({ made }) => made))
  const sent = new Set(history.filter((call) => call.op === 'send' && isDone(call)).map(({ attempt }) => attempt))
  return history
    .filter(({ upload, code }) => upload !== undefined && taken.has(upload) && code === 'FILE_NOT_FOUND')
    .map(({ upload, attempt }) =>
      violation(
        String(upload),
        sent.has(attempt) ? 'a send that used it up was repeated in vain' : 'the file was taken and is lost',
      ),
    )
}
