import { sql, type Kysely } from 'kysely'
import type { Acting } from '../../../modules/sessions/ports.ts'
import type { SignatureToMake } from '../../../modules/signing/ports.ts'
import type { Office } from '../../../modules/substitutions/ports.ts'
import { principalOf } from '../../../modules/substitutions/ports.ts'
import { statedLegalIdOfSigner } from '../guests/stated-legal-id.ts'
import { ownDisclaimer } from '../documents/disclaimer-store.ts'
import { isUnsigned } from '../validation/findings-store.ts'
import { VALIDATION_RULES } from '../documents/known-integrity.ts'
import { preparedStatement } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { isOfferedBy, SIGNER_OFFERED } from '../substitutions/offered.ts'
import { wasCalled } from '../documents/was-called.ts'

/** What a signer is to sign and how; undefined for a stranger and for who is not called yet. */
export async function findSignature(
  database: Kysely<Schema>,
  acting: Acting,
  signerId: string,
): Promise<SignatureToMake | undefined> {
  const { userId, office } = acting
  const asked = signatureOf(signerId, principalOf(acting), userId, office?.substitutionId ?? null)
  const row = (await database.executeQuery(asked)).rows[0]
  if (!row) return undefined
  return {
    signerId: row.id,
    state: row.state,
    documentId: row.document_id,
    fileName: row.file_name,
    subscriptionId: row.subscription_id,
    userId,
    office,
    signerName: office ? row.own_name : row.signer_name,
    reason: office ? reasonOfDeputy(office, row.reason) : row.reason,
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

/** For whom a deputy signs, in the words of the two, before what the sender asked for. */
const reasonOfDeputy = ({ formula, principalName }: Office, reason: string | null) =>
  [`${formula} ${principalName}`, ...(reason ? [reason] : [])].join('. ')

const signatureOf = preparedStatement(
  (database, ...[signerId, principalId, userId, substitutionId]: [string, string, string, string | null]) =>
    selectSignature(database, userId, substitutionId)
      .where('signers.id', '=', signerId)
      .where('signers.user_id', '=', principalId)
      .where(isOfferedBy(SIGNER_OFFERED, substitutionId))
      .where(wasCalled),
)

/** Name, picture and legal id are of who signs, as are the pages that were served. */
function selectSignature(database: Kysely<Schema>, userId: string, substitutionId: string | null) {
  return database
    .selectFrom('signers')
    .innerJoin('documents', 'documents.id', 'signers.document_id')
    .innerJoin('users', (join) => join.on('users.id', '=', userId))
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
      'users.name as own_name',
      'signature_fields.name as field_name',
      'signature_fields.width as field_width',
      eb
        .selectFrom('page_views')
        .whereRef('page_views.signer_id', '=', 'signers.id')
        .where(sql<boolean>`page_views.substitution_id is not distinct from ${substitutionId}::uuid`)
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
