/**
 * Which images of pages were served to each signer and approver, and the digest that binds them to what the person then
 * did.
 */
import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { ApproverPageView } from '../../../modules/approvals/ports.ts'
import type { PageView } from '../../../modules/pending-documents/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

const digestOf = (views: string, of: string): string => `
  (select encode(sha256(convert_to(coalesce(string_agg(
      concat(revision, ' ', page, ' ', encode(image_digest, 'hex'), chr(10)), '' order by revision, page, image_digest
    ), ''), 'UTF8')), 'hex') from ${views} where ${of})`

/**
 * SQL of the digest of all that was served to a signer: SHA-256, in lower-case hex, of a line for each image, `revision
 * page digest`, each ended by a line feed, in the order of revision, page and digest. Of nothing, that of no octets.
 * @param signerId SQL of the signer's id
 * @param substitution SQL of the substitution by which a deputy acts, null for the signer: what was served to one of them
 *   was not served to the other
 */
export const pagesDigestSql = (signerId: string, substitution: string): string =>
  digestOf(
    'page_views',
    `page_views.signer_id = ${signerId} and page_views.substitution_id is not distinct from ${substitution}`,
  )

/** The same in a statement of Kysely's, of a row of either table. */
export const pagesDigest = (personId: 'signers.id' | 'approvers.id'): RawBuilder<string> =>
  sql.raw<string>(
    personId === 'signers.id'
      ? pagesDigestSql(personId, 'signers.substitution_id')
      : digestOf(
          'approver_page_views',
          `approver_page_views.approver_id = ${personId}
            and approver_page_views.substitution_id is not distinct from approvers.substitution_id`,
        ),
  )

/**
 * A signature or a rejection changes the rows that this waits for, and reads the views afterwards: each view is there
 * before, and in its digest, or is not recorded at all.
 */
const RECORD = `
  with document as (
    select documents.id from documents join signers on signers.document_id = documents.id
    where signers.id = $1 for share of documents
  ), signer as (
    select signers.id from document join signers on signers.document_id = document.id
    where signers.id = $1 and signers.state in ('pending', 'signing') for share of signers
  )
  insert into page_views (signer_id, page, subscription_id, revision, image_digest, width, served_at, substitution_id)
  select id, $2, $3, $4, $5, $6, $7, $8::uuid from signer
  on conflict do nothing`

/** Keeps an image of a page that was served to somebody who can still act, once. */
export async function recordPageView(database: Kysely<Schema>, view: PageView): Promise<void> {
  const { signerId, page, subscriptionId, revision, imageDigest, width, at, substitutionId } = view
  const values = [signerId, page, subscriptionId, revision, imageDigest, width, at, substitutionId ?? null]
  await database.executeQuery(preparedQuery(RECORD, values))
}

/** As for signers: a decision waits for these rows, or is waited for. What is there already waits for nothing. */
const RECORD_OF_APPROVER = `
  with document as (
    select documents.id from documents join approvers on approvers.document_id = documents.id
    where approvers.id = $1 and not exists (
      select from approver_page_views
      where approver_id = $1 and page = $2 and revision = $3 and image_digest = $4
        and substitution_id is not distinct from $7::uuid
    ) for share of documents
  ), approver as (
    select approvers.id, approvers.subscription_id from document join approvers on approvers.document_id = document.id
    where approvers.id = $1 and approvers.state = 'pending' for share of approvers
  )
  insert into approver_page_views
    (approver_id, subscription_id, page, revision, image_digest, width, served_at, substitution_id)
  select id, subscription_id, $2, $3, $4, $5, $6, $7::uuid from approver
  on conflict do nothing`

/** Keeps an image of a page that was served to an approver who can still decide, once. */
export async function recordApproverPageView(database: Kysely<Schema>, view: ApproverPageView): Promise<void> {
  const { approverId, page, revision, imageDigest, width, at, substitutionId } = view
  const values = [approverId, page, revision, imageDigest, width, at, substitutionId ?? null]
  await database.executeQuery(preparedQuery(RECORD_OF_APPROVER, values))
}
