import type { FileFindings, FoundSignature } from '../../shared/api/document-signatures.ts'

/** What a person has to know of a signature, the best first: `open` has something that speaks against it. */
const VERDICTS = ['passed', 'unconfirmed', 'open', 'changed', 'failed'] as const
export type Verdict = (typeof VERDICTS)[number]

/** Reasons that are no fault of the signature: an authority that nobody here knows, an answer that is still to come. */
const UNKNOWN = ['NO_CERTIFICATE_CHAIN_FOUND', 'CERTIFICATE_CHAIN_GENERAL_FAILURE', 'TRY_LATER', 'NO_POE']

export function verdictOf({ Indication, SubIndication, Changes }: FoundSignature): Verdict {
  if (Indication === 'TOTAL-FAILED') return 'failed'
  if (Changes.some(({ JustifiedBy }) => JustifiedBy === null)) return 'changed'
  if (Indication === 'TOTAL-PASSED') return 'passed'
  return SubIndication !== null && UNKNOWN.includes(SubIndication) ? 'unconfirmed' : 'open'
}

/** What is said of all signatures together agrees with what is said of each. */
export function worstVerdict({ Signatures, Trust }: FileFindings): Verdict {
  const found = new Set(Signatures.map(verdictOf))
  if (Trust === 'unknown') found.add('unconfirmed')
  return VERDICTS.findLast((verdict) => found.has(verdict)) ?? 'passed'
}
