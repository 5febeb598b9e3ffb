import { PortalError } from '@rubrica/domain'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { askProvider } from '../../provider-errors.ts'
import { keyReference, toBeSigned } from '../make/describe-signature.ts'
import type { DocumentSigner, SignerOrder } from './document-signer.ts'
import { inSessionOrder } from './in-session-order.ts'
import type { SessionStore, SigningProviders, SigningSession } from '../ports.ts'

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
  const key = keyReference(certificate)
  return {
    mode: inputs.code !== undefined && session === undefined ? 'remote-once' : 'remote',
    sign: (prepared, stillWanted) => {
      const request = { key, item: toBeSigned(prepared), inputs }
      // A provider has no part in some sessions.
      if (!session?.connectorState) return askProvider(() => connector.sign(account, request))
      return inSessionOrder(session.id, async () => {
        await stillWanted()
        const opened = await readLatest(sessions, session)
        return askProvider(() => connector.sign(account, { ...request, session: opened }))
      })
    },
    explain: refuseForeignValue,
    close: () => undefined,
  }
}

/**
 * The connector's state of the session, as its last call left it.
 * @throws {PortalError} SIGNING_SESSION_EXPIRED when it was closed meanwhile
 */
async function readLatest(sessions: SessionStore, { id, userId }: SigningSession) {
  const session = await sessions.find(userId, id)
  if (session?.state !== 'open' || !session.connectorState) {
    throw new PortalError('SIGNING_SESSION_EXPIRED', 'The session was closed; begin again')
  }
  const keep = (connectorState: ConnectorState) => sessions.update(id, { connectorState })
  return { state: session.connectorState, keep }
}

/** A value that does not fit certificate and digest was made with another key or for another document. */
export function refuseForeignValue(error: unknown): unknown {
  const isMismatch = error instanceof PortalError && isKeyMismatch(error.facts['Reasons'])
  if (!isMismatch) return error
  return new PortalError(
    'PROVIDER_SIGNATURE_REFUSED',
    'The provider’s signature is not by this certificate over this document; the document stays unsigned',
    { cause: error },
  )
}

const isKeyMismatch = (reasons: unknown): boolean => Array.isArray(reasons) && reasons.includes('KEY_MISMATCH')
