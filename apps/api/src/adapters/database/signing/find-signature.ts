import { sql, type Kysely } from 'kysely'
import type { SignatureToMake } from '../../../modules/signing/ports.ts'
import { statedLegalIdOfSigner } from '../guests/stated-legal-id.ts'
import { ownDisclaimer } from '../documents/disclaimer-store.ts'
import { isUnsigned } from '../validation/findings-store.ts'
import { VALIDATION_RULES } from '../documents/known-integrity.ts'
import { preparedStatement } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { wasCalled } from '../documents/was-called.ts'

/** What a signer is to sign and how; undefined for a stranger and for who is not called yet. */
export async function findSignature(
  database: Kysely<Schema>,
  userId: string,
  signerId: string,
): Promise<SignatureToMake | undefined> {
  const row = (await database.executeQuery(signatureOf(signerId, userId))).rows[0]
  if (!row) return undefined
  return {
    signerId: row.id,
    state: row.state,
    documentId: row.document_id,
    fileName: row.file_name,
    subscriptionId: row.subscription_id,
    userId,
    signerName: row.signer_name,
    reason: row.reason,
    readAll: row.read_all,
    pageCount: row.page_count,
    pagesServed: Number(row.pages_served),
    certificateId: row.certificate_id,
    certificateType: row.certificate_type,
    fieldName: row.field_name,
    furtherFieldNames: row.further_names ?? [],
    visible: row.field_width !== null,
    signatureImage: row.signature_image,
    legalId: row.legal_id,
    disclaimer: ownDisclaimer(row),
    current: {
      documentId: row.document_id,
      revision: row.current_revision,
      digest: row.digest.toString('hex'),
      isUnsigned: row.is_unsigned,
      integrity: row.integrity ?? undefined,
    },
  }
}

const signatureOf = preparedStatement((database, signerId: string, userId: string) =>
  selectSignature(database).where('signers.id', '=', signerId).where('signers.user_id', '=', userId).where(wasCalled),
)

function selectSignature(database: Kysely<Schema>) {
  return database
    .selectFrom('signers')
    .innerJoin('documents', 'documents.id', 'signers.document_id')
    .innerJoin('users', 'users.id', 'signers.user_id')
    .innerJoin('revisions', (join) =>
      join
        .onRef('revisions.document_id', '=', 'documents.id')
        .onRef('revisions.number', '=', 'documents.current_revision'),
    )
    .leftJoin('document_validations', (join) =>
      join
        .onRef('document_validations.document_id', '=', 'documents.id')
        .onRef('document_validations.digest', '=', 'revisions.digest')
        .on('document_validations.rules', '=', VALIDATION_RULES),
    )
    .innerJoin('signature_fields', (join) =>
      join.onRef('signature_fields.signer_id', '=', 'signers.id').on('signature_fields.ordinal', '=', 0),
    )
    .select((eb) => [
      'signers.id',
      'signers.state',
      'signers.document_id',
      'signers.subscription_id',
      'signers.signer_name',
      'signers.reason',
      'signers.read_all',
      'signers.certificate_id',
      'signers.certificate_type',
      'signers.disclaimer_title',
      'signers.disclaimer_text',
      'documents.file_name',
      'documents.page_count',
      'documents.current_revision',
      'revisions.digest',
      'document_validations.integrity',
      isUnsigned.as('is_unsigned'),
      statedLegalIdOfSigner.as('legal_id'),
      'users.signature_image',
      'signature_fields.name as field_name',
      'signature_fields.width as field_width',
      eb
        .selectFrom('page_views')
        .whereRef('page_views.signer_id', '=', 'signers.id')
        .select((inner) => inner.fn.count<string>('page').distinct().as('count'))
        .as('pages_served'),
      eb
        .selectFrom('signature_fields as further')
        .whereRef('further.signer_id', '=', 'signers.id')
        .where('further.ordinal', '>', 0)
        .select(sql<string[] | null>`array_agg(further.name order by further.ordinal)`.as('names'))
        .as('further_names'),
    ])
}
