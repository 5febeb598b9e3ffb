import { sql, type Kysely } from 'kysely'
import type { Integrity } from '@rubrica/domain'
import type {
  Findings,
  FindingsStore,
  KeptFindings,
  RevisionName,
  RevisionToSign,
} from '../../../modules/validation/ports.ts'
import type { DocumentKey, DocumentObjects } from '../../../ports/object-store.ts'
import { INTEGRITY, VALIDATION_RULES } from '../documents/known-integrity.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { WAS_CALLED } from '../documents/was-called.ts'

/** Whether the document of the row at hand came without signatures and has got none of ours yet. */
const IS_UNSIGNED = `(documents.arrived_signed is false and not exists (
  select 1 from revisions as signing where signing.document_id = documents.id and signing.kind = 'signature'))`

export const isUnsigned = sql.raw<boolean>(IS_UNSIGNED)

const NOT_INTACT = `
  select signers.id as signer_id, documents.id as document_id, documents.current_revision, revisions.digest,
    document_validations.integrity
  from signers
    join documents on documents.id = signers.document_id
    join revisions on revisions.document_id = documents.id and revisions.number = documents.current_revision
    left join document_validations on document_validations.document_id = documents.id
      and document_validations.digest = revisions.digest and document_validations.rules = ${VALIDATION_RULES}
  where signers.id = any($1::uuid[]) and signers.user_id = $2 and ${WAS_CALLED} and not ${IS_UNSIGNED}
    and document_validations.integrity is distinct from 'intact'`

interface CurrentRow {
  readonly document_id: string
  readonly current_revision: number
  readonly digest: Buffer
}

const CURRENT = `
  select documents.id as document_id, documents.current_revision, revisions.digest
  from signers
    join documents on documents.id = signers.document_id
    join revisions on revisions.document_id = documents.id and revisions.number = documents.current_revision
  where signers.id = $1 and (signers.user_id = $2 or signers.acting_user_id = $2) and ${WAS_CALLED}`

/**
 * Findings by the content that they are about: the judgement in a row, the rest sealed as an object of its document.
 */
export class DatabaseFindingsStore implements FindingsStore {
  private readonly database: Kysely<Schema>
  private readonly objects: DocumentObjects

  constructor(database: Kysely<Schema>, objects: DocumentObjects) {
    this.database = database
    this.objects = objects
  }

  async find({ documentId, digest }: RevisionName): Promise<KeptFindings | undefined> {
    const row = await this.database
      .selectFrom('document_validations')
      .innerJoin('documents', 'documents.id', 'document_validations.document_id')
      .where('document_id', '=', documentId)
      .where('digest', '=', Buffer.from(digest, 'hex'))
      .where('rules', '=', VALIDATION_RULES)
      .select(['object_id', 'validated_at', 'wrapped_data_key'])
      .executeTakeFirst()
    if (!row?.wrapped_data_key) return undefined
    const stored = await this.objects.read({ documentId, wrappedKey: row.wrapped_data_key }, row.object_id)
    const findings = JSON.parse(Buffer.from(stored).toString()) as Findings
    return { ...findings, validatedAt: row.validated_at }
  }

  async keep({ documentId, digest }: RevisionName, key: DocumentKey, kept: KeptFindings): Promise<void> {
    const { validatedAt, ...findings } = kept
    const objectId = await this.objects.write(key, Buffer.from(JSON.stringify(findings)))
    const judged = {
      rules: VALIDATION_RULES,
      integrity: findings.integrity,
      object_id: objectId,
      validated_at: validatedAt,
    }
    await this.database
      .insertInto('document_validations')
      .values((eb) => ({
        document_id: documentId,
        digest: Buffer.from(digest, 'hex'),
        subscription_id: eb
          .selectFrom('documents')
          .where('id', '=', documentId)
          .select('subscription_id')
          .$asScalar()
          .$notNull(),
        ...judged,
      }))
      .onConflict((conflict) => conflict.columns(['document_id', 'digest']).doUpdateSet(judged))
      .execute()
  }

  async notIntact(
    userId: string,
    signerIds: readonly string[],
  ): Promise<(RevisionToSign & { readonly signerId: string })[]> {
    const finding = preparedQuery<CurrentRow & { readonly signer_id: string; readonly integrity: Integrity | null }>(
      NOT_INTACT,
      [signerIds, userId],
    )
    const { rows } = await this.database.executeQuery(finding)
    return rows.map((row) => ({
      signerId: row.signer_id,
      ...toName(row),
      isUnsigned: false,
      integrity: row.integrity ?? undefined,
    }))
  }

  async currentOfSigner(userId: string, signerId: string): Promise<RevisionName | undefined> {
    const finding = preparedQuery<CurrentRow>(CURRENT, [signerId, userId])
    const row = (await this.database.executeQuery(finding)).rows[0]
    return row && toName(row)
  }
}

const UNJUDGED = `
  select documents.id as document_id, documents.current_revision, revisions.digest
  from documents
    join revisions on revisions.document_id = documents.id and revisions.number = documents.current_revision
  where documents.id = $1 and documents.wrapped_data_key is not null and ${INTEGRITY} is null`

/** The current revision of a document whose signatures nobody has looked at; undefined when somebody has. */
export async function findUnjudged(database: Kysely<Schema>, documentId: string): Promise<RevisionName | undefined> {
  const { rows } = await database.executeQuery(preparedQuery<CurrentRow>(UNJUDGED, [documentId]))
  return rows[0] && toName(rows[0])
}

const toName = (row: CurrentRow): RevisionName => ({
  documentId: row.document_id,
  revision: row.current_revision,
  digest: row.digest.toString('hex'),
})
