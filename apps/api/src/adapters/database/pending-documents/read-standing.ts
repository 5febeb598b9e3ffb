/** What a signer is to a document, read in one statement that PostgreSQL plans once: each page call asks it. */
import type { Kysely } from 'kysely'
import type { SignerState } from '@rubrica/domain'
import type { SignerStanding, StandingAtPage, StandingRequest } from '../../../modules/pending-documents/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { WAS_CALLED } from '../documents/was-called.ts'

interface Row {
  readonly id: string
  readonly subscription_id: string
  readonly state: SignerState
  readonly file_name: string
  readonly page_count: number
  readonly current_revision: number
  readonly deadline: Date | null
  readonly digest: Buffer
}

const standingSql = (more = '') => `
  select signers.id, signers.subscription_id, signers.state, signers.file_name, documents.page_count,
    documents.current_revision, documents.deadline, revisions.digest${more}
  from signers
    join documents on documents.id = signers.document_id
    join revisions on revisions.document_id = documents.id and revisions.number = documents.current_revision
  where signers.document_id = $1 and (signers.user_id = $2 or signers.acting_user_id = $2) and ${WAS_CALLED}
  order by signers.user_id = $2 desc limit 1`

const STANDING = standingSql()
const STANDING_AT_PAGE = standingSql(`,
    array(select image_digest from page_views where page_views.signer_id = signers.id and page_views.page = $3
      and page_views.revision = documents.current_revision
      and page_views.substitution_id is not distinct from $4::uuid) as served`)

export async function readStanding(
  database: Kysely<Schema>,
  userId: string,
  documentId: string,
): Promise<SignerStanding | undefined> {
  const { rows } = await database.executeQuery(preparedQuery<Row>(STANDING, [documentId, userId]))
  return rows[0] && toStanding(rows[0], documentId)
}

export async function readStandingAtPage(
  database: Kysely<Schema>,
  { userId, documentId, page, substitutionId }: StandingRequest,
): Promise<StandingAtPage | undefined> {
  const { rows } = await database.executeQuery(
    preparedQuery<Row & { readonly served: readonly Buffer[] }>(STANDING_AT_PAGE, [
      documentId,
      userId,
      page,
      substitutionId ?? null,
    ]),
  )
  return rows[0] && { ...toStanding(rows[0], documentId), served: rows[0].served }
}

const toStanding = (row: Row, documentId: string): SignerStanding => ({
  signerId: row.id,
  documentId: documentId.toLowerCase(),
  subscriptionId: row.subscription_id,
  state: row.state,
  deadline: row.deadline,
  fileName: row.file_name,
  pageCount: row.page_count,
  revision: row.current_revision,
  digest: row.digest.toString('hex'),
})
