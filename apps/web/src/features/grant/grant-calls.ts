import { ApiError } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { confirmedHolder } from '../../shared/api/certificates.ts'
import { readSession, sessionToken } from '../../shared/session/session-store.ts'
import type { AnsweringCertificate } from './answering-certificates.ts'
import type { CheckedRequest } from './checked-request.ts'
import type { GrantCalls } from './grant.ts'

interface Answer {
  readonly request: Pick<CheckedRequest, 'RequestId'>
  readonly password: string
  /** `service`, or that of a certificate's type. */
  readonly scope: string
  readonly sessionId?: string
}

/**
 * The code that answers the application, for the person who proves themselves once more.
 * @returns where the application waits for it
 * @throws {ApiError} {NetworkError}
 */
export async function askForCode({ request, password, scope, sessionId }: Answer): Promise<string> {
  const { RedirectUrl } = await api.authorisationCode({
    body: {
      grant_type: 'authorization_code',
      username: readSession('user') ?? '',
      password,
      scope,
      RequestId: request.RequestId,
      ...(sessionId !== undefined && { SessionId: sessionId }),
      // Whoever shows their second factor meanwhile goes on with another one.
      get SessionToken() {
        return sessionToken() ?? ''
      },
    },
  })
  if (RedirectUrl === null) throw new ApiError(502, { Code: 'AUTHORISATION_EXPIRED' })
  return RedirectUrl
}

/** The calls that authorise what is asked for with one certificate. */
export function grantCalls(
  request: CheckedRequest,
  { certificate, manifest }: AnsweringCertificate,
  password: string,
): GrantCalls {
  const guid = certificate.GUID
  const isRemote = manifest.link?.isRemoteSignature === true
  const RequestId = request.RequestId
  return {
    sendCode: () =>
      isRemote ? api.sendRemoteSignatureCode({ params: { guid } }) : api.sendCertificateCode({ params: { guid } }),
    openSignatureSession: ({ pin, code }, sessionId) => {
      const typed = { ...(pin && { PIN: pin }), ...(code && { OTP: code }) }
      const body = { RequestId, ...typed, ...confirmedHolder(certificate) }
      if (!isRemote) return api.openCertificateSession({ params: { guid }, body })
      const waiting = { RequestId, CertGUID: guid, SessionId: sessionId }
      return api.openRemoteSession({ body: sessionId === undefined ? { ...body, CertGUID: guid } : waiting })
    },
    closeSignatureSession: () =>
      isRemote ? api.closeRemoteSession({}) : api.closeCertificateSession({ params: { guid } }),
    askForCode: (sessionId) =>
      askForCode({ request, password, sessionId, scope: `vidmobilecert\\${manifest.certType.toLowerCase()}` }),
  }
}
