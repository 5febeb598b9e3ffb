import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { MadeCertificate } from '../../../modules/on-demand/ports.ts'
import type { CompletedSignature } from '../../../modules/signing/ports.ts'
import type { Schema } from '../schema.ts'

/** Digits of the serial number that distinguish certificates of the same name. */
const TOLD_DIGITS = 12

export interface CertificateOfPerson {
  readonly userId: string
  readonly type: string
  readonly made: MadeCertificate
  readonly at: Date
}

/** The certificate that was made for a signature becomes a row without key, and the certificate of the attempt. */
export async function insertMadeCertificate(
  transaction: Kysely<Schema>,
  { madeCertificate, attemptId, at }: CompletedSignature,
): Promise<void> {
  if (!madeCertificate) return
  const { user_id: userId } = await transaction
    .selectFrom('signing_attempts')
    .where('id', '=', attemptId)
    .select('user_id')
    .executeTakeFirstOrThrow()
  const { type } = madeCertificate
  const id = await keepMadeCertificate(transaction, { userId, type, made: madeCertificate, at })
  await transaction.updateTable('signing_attempts').set({ certificate_id: id }).where('id', '=', attemptId).execute()
}

/** One row for each certificate, however many signatures it has made. @returns its id */
export async function keepMadeCertificate(
  database: Kysely<Schema>,
  { userId, type, made, at }: CertificateOfPerson,
): Promise<string> {
  const { id } = await database
    .insertInto('certificates')
    .values({
      id: randomUUID(),
      user_id: userId,
      type,
      alias: `${made.commonName} · ${made.serialNumber.slice(-TOLD_DIGITS)}`,
      dn: made.dn,
      serial_number: made.serialNumber,
      not_before: made.notBefore,
      not_after: made.notAfter,
      authentication_type: 'APP',
      pin_required: false,
      key_algorithm: made.keyAlgorithm,
      certificate: Buffer.from(made.certificate),
      chain: made.chain.map((link) => Buffer.from(link)),
      wrapped_key: null,
      server_key_version: null,
      provider_ref: null,
      created_at: at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'type', 'alias'])
        .where('deleted_at', 'is', null)
        .doUpdateSet((eb) => ({ not_after: eb.ref('excluded.not_after') })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
