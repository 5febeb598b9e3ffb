import type { Kysely, Selectable } from 'kysely'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { SessionStore, SigningSession } from '../../../modules/signing/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { SigningSessionTable } from '../authorisations/authorisation-schema.ts'
import type { Schema } from '../schema.ts'

/** What the connector's state of a session is bound to. */
export const sessionBinding = (sessionId: string): string => `signing-session:${sessionId}`

/** Sessions in PostgreSQL; what a provider gave for them lies under the server's key. */
export class DatabaseSessionStore implements SessionStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async insert(session: SigningSession): Promise<void> {
    await this.database
      .insertInto('signing_sessions')
      .values({
        id: session.id,
        user_id: session.userId,
        certificate_id: session.certificateId,
        batch_id: session.batchId,
        digests: session.digests.map((digest) => Buffer.from(digest)),
        state: session.state,
        sealed_state: session.connectorState ? await this.seal(session.id, session.connectorState) : null,
        created_at: session.createdAt,
        expires_at: session.expiresAt,
      })
      .execute()
  }

  async find(userId: string, sessionId: string): Promise<SigningSession | undefined> {
    const row = await this.database
      .selectFrom('signing_sessions')
      .where('id', '=', sessionId)
      .where('user_id', '=', userId)
      .selectAll()
      .executeTakeFirst()
    return row && this.toSession(row)
  }

  async listLive(userId: string, certificateId?: string): Promise<SigningSession[]> {
    const rows = await this.database
      .selectFrom('signing_sessions')
      .where('user_id', '=', userId)
      .where('state', '<>', 'closed')
      .$if(certificateId !== undefined, (query) => query.where('certificate_id', '=', certificateId!))
      .selectAll()
      .execute()
    return Promise.all(rows.map((row) => this.toSession(row)))
  }

  async update(
    sessionId: string,
    { state, connectorState, expiresAt }: Parameters<SessionStore['update']>[1],
  ): Promise<void> {
    await this.database
      .updateTable('signing_sessions')
      .set({
        ...(state && { state }),
        ...(connectorState && { sealed_state: await this.seal(sessionId, connectorState) }),
        ...(expiresAt && { expires_at: expiresAt }),
      })
      .where('id', '=', sessionId)
      // What is closed stays closed, whatever a call that was under way has to say.
      .where('state', '<>', 'closed')
      .execute()
  }

  private async seal(sessionId: string, state: ConnectorState): Promise<Buffer> {
    return Buffer.from(await this.serverKeys.wrap(Buffer.from(JSON.stringify(state)), sessionBinding(sessionId)))
  }

  private async toSession(row: Selectable<SigningSessionTable>): Promise<SigningSession> {
    const sealed = row.sealed_state
    const opened = sealed && Buffer.from(await this.serverKeys.unwrap(sealed, sessionBinding(row.id))).toString()
    return {
      id: row.id,
      userId: row.user_id,
      certificateId: row.certificate_id,
      batchId: row.batch_id,
      digests: row.digests,
      state: row.state,
      ...(opened && { connectorState: JSON.parse(opened) as ConnectorState }),
      createdAt: row.created_at,
      expiresAt: row.expires_at,
    }
  }
}
