import { randomUUID } from 'node:crypto'
import type { Selectable, Transaction } from 'kysely'
import { MAX_ALIAS } from '@rubrica/domain'
import type { AccountKey, ListedCertificate } from '../../../modules/provider-accounts/ports.ts'
import type { CertificateTable, Schema } from '../schema.ts'

type Row = Pick<Selectable<CertificateTable>, 'id' | 'alias' | 'provider_ref' | 'certificate'>

export interface Listing {
  readonly certificates: readonly ListedCertificate[]
  readonly at: Date
}

/**
 * Brings the rows of an account in line with what it lists: what is gone is forgotten, what is new gets a row, and a
 * renewed certificate keeps its row, so that a document that asks for it still finds it. What was prepared with the old
 * one cannot be signed with the new one, and is forgotten.
 */
export async function replaceCertificates(
  transaction: Transaction<Schema>,
  key: AccountKey,
  { certificates, at }: Listing,
): Promise<void> {
  const rows = await lockRows(transaction, key)
  const listed = new Map(certificates.map((certificate) => [certificate.ref, certificate]))
  const gone = rows.filter(({ provider_ref }) => !listed.has(provider_ref ?? ''))
  await forget(transaction, gone, at)
  const known = new Map(rows.filter((row) => !gone.includes(row)).map((row) => [row.provider_ref!, row]))
  const taken = new Set([...known.values()].map(({ alias }) => alias))
  for (const certificate of certificates) {
    const row = known.get(certificate.ref)
    const alias = row && isNamed(row.alias, certificate.alias) ? row.alias : freeAlias(certificate.alias, taken)
    taken.add(alias)
    if (row) await renew(transaction, { row, alias, certificate })
    else await insert(transaction, key, { certificate, alias, at })
  }
}

function lockRows(transaction: Transaction<Schema>, { userId, provider }: AccountKey): Promise<Row[]> {
  return transaction
    .selectFrom('certificates')
    .select(['id', 'alias', 'provider_ref', 'certificate'])
    .where('user_id', '=', userId)
    .where('type', '=', provider)
    .where('provider_ref', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
}

async function forget(transaction: Transaction<Schema>, gone: readonly Row[], at: Date): Promise<void> {
  if (gone.length === 0) return
  const ids = gone.map(({ id }) => id)
  await transaction.updateTable('certificates').set({ deleted_at: at }).where('id', 'in', ids).execute()
  await transaction.deleteFrom('signature_preparations').where('certificate_id', 'in', ids).execute()
}

/** The provider's name, or that name with a number behind it. */
const isNamed = (alias: string, name: string) =>
  alias === name || (/ \(\d+\)$/.test(alias) && alias.startsWith(stem(name)))

/** Room for a number within the longest name; half of a character would not be kept as it is. */
const stem = (name: string) => name.slice(0, MAX_ALIAS - ' (999)'.length).replaceAll(/\p{Cs}/gu, '')

function freeAlias(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let number = 2; ; number++) {
    const alias = `${stem(name)} (${number})`
    if (!taken.has(alias)) return alias
  }
}

const valuesOf = (certificate: ListedCertificate, alias: string) => ({
  alias,
  dn: certificate.dn,
  serial_number: certificate.serialNumber,
  not_before: certificate.notBefore,
  not_after: certificate.notAfter,
  key_algorithm: certificate.keyAlgorithm,
  authentication_type: certificate.authenticationType,
  pin_required: certificate.pinRequired,
  inputs: [...certificate.inputs],
  max_documents: certificate.maxDocuments,
  qualified: certificate.qualified,
  scal: certificate.scal,
  suspended: certificate.suspended,
  certificate: Buffer.from(certificate.certificate),
  chain: certificate.chain.map((link) => Buffer.from(link)),
})

interface Renewal {
  readonly row: Row
  readonly alias: string
  readonly certificate: ListedCertificate
}

async function renew(transaction: Transaction<Schema>, { row, alias, certificate }: Renewal): Promise<void> {
  await transaction.updateTable('certificates').set(valuesOf(certificate, alias)).where('id', '=', row.id).execute()
  if (row.certificate.equals(Buffer.from(certificate.certificate))) return
  await transaction.deleteFrom('signature_preparations').where('certificate_id', '=', row.id).execute()
}

async function insert(
  transaction: Transaction<Schema>,
  { userId, provider }: AccountKey,
  { certificate, alias, at }: { certificate: ListedCertificate; alias: string; at: Date },
): Promise<void> {
  await transaction
    .insertInto('certificates')
    .values({
      id: randomUUID(),
      user_id: userId,
      type: provider,
      provider_ref: certificate.ref,
      created_at: at,
      ...valuesOf(certificate, alias),
    })
    .execute()
}
