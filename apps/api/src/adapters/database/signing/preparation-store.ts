import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { parsePrepared, serialisePrepared } from '@rubrica/pades'
import type { Batch, Preparation, PreparationStore } from '../../../modules/signing/ports.ts'
import type { SignatureSession } from '../../../modules/signing/key/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import type { Schema } from '../schema.ts'

interface Bound {
  readonly signerId: string
  readonly certificateId: string
  readonly baseRevision: number
}

/** What a sealed preparation is bound to: moved to another row, it does not open. */
export const preparationBinding = ({ signerId, certificateId, baseRevision }: Bound): string =>
  `preparation:${signerId}:${certificateId}:${baseRevision}`

/** Prepared signatures in PostgreSQL, under the server's key: they hold names, reasons and pictures. */
export class DatabasePreparationStore implements PreparationStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async find(signerId: string, certificateId: string, at: Date): Promise<Preparation | undefined> {
    const row = await this.database
      .selectFrom('signature_preparations')
      .where('signer_id', '=', signerId)
      .where('certificate_id', '=', certificateId)
      .where('expires_at', '>', at)
      .select(['base_revision', 'sealed_prepared', 'substitution_id'])
      .executeTakeFirst()
    if (!row) return undefined
    const bound = { signerId, certificateId, baseRevision: row.base_revision }
    const opened = await this.serverKeys.unwrap(row.sealed_prepared, preparationBinding(bound))
    return { ...bound, substitutionId: row.substitution_id, prepared: parsePrepared(opened) }
  }

  async keep(
    preparation: Preparation,
    { at, until }: { readonly at: Date; readonly until: Date },
  ): Promise<Preparation> {
    const { signerId, certificateId, substitutionId, baseRevision, prepared } = preparation
    const sealed = await this.serverKeys.wrap(serialisePrepared(prepared), preparationBinding(preparation))
    const values = {
      substitution_id: substitutionId,
      base_revision: baseRevision,
      digest: Buffer.from(prepared.documentDigest),
      sealed_prepared: Buffer.from(sealed),
      created_at: at,
      expires_at: until,
    }
    const kept = await this.database
      .insertInto('signature_preparations')
      .values({ signer_id: signerId, certificate_id: certificateId, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['signer_id', 'certificate_id'])
          .doUpdateSet(values)
          .where(
            sql<boolean>`signature_preparations.base_revision < ${baseRevision} or signature_preparations.expires_at <= ${at}`,
          ),
      )
      .returning('signer_id')
      .executeTakeFirst()
    return kept ? preparation : ((await this.find(signerId, certificateId, at)) ?? preparation)
  }

  async extend(signerId: string, certificateId: string, lifeMs: number): Promise<Date | undefined> {
    const { rows } = await sql<{ former: Date }>`
      with former as (
        select expires_at from signature_preparations
        where signer_id = ${signerId} and certificate_id = ${certificateId} for update
      )
      update signature_preparations
      set expires_at = greatest(former.expires_at, created_at + make_interval(secs => ${lifeMs / 1000}))
      from former where signer_id = ${signerId} and certificate_id = ${certificateId}
      returning former.expires_at as former`.execute(this.database)
    return rows[0]?.former
  }

  async keepForSignatureSession(
    batch: Batch,
    signatureSession: Pick<SignatureSession, 'createdAt' | 'expiresAt'>,
  ): Promise<void> {
    await this.database
      .updateTable('signature_preparations')
      .set({ expires_at: signatureSession.expiresAt })
      .where('signer_id', '=', sql<string>`any(${[...batch.signerIds]}::uuid[])`)
      .where('certificate_id', '=', batch.certificateId)
      .where('expires_at', '>', signatureSession.createdAt)
      .where('expires_at', '<', signatureSession.expiresAt)
      .execute()
  }

  async endAt(signerId: string, certificateId: string, end: Date): Promise<void> {
    await this.database
      .updateTable('signature_preparations')
      .set({ expires_at: end })
      .where('signer_id', '=', signerId)
      .where('certificate_id', '=', certificateId)
      .execute()
  }

  async forget(signerId: string, certificateId: string): Promise<void> {
    await this.database
      .deleteFrom('signature_preparations')
      .where('signer_id', '=', signerId)
      .where('certificate_id', '=', certificateId)
      .execute()
  }
}
