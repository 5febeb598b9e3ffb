import { api } from '../../../shared/api/api.ts'
import { confirmedHolder } from '../../../shared/api/certificates.ts'
import type { StepAnswers } from '../../../shared/proof/step-answers.ts'
import { rememberUsed } from '../../../shared/subject/last-used.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import type { AcceptedMembers } from '../before/accepted.ts'
import type { UsableCertificate } from '../choice/usable-certificates.ts'

/** What was authorised before the first document: documents that the server has fixed, and a signature session. */
export interface Authorised {
  readonly batchId?: string
  readonly sessionId?: string
}

export interface SignOrder {
  readonly signerGuid: string
  readonly chosen: UsableCertificate
  readonly answers: StepAnswers
  readonly authorised: Authorised
  readonly accepted: AcceptedMembers
}

/**
 * Signs with the chosen certificate. A code that has opened a signature session is not sent again.
 * @throws {ApiError} {NetworkError}
 */
export async function callSign(order: SignOrder, attemptKey: string): Promise<void> {
  const { signerGuid, chosen, answers, authorised, accepted } = order
  const { certificate, manifest } = chosen
  const { batchId, sessionId } = authorised
  await api.sign({
    params: { type: manifest.certType.toLowerCase(), signerGuid },
    headers: { 'idempotency-key': attemptKey },
    body: {
      CertGUID: certificate.GUID,
      ...(answers.pin && { [manifest.pinMember ?? 'PIN']: answers.pin }),
      ...(answers.code && sessionId === undefined && { OTP: answers.code }),
      CertType: certificate.CertType,
      AccessMethod: accessMethod(),
      ...(batchId !== undefined && { BatchId: batchId }),
      ...(sessionId !== undefined && { SessionId: sessionId }),
      ...accepted,
      ...confirmedHolder(certificate),
    },
  })
  rememberUsed(certificate.GUID)
}
