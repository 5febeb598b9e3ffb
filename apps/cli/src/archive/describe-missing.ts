import type { EvidenceAttempt, EvidenceCause, CodedError } from '@rubrica/pki'

const REASONS: Readonly<Record<EvidenceCause, string>> = {
  NO_ADDRESS: 'it names no place where that could be asked',
  FORBIDDEN_ADDRESS: 'it sends us to an address that may not be asked (see --allow-private)',
  UNREACHABLE: 'none of the places that it names gives an answer',
  REFUSED: 'the place that it names refuses to answer',
  LIES: 'the answer of the place that it names is not valid',
  UNKNOWN: 'its authority does not know it',
  STALE: 'the answer of the place that it names is out of date',
  INVALID: 'it was not valid at that time',
  UNTRUSTED: 'it leads to none of the certificates of --trust',
  REVOKED: 'it was revoked',
}

/** What is missing for which certificate, in one sentence. */
export function describeMissing({ facts }: CodedError): string {
  const reason = REASONS[facts.cause as EvidenceCause]
  return `Nothing proves that this certificate was valid: ${String(facts.subject)}; ${reason}${adviseFetching(facts)}.`
}

/** Its issuer may only be missing, and there is an address of it that was left alone. */
function adviseFetching({ cause, attempts }: CodedError['facts']): string {
  const unasked = ((attempts ?? []) as readonly EvidenceAttempt[]).find(isUnaskedIssuer)
  if (cause !== 'UNTRUSTED' || !unasked) return ''
  return `, or the certificate of its issuer is missing (--fetch-issuers fetches it from ${String(unasked.host)})`
}

const isUnaskedIssuer = ({ source, cause, detail }: EvidenceAttempt): boolean =>
  source === 'ISSUER' && cause === 'FORBIDDEN_ADDRESS' && detail === undefined
