import { api } from '../../../shared/api/api.ts'
import { hasNoSuchCall } from '../../../shared/api/has-no-such-call.ts'
import { accessMethod, sessionIdentity } from '../../../shared/session/session-store.ts'
import type { Accepted } from '../before/accepted.ts'
import type { FixedBatch } from './fixed-documents.ts'
import type { StepAnswers } from '../../../shared/proof/step-answers.ts'
import type { SignatureSessionAnswer } from '../../../shared/steps/open-signature-session.ts'
import type { SigningSteps } from '../../../shared/proof/signing-steps.ts'
import type { UsableCertificate } from '../choice/usable-certificates.ts'
import { signsOnServer } from '../run/on-server/server-run-calls.ts'
import type { ServerRuns } from '../run/on-server/use-server-run.ts'

/** One way of proving who the person is, as their provider calls it. */
export interface Authenticator {
  readonly Id: string
  readonly Name: string
}

/** What a step of the second factor answers: null when nothing more is asked. */
export type FactorStep = {
  readonly Authenticators?: readonly Authenticator[] | undefined
  readonly Hint?: string | undefined
} | null

interface SignatureSessionOrder {
  readonly answers: StepAnswers
  readonly batchId: string | undefined
  /** Of the call before, while the phone is waited for. */
  readonly sessionId: string | undefined
}

/** The calls before and after the signatures with one certificate. Each throws ApiError or NetworkError. */
export interface AuthorisationCalls {
  readonly fix: (signerGuids: readonly string[]) => Promise<FixedBatch>
  readonly sendCode: (order: {
    uses: number
    batchId: string | undefined
  }) => Promise<{ readonly Qualified: boolean; readonly SentTo: string }>
  readonly beginFactor: () => Promise<FactorStep>
  readonly chooseFactor: (authenticator: string) => Promise<FactorStep>
  readonly answerFactor: (challenge: string) => Promise<FactorStep>
  readonly openSignatureSession: (order: SignatureSessionOrder) => Promise<SignatureSessionAnswer>
  readonly closeSignatureSession: () => Promise<unknown>
}

type SignatureSessionCalls = Pick<AuthorisationCalls, 'openSignatureSession' | 'closeSignatureSession'>

/** What was typed and what it is for; what is empty is left out. */
const signatureSessionBody = ({ answers, batchId }: SignatureSessionOrder) => ({
  ...(answers.pin && { PIN: answers.pin }),
  ...(batchId !== undefined && { BatchId: batchId }),
})

const SIGNATURE_SESSION_CALLS: Readonly<
  Record<NonNullable<SigningSteps['signatureSession']>, (guid: string) => SignatureSessionCalls>
> = {
  certificate: (guid) => ({
    openSignatureSession: (order) =>
      api.openCertificateSession({
        params: { guid },
        body: { OTP: order.answers.code, ...signatureSessionBody(order) },
      }),
    closeSignatureSession: () => api.closeCertificateSession({ params: { guid } }),
  }),
  remote: (guid) => ({
    openSignatureSession: (order) =>
      api.openRemoteSession({
        body:
          order.sessionId === undefined
            ? { CertGUID: guid, ...(order.answers.code && { OTP: order.answers.code }), ...signatureSessionBody(order) }
            : { CertGUID: guid, SessionId: order.sessionId },
      }),
    closeSignatureSession: () => api.closeRemoteSession({}),
  }),
}

interface Said {
  /** What the person has said yes to before. */
  readonly accepted: Accepted
  readonly runs: Pick<ServerRuns, 'fix'>
}

/** The calls for a certificate, as its steps name them. */
export function authorisationCalls(
  chosen: UsableCertificate,
  steps: SigningSteps,
  { accepted, runs }: Said,
): AuthorisationCalls {
  const { certificate, manifest } = chosen
  const type = manifest.certType.toLowerCase()
  const params = (step: '' | 'middle' | 'end') => ({ id: sessionIdentity()?.sub ?? '', account: `${type}auth${step}` })
  return {
    fix: async (guids) => {
      if (!signsOnServer(chosen, guids.length)) return fixInBatch(chosen, guids, accepted)
      return runs.fix({ guids, chosen, accepted }).catch((error: unknown) => {
        if (hasNoSuchCall(error)) return fixInBatch(chosen, guids, accepted)
        throw error
      })
    },
    sendCode: ({ uses, batchId }) =>
      api.requestCode({
        params: { type },
        body: {
          CertGUID: certificate.GUID,
          Uses: uses,
          ...(batchId !== undefined && { BatchId: batchId }),
          AccessMethod: accessMethod(),
        },
      }),
    beginFactor: () => api.authoriseAccount({ params: params(''), body: { IsSign: true } }),
    chooseFactor: (Authenticator) => api.authoriseAccount({ params: params('middle'), body: { Authenticator } }),
    answerFactor: (Challenge) => api.authoriseAccount({ params: params('end'), body: { Challenge } }),
    ...SIGNATURE_SESSION_CALLS[steps.signatureSession ?? 'remote'](certificate.GUID),
  }
}

/** For one document, and at a server of before runs. */
function fixInBatch(
  { certificate }: UsableCertificate,
  signerGuids: readonly string[],
  { changes, terms }: Accepted,
): Promise<FixedBatch> {
  const AcceptChangesOf = signerGuids.filter((guid) => changes.has(guid))
  const AcceptedDisclaimers = [...new Set(signerGuids.flatMap((guid) => terms.get(guid) ?? []))]
  return api.prepareBatch({
    body: {
      CertGUID: certificate.GUID,
      SignerGUIDs: [...signerGuids],
      ...(AcceptChangesOf.length > 0 && { AcceptChangesOf }),
      ...(AcceptedDisclaimers.length > 0 && { AcceptedDisclaimers }),
    },
  })
}
