import { sql, type Kysely, type Selectable } from 'kysely'
import { PIN_TRIES, type AuthenticationType } from '@rubrica/domain'
import type {
  Certificate,
  CertificateStore,
  NewCertificate,
  PinTry,
  SigningCertificate,
  WrappedKey,
} from '../../modules/certificates/ports.ts'
import { preparedStatement } from './prepared-statements.ts'
import type { CertificateTable, Schema } from './schema.ts'

/** A try whose process died is forgotten after this long; comparing a PIN takes a fraction of a second. */
const RESERVATION_MS = 60_000

type Row = Selectable<CertificateTable>

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
})

const toSigningCertificate = (row: Row): SigningCertificate => ({
  ...toCertificate(row),
  certificate: row.certificate,
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
  database.selectFrom('certificates').selectAll().where('deleted_at', 'is', null)

const certificateOf = preparedStatement((database, userId: string, certificateId: string) =>
  live(database).where('user_id', '=', userId).where('id', '=', certificateId),
)

/** Certificates and PIN tries in PostgreSQL. */
export class DatabaseCertificateStore implements CertificateStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async list(userId: string): Promise<Certificate[]> {
    const rows = await live(this.database).where('user_id', '=', userId).orderBy('alias').execute()
    return rows.map(toCertificate)
  }

  async find(userId: string, certificateId: string): Promise<SigningCertificate | undefined> {
    const row = (await this.database.executeQuery(certificateOf(userId, certificateId))).rows[0]
    return row && toSigningCertificate(row)
  }

  async insert(certificate: NewCertificate): Promise<boolean> {
    const inserted = await this.database
      .insertInto('certificates')
      .values(toRow(certificate))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'type', 'alias']).where('deleted_at', 'is', null).doNothing(),
      )
      .returning('id')
      .executeTakeFirst()
    return inserted !== undefined
  }

  async remove(userId: string, certificateId: string, at: Date): Promise<boolean> {
    const removed = await this.database
      .updateTable('certificates')
      .set({ deleted_at: at, wrapped_key: null, server_key_version: null })
      .where('id', '=', certificateId)
      .where('user_id', '=', userId)
      .where('deleted_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    return removed !== undefined
  }

  async reservePinTry(certificateId: string, at: Date): Promise<PinTry> {
    const dead = new Date(at.getTime() - RESERVATION_MS)
    const running = sql<number>`case when pin_reserved_at < ${dead} then 0 else pin_tries_reserved end`
    const reserved = await this.database
      .updateTable('certificates')
      .set({ pin_tries_reserved: sql<number>`${running} + 1`, pin_reserved_at: at })
      .where('id', '=', certificateId)
      .where('locked_at', 'is', null)
      .where('deleted_at', 'is', null)
      .where(sql<boolean>`pin_failures + ${running} < ${PIN_TRIES}`)
      .returning('id')
      .executeTakeFirst()
    if (reserved) return 'reserved'
    const row = await live(this.database).where('id', '=', certificateId).executeTakeFirst()
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

  async returnPinTry(certificateId: string): Promise<void> {
    await this.giveBack(certificateId).set({ pin_failures: 0 }).execute()
  }

  async releasePinTry(certificateId: string): Promise<void> {
    await this.giveBack(certificateId).execute()
  }

  async spendPinTry(certificateId: string, at: Date): Promise<number> {
    const row = await this.giveBack(certificateId)
      .set({
        pin_failures: sql<number>`pin_failures + 1`,
        locked_at: sql<Date | null>`case when pin_failures + 1 >= ${PIN_TRIES} then ${at}::timestamptz else locked_at end`,
      })
      .returning('pin_failures')
      .executeTakeFirstOrThrow()
    return Math.max(0, PIN_TRIES - row.pin_failures)
  }

  private giveBack(certificateId: string) {
    return this.database
      .updateTable('certificates')
      .set({ pin_tries_reserved: sql<number>`greatest(0, pin_tries_reserved - 1)` })
      .where('id', '=', certificateId)
  }
}
