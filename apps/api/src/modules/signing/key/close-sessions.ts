import type { CertificateStore } from '../../certificates/ports.ts'
import type { Log } from '../../../ports/log.ts'
import type { SessionStore, SigningProviders, SigningSession } from '../ports.ts'

export interface CloseSessions {
  readonly sessions: SessionStore
  readonly certificates: CertificateStore
  readonly providers: SigningProviders
  readonly log: Pick<Log, 'warn'>
}

/** Ends a person's sessions, of one certificate or of all that providers keep. Ours end even if the provider is away. */
export async function closeSessions(needs: CloseSessions, userId: string, certificateId?: string): Promise<void> {
  for (const session of await needs.sessions.listLive(userId, certificateId)) {
    if (certificateId === undefined && !session.connectorState) continue
    await needs.sessions.update(session.id, { state: 'closed' })
    await closeAtProvider(needs, session).catch((err: unknown) =>
      needs.log.warn({ err }, 'A provider did not close a session; it ends by itself.'),
    )
  }
}

async function closeAtProvider(
  { certificates, providers }: CloseSessions,
  { userId, certificateId, connectorState }: SigningSession,
): Promise<void> {
  const certificate = await certificates.find(userId, certificateId)
  if (!certificate || !connectorState) return
  const { connector, account } = await providers.open(userId, certificate.type)
  await connector.closeSession?.(account, connectorState)
}
