import type { Kysely, Selectable } from 'kysely'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { SignatureSessionStore, SignatureSession } from '../../../modules/signing/key/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { SignatureSessionTable } from '../grants/grant-schema.ts'
import type { Schema } from '../schema.ts'

/** What the connector's state of a signature session is bound to: the rows that are kept name it so. */
export const signatureSessionBinding = (signatureSessionId: string): string => `signing-session:${signatureSessionId}`

/** Signature sessions in PostgreSQL; what a provider gave for them lies under the server's key. */
export class DatabaseSignatureSessionStore implements SignatureSessionStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async insert(signatureSession: SignatureSession): Promise<void> {
    await this.database
      .insertInto('signature_sessions')
      .values({
        id: signatureSession.id,
        user_id: signatureSession.userId,
        certificate_id: signatureSession.certificateId,
        batch_id: signatureSession.batchId,
        digests: signatureSession.digests.map((digest) => Buffer.from(digest)),
        state: signatureSession.state,
        sealed_state: signatureSession.connectorState
          ? await this.seal(signatureSession.id, signatureSession.connectorState)
          : null,
        created_at: signatureSession.createdAt,
        expires_at: signatureSession.expiresAt,
      })
      .execute()
  }

  async find(userId: string, signatureSessionId: string): Promise<SignatureSession | undefined> {
    const row = await this.database
      .selectFrom('signature_sessions')
      .where('id', '=', signatureSessionId)
      .where('user_id', '=', userId)
      .selectAll()
      .executeTakeFirst()
    return row && this.toSignatureSession(row)
  }

  async listLive(userId: string, certificateId?: string): Promise<SignatureSession[]> {
    const rows = await this.database
      .selectFrom('signature_sessions')
      .where('user_id', '=', userId)
      .where('state', '<>', 'closed')
      .$if(certificateId !== undefined, (query) => query.where('certificate_id', '=', certificateId!))
      .selectAll()
      .execute()
    return Promise.all(rows.map((row) => this.toSignatureSession(row)))
  }

  async update(
    signatureSessionId: string,
    { state, connectorState, expiresAt }: Parameters<SignatureSessionStore['update']>[1],
  ): Promise<void> {
    await this.database
      .updateTable('signature_sessions')
      .set({
        ...(state && { state }),
        ...(connectorState && { sealed_state: await this.seal(signatureSessionId, connectorState) }),
        ...(expiresAt && { expires_at: expiresAt }),
      })
      .where('id', '=', signatureSessionId)
      // A closed signature session stays closed, also when a call that was under way reports otherwise.
      .where('state', '<>', 'closed')
      .execute()
  }

  private async seal(signatureSessionId: string, state: ConnectorState): Promise<Buffer> {
    return Buffer.from(
      await this.serverKeys.wrap(Buffer.from(JSON.stringify(state)), signatureSessionBinding(signatureSessionId)),
    )
  }

  private async toSignatureSession(row: Selectable<SignatureSessionTable>): Promise<SignatureSession> {
    const sealed = row.sealed_state
    const opened =
      sealed && Buffer.from(await this.serverKeys.unwrap(sealed, signatureSessionBinding(row.id))).toString()
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
