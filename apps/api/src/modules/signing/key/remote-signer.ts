import { PortalError } from '@rubrica/domain'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../../certificates/ports.ts'
import { askProvider } from '../../provider-errors.ts'
import { keyReference, toBeSigned } from '../make/describe-signature.ts'
import type { DocumentSigner, SignerOrder } from './document-signer.ts'
import { oneAfterAnother } from './one-after-another.ts'
import type { SignatureSessionStore, SigningProviders, SignatureSession } from './ports.ts'

export interface RemoteSigner {
  readonly providers: SigningProviders
  readonly signatureSessions: SignatureSessionStore
}

/**
 * Signs with a key that a provider keeps.
 * @throws {PortalError} PROVIDER_NOT_CONFIGURED, PROVIDER_NOT_AUTHORISED; its `sign` every error of the provider
 */
export async function openRemoteSigner(
  { providers, signatureSessions }: RemoteSigner,
  certificate: SigningCertificate,
  { userId, inputs, signatureSession }: SignerOrder,
): Promise<DocumentSigner> {
  const { connector, account } = await providers.open(userId, certificate.type)
  const key = keyReference(certificate)
  return {
    mode: inputs.code !== undefined && signatureSession === undefined ? 'remote-once' : 'remote',
    sign: (prepared, stillWanted) => {
      const request = { key, item: toBeSigned(prepared), inputs }
      // A provider has no part in some signature sessions.
      if (!signatureSession?.connectorState) return askProvider(() => connector.sign(account, request))
      return oneAfterAnother(signatureSession.id, async () => {
        await stillWanted()
        const opened = await readLatest(signatureSessions, signatureSession)
        return askProvider(() => connector.sign(account, { ...request, signatureSession: opened }))
      })
    },
    explain: refuseForeignValue,
    close: () => undefined,
  }
}

/**
 * The connector's state of the signature session, as its last call left it.
 * @throws {PortalError} SIGNING_SESSION_EXPIRED when it was closed meanwhile
 */
async function readLatest(signatureSessions: SignatureSessionStore, { id, userId }: SignatureSession) {
  const signatureSession = await signatureSessions.find(userId, id)
  if (signatureSession?.state !== 'open' || !signatureSession.connectorState) {
    throw new PortalError('SIGNING_SESSION_EXPIRED', 'The session was closed; begin again')
  }
  const keep = (connectorState: ConnectorState) => signatureSessions.update(id, { connectorState })
  return { state: signatureSession.connectorState, keep }
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
