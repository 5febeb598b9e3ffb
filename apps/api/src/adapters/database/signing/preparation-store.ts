import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { parsePrepared, serialisePrepared } from '@rubrica/pades'
import type { Batch, Preparation, PreparationStore } from '../../../modules/signing/ports.ts'
import type { SignatureSession } from '../../../modules/signing/key/ports.ts'
import type { ServerKeys } from '../../../ports/server-keys.ts'
import { preparedQuery, preparedStatement } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

interface Bound {
  readonly signerId: string
  readonly certificateId: string
  readonly baseRevision: number
}

/** What a sealed preparation is bound to: moved to another row, it does not open. */
export const preparationBinding = ({ signerId, certificateId, baseRevision }: Bound): string =>
  `preparation:${signerId}:${certificateId}:${baseRevision}`

const findKept = preparedStatement((database, ...[signerId, certificateId, at]: [string, string, Date]) =>
  database
    .selectFrom('signature_preparations')
    .where('signer_id', '=', signerId)
    .where('certificate_id', '=', certificateId)
    .where('expires_at', '>', at)
    .select(['base_revision', 'sealed_prepared', 'substitution_id']),
)

/** What is for an older revision, or over, makes room. */
const KEEP = `
  insert into signature_preparations as kept (signer_id, certificate_id, substitution_id, base_revision, digest,
    sealed_prepared, created_at, expires_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8)
  on conflict (signer_id, certificate_id) do update set substitution_id = excluded.substitution_id,
    base_revision = excluded.base_revision, digest = excluded.digest, sealed_prepared = excluded.sealed_prepared,
    created_at = excluded.created_at, expires_at = excluded.expires_at
  where kept.base_revision < excluded.base_revision or kept.expires_at <= excluded.created_at
  returning signer_id`

/** Prepared signatures in PostgreSQL, under the server's key: they hold names, reasons and pictures. */
export class DatabasePreparationStore implements PreparationStore {
  private readonly database: Kysely<Schema>
  private readonly serverKeys: ServerKeys

  constructor(database: Kysely<Schema>, serverKeys: ServerKeys) {
    this.database = database
    this.serverKeys = serverKeys
  }

  async find(signerId: string, certificateId: string, at: Date): Promise<Preparation | undefined> {
    const row = (await this.database.executeQuery(findKept(signerId, certificateId, at))).rows[0]
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
    const values = [
      ...[signerId, certificateId, substitutionId, baseRevision],
      ...[Buffer.from(prepared.documentDigest), Buffer.from(sealed), at, until],
    ]
    const [kept] = (await this.database.executeQuery(preparedQuery(KEEP, values))).rows
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
