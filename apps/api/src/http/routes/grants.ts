import { checkRequest, type CheckRequest } from '../../modules/grants/check-request.ts'
import { exchangeCode, type ExchangeCode } from '../../modules/grants/exchange-code.ts'
import { giveCode, type GiveCode } from '../../modules/grants/give-code.ts'
import type { Client } from '../../modules/sessions/ports.ts'
import { PortalError } from '@rubrica/domain'
import type { Handlers } from '../bind/call-types.ts'

export type GrantPorts = CheckRequest & GiveCode

export function grantHandlers(ports: GrantPorts): Pick<Handlers, 'checkAuthorisation' | 'authorisationCode'> {
  return {
    checkAuthorisation: async ({ body }) => {
      const { id, client, grant, signatures, refusedUrl } = await checkRequest(ports, body)
      return {
        RequestId: id,
        ClientName: client.name,
        RedirectHost: new URL(grant.redirectUri).host,
        Scope: grant.kind,
        CertTypes: [...grant.certificateTypes],
        CertGUID: grant.wantedCertificateId,
        Documents: signatures,
        Description: grant.description,
        RefusedUrl: refusedUrl,
        ExpiresAt: grant.expiresAt.toISOString(),
      }
    },
    authorisationCode: async ({ body }) => {
      const { code, expiresInSeconds, redirectUrl } = await giveCode(ports, {
        ...body,
        requestId: body.RequestId,
        openedKeyId: body.SessionId,
        sessionToken: body.SessionToken,
      })
      return { code, expires_in: expiresInSeconds, RedirectUrl: redirectUrl }
    },
  }
}

interface PresentedForm {
  readonly code: string
  readonly redirect_uri?: string | undefined
  readonly code_verifier?: string | undefined
}

/** The token for a code: signature activation data for certificates, a bearer token to see which ones there are. */
export async function answerCode(ports: ExchangeCode, client: Client | undefined, form: PresentedForm) {
  if (!client) throw new PortalError('INVALID_CLIENT', 'This client has no secret, so it cannot act for itself.')
  const granted = await exchangeCode(ports, {
    clientId: client.id,
    code: form.code,
    redirectUri: form.redirect_uri,
    verifier: form.code_verifier,
  })
  const { token, kind, expiresInSeconds, certificateId } = granted
  return {
    access_token: token,
    token_type: kind === 'credential' ? ('SAD' as const) : ('Bearer' as const),
    expires_in: expiresInSeconds,
    scope: kind,
    ...(certificateId !== null && { credentialID: certificateId }),
  }
}
