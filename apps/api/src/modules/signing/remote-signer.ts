import { PortalError } from '@rubrica/domain'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../certificates/ports.ts'
import { askProvider } from '../provider-errors.ts'
import { keyReference, toBeSigned } from './describe-signature.ts'
import type { DocumentSigner, SignerOrder } from './document-signer.ts'
import type { SessionStore, SigningProviders, SigningSession } from './ports.ts'

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
  const opened = session && sessionOf(sessions, session)
  return {
    keepsPreparations: true,
    sign: (prepared) =>
      askProvider(() =>
        connector.sign(account, {
          key: keyReference(certificate),
          item: toBeSigned(prepared),
          inputs,
          ...(opened && { session: opened() }),
        }),
      ),
    explain: refuseForeignValue,
    close: () => undefined,
  }
}

/** The connector's state of the session, as its last call left it; undefined for a session that a provider has no part in. */
function sessionOf(sessions: SessionStore, { id, connectorState }: SigningSession) {
  if (!connectorState) return undefined
  let state = connectorState
  const keep = async (fresh: ConnectorState) => {
    state = fresh
    await sessions.update(id, { connectorState: fresh })
  }
  return () => ({ state, keep })
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
