import { api } from '../../../shared/api/api.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'

/** What a signature needs next: the PIN of a software certificate, nothing, a page of Ivnosys, or the phone. */
export type AuthType = 'PIN' | 'NONE' | 'REDIRECT' | 'MOBILE'

export interface Begun {
  readonly RedirectUrl?: string | undefined
  readonly TransactionId: string
  readonly AuthType: AuthType
}

interface Completion {
  readonly transactionId: string
  readonly key: string
  readonly pin?: string | undefined
}

/** The calls of one signature with Ivnosys. Each throws ApiError or NetworkError. */
export interface IvnosysCalls {
  /** @param back what a log-in before the signature came back with */
  readonly init: (key: string, back: { token: string | null; transactionId: string | null } | null) => Promise<Begun>
  /** @returns what is still waited for, or null when the document is signed */
  readonly complete: (completion: Completion) => Promise<{ readonly AuthType: AuthType } | null>
  readonly logIn: () => Promise<{ readonly RedirectUrl: string; readonly Token: string }>
}

interface Subject {
  readonly signerGuid: string
  readonly certificateGuid: string
  readonly acceptsChanges: boolean
  readonly acceptedTerms?: string | undefined
  /** The name in the certificate, where the person had to confirm it. */
  readonly confirmedHolder?: string | undefined
}

export function ivnosysCalls({ signerGuid, certificateGuid: CertGUID, ...accepted }: Subject): IvnosysCalls {
  return {
    init: (key, back) =>
      api.initSign({
        params: { signerGuid },
        headers: { 'idempotency-key': key },
        body: {
          CertGUID,
          AccessMethod: accessMethod(),
          ...(accepted.acceptsChanges && { AcceptChanges: true }),
          ...(accepted.acceptedTerms !== undefined && { AcceptedDisclaimer: accepted.acceptedTerms }),
          ...(accepted.confirmedHolder !== undefined && { ConfirmedHolder: accepted.confirmedHolder }),
          ...(back && { mfa: true, Token: back.token ?? '', TransactionId: back.transactionId ?? '' }),
        },
      }),
    complete: ({ transactionId, key, pin }) =>
      api.completeSign({
        params: { signerGuid, transactionId },
        headers: { 'idempotency-key': key },
        body: { CertGUID, AccessMethod: accessMethod(), ...(pin !== undefined && { PIN: pin }) },
      }),
    logIn: () => api.loginBeforeSign({ params: { signerGuid }, body: { CertGUID } }),
  }
}
