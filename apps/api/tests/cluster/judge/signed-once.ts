import { isDone, isRefused } from '../clients/answers.ts'
import type { HistoryCall } from '../clients/history.ts'
import type { Evidence, FileFact, Invariant } from './evidence.ts'
import { groupBy, unique } from './group-by.ts'

const isSignature = ({ op }: HistoryCall): boolean => op === 'sign' || op === 'guess'

const signaturesOf = ({ revisions }: Evidence) =>
  groupBy(
    revisions.filter(({ kind }) => kind === 'signature'),
    ({ signerId }) => String(signerId),
  )

const signedEventsOf = ({ events }: Evidence) =>
  groupBy(
    events.filter(({ type }) => type === 'document-signed'),
    ({ facts }) => String(facts['signerId']),
  )

/** I1: a signer has at most one revision of kind signature, and at most one event that says that they signed. */
export const signsOnce: Invariant = (evidence) => {
  const [signatures, events] = [signaturesOf(evidence), signedEventsOf(evidence)]
  return evidence.signers.flatMap(({ id }) => [
    ...(signatures(id).length > 1
      ? [{ invariant: 'I1', about: id, says: `the signer has ${signatures(id).length} signatures` }]
      : []),
    ...(events(id).length > 1
      ? [{ invariant: 'I1', about: id, says: `the log says ${events(id).length} times that the signer signed` }]
      : []),
  ])
}

/** I2: what was acknowledged is there once, and the downloaded file holds that signer's valid signature. */
export const acknowledgedIsSigned: Invariant = (evidence) => {
  const acknowledged = unique(evidence.history.filter((call) => isSignature(call) && isDone(call)).map(subjectOf))
  const [signatures, events] = [signaturesOf(evidence), signedEventsOf(evidence)]
  const signers = new Map(evidence.signers.map((signer) => [signer.id, signer]))
  const files = new Map(evidence.files.map((file) => [file.documentId, file]))
  return acknowledged.flatMap((id) => {
    const file = files.get(signers.get(id)?.documentId ?? '')
    const faults = [
      signatures(id).length === 0 && 'was told that they have signed, and no revision is theirs',
      events(id).length === 0 && 'was told that they have signed, and the log does not say it',
      signers.get(id)?.state !== 'signed' && `was told that they have signed, and is ${signers.get(id)?.state}`,
      fileFault(file, id),
    ]
    return faults.filter((says) => says !== false).map((says) => ({ invariant: 'I2', about: id, says }))
  })
}

const subjectOf = ({ subject }: HistoryCall): string => String(subject)

const VALID = 'Signature is Valid.'
const isValid = (verdict: string): boolean => verdict === VALID
/** pdfsig's word for a timestamp over the whole document, of which it knows nothing. */
const NOT_LOOKED_AT = 'Signature has not yet been verified.'

/** What two verifiers say against the signature of a signer in a file. */
function fileFault(file: FileFact | undefined, signerId: string): string | false {
  if (!file) return 'was told that they have signed, and the document could not be downloaded'
  const own = file.signatures.filter((signature) => signature.signerId === signerId)
  if (own.length !== 1) return `has ${own.length} signatures in the file`
  if (own[0]?.indication !== 'TOTAL-PASSED') return `has a signature that is ${own[0]?.indication} to our verifier`
  if (file.integrity !== 'intact') return `has signed a file that is ${file.integrity}`
  const refused = file.pdfsig.find((verdict) => verdict !== VALID && verdict !== NOT_LOOKED_AT)
  if (refused !== undefined) return `has signed a file of which pdfsig says: ${refused}`
  const [wanted, valid] = [file.signatures.filter((one) => one.signerId !== null), file.pdfsig.filter(isValid)]
  return valid.length === wanted.length ? false : `has signed a file in which pdfsig finds ${valid.length} valid`
}

/** I3: an attempt to sign is answered with success or with a refusal, never with both. */
export const answersOneWay: Invariant = ({ history, attempts }) => {
  const signed = new Set(attempts.filter(({ state }) => state === 'signed').map(({ key }) => key))
  const callsOf = groupBy(history.filter(isSignature), ({ attempt }) => attempt)
  return unique(history.filter(isSignature).map(({ attempt }) => attempt)).flatMap((attempt) => {
    const refusal = callsOf(attempt).find(isRefused)
    if (!refusal) return []
    const why = `${refusal.status} ${refusal.code ?? ''}`.trim()
    if (callsOf(attempt).some(isDone)) return [{ invariant: 'I3', about: attempt, says: `204 and ${why}` }]
    return signed.has(attempt) ? [{ invariant: 'I3', about: attempt, says: `it has signed and was told ${why}` }] : []
  })
}
