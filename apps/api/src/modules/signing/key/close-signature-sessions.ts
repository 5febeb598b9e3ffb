import type { CertificateStore } from '../../certificates/ports.ts'
import type { Log } from '../../../ports/log.ts'
import type { SignatureSessionStore, SigningProviders, SignatureSession } from './ports.ts'

export interface CloseSignatureSessions {
  readonly signatureSessions: SignatureSessionStore
  readonly certificates: CertificateStore
  readonly providers: SigningProviders
  readonly log: Pick<Log, 'warn'>
}

/**
 * Ends a person's signature sessions, of one certificate or of all that providers keep. Ours end even if the provider
 * is away.
 */
export async function closeSignatureSessions(
  needs: CloseSignatureSessions,
  userId: string,
  certificateId?: string,
): Promise<void> {
  for (const signatureSession of await needs.signatureSessions.listLive(userId, certificateId)) {
    if (certificateId === undefined && !signatureSession.connectorState) continue
    await needs.signatureSessions.update(signatureSession.id, { state: 'closed' })
    await closeAtProvider(needs, signatureSession).catch((err: unknown) =>
      needs.log.warn({ err }, 'A provider did not close a session; it ends by itself.'),
    )
  }
}

async function closeAtProvider(
  { certificates, providers }: CloseSignatureSessions,
  { userId, certificateId, connectorState }: SignatureSession,
): Promise<void> {
  const certificate = await certificates.find(userId, certificateId)
  if (!certificate || !connectorState) return
  const { connector, account } = await providers.open(userId, certificate.type)
  await connector.closeSignatureSession?.(account, connectorState)
}
