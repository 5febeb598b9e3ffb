import { ApiError } from '@rubrica/contract'
import { endsTheWay } from '../run/failure-scope.ts'
import type { BatchOutcome } from '../run/run-batch.ts'

/** What was authorised is void, through nobody's fault: the same certificate signs the document as it is now. */
const SIGNED_ANEW: readonly string[] = ['DOCUMENT_MOVED_ON', 'LOCAL_SIGNATURE_EXPIRED']
/** The server does not take the certificate; another one may do. */
const OF_THE_CERTIFICATE: readonly string[] = [
  'LOCAL_CERTIFICATE_INVALID',
  'LOCAL_CERTIFICATE_FOREIGN',
  'CERTIFICATE_UNUSABLE',
]

/** Whether the document is signed once more, as it is now, without the person. */
export function mustBeSignedAnew(error: unknown): boolean {
  return error instanceof ApiError && SIGNED_ANEW.includes(error.code)
}

/** Whether another certificate of the PC may be taken. */
export function isOfTheLocalCertificate(error: unknown): boolean {
  return error instanceof ApiError && OF_THE_CERTIFICATE.includes(error.code)
}

/** How a signing ends for the person. */
type Settlement =
  | { readonly kind: 'signed' | 'ended' }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'lost'; readonly guid: string }

/** What a finished run means: an error that the dialog says itself is one after which nothing is signed. */
export function settlementOf({ signed, failed, end }: BatchOutcome, documents: number): Settlement {
  if (end.why === 'unanswered') return { kind: 'lost', guid: end.guid }
  if (signed.length === documents) return { kind: 'signed' }
  const error = end.why === 'error' ? end.error : documents === 1 ? failed[0]?.error : undefined
  if (signed.length > 0 || error === undefined || endsTheWay(error)) return { kind: 'ended' }
  return { kind: 'failed', error }
}
