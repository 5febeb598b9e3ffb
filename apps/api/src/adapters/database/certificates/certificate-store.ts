import { createHash, randomUUID } from 'node:crypto'
import { sql, type Kysely, type Selectable } from 'kysely'
import { PIN_TRIES, type AuthenticationType } from '@rubrica/domain'
import type {
  Certificate,
  CertificateStore,
  NewCertificate,
  PinTry,
  SigningCertificate,
  WrappedKey,
} from '../../../modules/certificates/ports.ts'
import type { Replica } from '../../replicas/owed-writes.ts'
import { openActLog } from '../installation-log/log-acts.ts'
import { preparedStatement } from '../prepared-statements.ts'
import type { CertificateTable, Schema } from '../schema.ts'

/**
 * Tries under way: those of a process that died, or that are older than any comparison of a PIN takes, are forgotten.
 * In an UPDATE PostgreSQL asks this again of the row that another one has left, so that no try is taken twice.
 */
const RUNNING = sql<object>`(
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(certificates.pin_reservations)
  where (value ->> 'at')::timestamptz > now() - interval '60 seconds'
    and value ->> 'by' not in (select instance from silent_replicas))`
const RUNNING_COUNT = sql<number>`(select count(*) from jsonb_object_keys(${RUNNING}))`

type Row = Selectable<CertificateTable> & { readonly legal_id: string }

const toCertificate = (row: Row): Certificate => ({
  id: row.id,
  userId: row.user_id,
  type: row.type,
  alias: row.alias,
  dn: row.dn,
  authenticationType: row.authentication_type as AuthenticationType,
  pinRequired: row.pin_required,
  notAfter: row.not_after,
  locked: row.locked_at !== null || row.pin_failures >= PIN_TRIES,
  inputs: row.inputs as Certificate['inputs'],
  maxDocuments: row.max_documents,
  qualified: row.qualified,
  suspended: row.suspended,
  certificate: row.certificate,
  legalId: row.legal_id,
})

const toSigningCertificate = (row: Row): SigningCertificate => ({
  ...toCertificate(row),
  chain: row.chain,
  wrappedKey: row.wrapped_key,
  serialNumber: row.serial_number,
  providerRef: row.provider_ref,
  scal: row.scal,
})

const toRow = (certificate: NewCertificate) => ({
  id: certificate.id,
  user_id: certificate.userId,
  type: certificate.type,
  alias: certificate.alias,
  dn: certificate.dn,
  serial_number: certificate.serialNumber,
  not_before: certificate.notBefore,
  not_after: certificate.notAfter,
  authentication_type: certificate.authenticationType,
  pin_required: certificate.pinRequired,
  key_algorithm: certificate.keyAlgorithm,
  certificate: Buffer.from(certificate.certificate),
  chain: certificate.chain.map((link) => Buffer.from(link)),
  wrapped_key: Buffer.from(certificate.wrappedKey),
  server_key_version: certificate.serverKeyVersion,
  created_at: certificate.createdAt,
})

const live = (database: Kysely<Schema>) =>
  database
    .selectFrom('certificates')
    .innerJoin('users', 'users.id', 'certificates.user_id')
    .selectAll('certificates')
    .select('users.legal_id')
    .where('certificates.deleted_at', 'is', null)

const certificateOf = preparedStatement((database, userId: string, certificateId: string) =>
  live(database).where('certificates.user_id', '=', userId).where('certificates.id', '=', certificateId),
)

/** Certificates and PIN tries in PostgreSQL. */
export class DatabaseCertificateStore implements CertificateStore {
  private readonly database: Kysely<Schema>
  private readonly replica: Replica

  constructor(database: Kysely<Schema>, replica: Replica) {
    this.database = database
    this.replica = replica
  }

  async list(userId: string): Promise<Certificate[]> {
    const rows = await live(this.database).where('certificates.user_id', '=', userId).orderBy('alias').execute()
    return rows.map(toCertificate)
  }

  async find(userId: string, certificateId: string): Promise<SigningCertificate | undefined> {
    const row = (await this.database.executeQuery(certificateOf(userId, certificateId))).rows[0]
    return row && toSigningCertificate(row)
  }

