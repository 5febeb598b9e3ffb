import {
  requireErrandSignature,
  type ErrandSignatureOrder,
  type RequireErrandSignature,
} from './require-errand-signature.ts'

/** A log-in at a provider because its proof has run out when somebody wants to sign. */
export interface SigningLogins {
  /**
   * @returns where the person goes, and the token that comes back with them
   * @throws {PortalError} PROVIDER_NOT_AUTHORISED when there is no account, and the provider's trouble
   */
  begin(
    login: LoginForSigning & { readonly documentId: string },
  ): Promise<{ readonly url: string; readonly token: string }>
  /** Ends one with which a person is back, once. @throws {PortalError} TRANSACTION_EXPIRED, TRANSACTION_REFUSED */
  finish(login: LoginForSigning & BackFromLogin): Promise<void>
}

interface LoginForSigning {
  readonly userId: string
  readonly certType: string
  readonly signerId: string
  readonly certificateId: string
}

export interface BackFromLogin {
  readonly errandId: string
  readonly token: string
}

export interface LoginBeforeSign extends RequireErrandSignature {
  readonly logins: SigningLogins
}

/**
 * Begins a log-in at the provider, for a document that its signer may sign as soon as they are back.
 * @throws {PortalError} of requireErrandSignature, PROVIDER_NOT_AUTHORISED, what the provider says
 */
export async function loginBeforeSign(
  needs: LoginBeforeSign,
  order: ErrandSignatureOrder,
): Promise<{ readonly url: string; readonly token: string }> {
  const { signature, certificate } = await requireErrandSignature(needs, order)
  const { signerId, documentId, userId } = signature
  return needs.logins.begin({ userId, signerId, documentId, certType: certificate.type, certificateId: certificate.id })
}
