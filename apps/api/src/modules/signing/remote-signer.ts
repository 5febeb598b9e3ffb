import { PortalError } from '@rubrica/domain'
import type { SigningCertificate } from '../certificates/ports.ts'
import { askProvider } from '../provider-errors.ts'
import { keyReference, toBeSigned } from './describe-signature.ts'
import type { DocumentSigner, SignerOrder } from './document-signer.ts'
import type { SessionStore, SigningProviders } from './ports.ts'

export interface RemoteSigner {
  readonly providers: SigningProviders
  readonly sessions: SessionStore
}

/**
 * Signs with a key that a provider keeps.
 * @throws {PortalError} PROVIDER_NOT_CONFIGURED, PROVIDER_NOT_AUTHORISED; its `sign` whatever the provider says
 */
export async function openRemoteSigner(
  { providers, sessions }: RemoteSigner,
  certificate: SigningCertificate,
  { userId, inputs, session }: SignerOrder,
): Promise<DocumentSigner> {
  const { connector, account } = await providers.open(userId, certificate.type)
  const opened = session?.connectorState && {
    state: session.connectorState,
    keep: (connectorState: typeof session.connectorState) => sessions.update(session.id, { connectorState }),
  }
  return {
    keepsPreparations: true,
    sign: (prepared) =>
      askProvider(() =>
        connector.sign(account, {
          key: keyReference(certificate),
          item: toBeSigned(prepared),
          inputs,
          ...(opened && { session: opened }),
        }),
      ),
    explain: refuseForeignValue,
    close: () => undefined,
  }
}

/** A value that does not fit certificate and digest was made with another key or for another document. */
function refuseForeignValue(error: unknown): unknown {
  const isMismatch = error instanceof PortalError && isKeyMismatch(error.facts['Reasons'])
  if (!isMismatch) return error
  return new PortalError(
    'PROVIDER_SIGNATURE_REFUSED',
    'The provider’s signature is not by this certificate over this document; the document stays unsigned',
    { cause: error },
  )
}

const isKeyMismatch = (reasons: unknown): boolean => Array.isArray(reasons) && reasons.includes('KEY_MISMATCH')