  async insert(certificate: NewCertificate): Promise<boolean> {
    const { userId, createdAt } = certificate
    const log = openActLog(this.database, { actor: { by: 'person', userId }, now: () => createdAt })
    const inserted = await log(
      (transaction) =>
        transaction
          .insertInto('certificates')
          .values(toRow(certificate))
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'type', 'alias']).where('deleted_at', 'is', null).doNothing(),
          )
          .returning('id')
          .executeTakeFirst(),
      (row) =>
        row !== undefined && {
          type: 'vault-key-added',
          facts: {
            ...{ certificateId: certificate.id, userId, certificateType: certificate.type },
            digest: createHash('sha256').update(certificate.certificate).digest('hex'),
          },
          personal: { dn: certificate.dn },
        },
    )
    return inserted !== undefined
  }

  async remove(userId: string, certificateId: string, at: Date): Promise<boolean> {
    const log = openActLog(this.database, { actor: { by: 'person', userId }, now: () => at })
    const removed = await log(
      (transaction) =>
        transaction
          .updateTable('certificates')
          .set({ deleted_at: at, wrapped_key: null, server_key_version: null })
          .where('id', '=', certificateId)
          .where('user_id', '=', userId)
          .where('deleted_at', 'is', null)
          .returning(['type', 'certificate'])
          .executeTakeFirst(),
      (row) =>
        row !== undefined && {
          type: 'vault-key-removed',
          facts: {
            ...{ certificateId, userId, certificateType: row.type },
            digest: createHash('sha256').update(row.certificate).digest('hex'),
          },
        },
    )
    return removed !== undefined
  }

  async reservePinTry(certificateId: string): Promise<PinTry> {
    const tryId = randomUUID()
    const own = sql`jsonb_build_object(${tryId}::text, jsonb_build_object('by', ${this.replica.instance}::text, 'at', now()))`
    const reserved = await this.database
      .updateTable('certificates')
      .set({ pin_reservations: sql<object>`${RUNNING} || ${own}` })
      .where('id', '=', certificateId)
      .where('locked_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`pin_failures + ${RUNNING_COUNT} < ${PIN_TRIES}`)
      .returning('id')
      .executeTakeFirst()
    if (reserved) return { tryId }
    const row = await live(this.database).where('certificates.id', '=', certificateId).executeTakeFirst()
    if (!row) return 'gone'
    return row.locked_at || row.pin_failures >= PIN_TRIES ? 'locked' : 'all-reserved'
  }

  async replaceKey(certificateId: string, read: Uint8Array, fresh: WrappedKey): Promise<boolean> {
    const replaced = await this.database
      .updateTable('certificates')
      .set({ wrapped_key: Buffer.from(fresh.wrappedKey), server_key_version: fresh.serverKeyVersion })
      .where('id', '=', certificateId)
      .where('wrapped_key', '=', Buffer.from(read))
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return replaced !== undefined
  }

  returnPinTry(certificateId: string, tryId: string): Promise<void> {
    return this.replica.owed.insist(
      async () => void (await this.giveBack(certificateId, tryId).set({ pin_failures: 0 }).execute()),
      // Meanwhile other PINs may have been wrong.
      async () => void (await this.giveBack(certificateId, tryId).execute()),
    )
  }

  releasePinTry(certificateId: string, tryId: string): Promise<void> {
    return this.replica.owed.insist(async () => void (await this.giveBack(certificateId, tryId).execute()))
  }

  async spendPinTry(certificateId: string, tryId: string, at: Date): Promise<number> {
    const spend = () =>
      this.giveBack(certificateId, tryId)
        .set({
          pin_failures: sql<number>`pin_failures + 1`,
          locked_at: sql<Date | null>`case when pin_failures + 1 >= ${PIN_TRIES} then ${at}::timestamptz else locked_at end`,
        })
        .returning('pin_failures')
    let failures = 0
    await this.replica.owed.insist(
      async () => {
        failures = (await spend().executeTakeFirstOrThrow()).pin_failures
      },
      // Once: the try is not there any more if it was spent and only the answer was lost.
      async () =>
        void (await spend()
          .where(sql<boolean>`pin_reservations ? ${tryId}::text`)
          .execute()),
    )
    return Math.max(0, PIN_TRIES - failures)
  }

  private giveBack(certificateId: string, tryId: string) {
    return this.database
      .updateTable('certificates')
      .set({ pin_reservations: sql<object>`pin_reservations - ${tryId}::text` })
      .where('id', '=', certificateId)
  }
}
