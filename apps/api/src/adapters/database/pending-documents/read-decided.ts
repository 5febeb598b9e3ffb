/** What a person has signed or rejected, and where their signature stands, in PostgreSQL. */
import type { Kysely } from 'kysely'
import type { DecidedDocument, SignaturePlace } from '../../../modules/pending-documents/ports.ts'
import { integrity } from '../documents/known-integrity.ts'
import { hasMorePositions, PENDING_COLUMNS, toPendingDocument } from '../documents/pending-row.ts'
import type { Schema } from '../schema.ts'
import { remarkOf } from '../remarks/remark-store.ts'
import { deputyOf, isOrActed } from '../substitutions/acted.ts'
import { wasCalled } from '../documents/was-called.ts'

export async function readDecided(
  database: Kysely<Schema>,
  userId: string,
  documentId: string,
): Promise<DecidedDocument | undefined> {
  const row = await database
    .selectFrom('signers')
    .innerJoin('documents', 'documents.id', 'signers.document_id')
    .innerJoin('users', 'users.id', 'signers.user_id')
    .where('signers.document_id', '=', documentId)
    .where(isOrActed('signers', userId))
    .where('signers.state', 'in', ['signed', 'rejected'])
    .orderBy((eb) => eb('signers.user_id', '=', userId), 'desc')
    .select([...PENDING_COLUMNS, 'signers.state', 'signers.operated_at', 'signers.rejection_reason'])
    .select([hasMorePositions, integrity, 'documents.state as document_state', deputyOf('signers')])
    .select(remarkOf('signers'))
    .executeTakeFirst()
  if (!row?.operated_at) return undefined
  const act = row.state === 'signed' ? ('Signed' as const) : ('Rejected' as const)
  const decision = { act, at: row.operated_at, rejectionReason: row.rejection_reason, deputy: row.deputy }
  return { ...toPendingDocument(row), ...decision, documentState: row.document_state }
}

/** Fields that nobody sees have no box, and those made before page sizes were kept have no size. */
export async function readPlaces(
  database: Kysely<Schema>,
  userId: string,
  signerId: string,
): Promise<readonly SignaturePlace[] | undefined> {
  const rows = await database
    .selectFrom('signers')
    .leftJoin('signature_fields as field', 'field.signer_id', 'signers.id')
    .where('signers.id', '=', signerId)
    .where(isOrActed('signers', userId))
    .where(wasCalled)
    .select(['field.page', 'field.x', 'field.y', 'field.width', 'field.height'])
    .select(['field.page_width', 'field.page_height'])
    .orderBy('field.page')
    .orderBy('field.ordinal')
    .execute()
  return rows.length === 0 ? undefined : rows.flatMap(toPlace)
}

type FieldRow = Readonly<Record<'page' | 'x' | 'y' | 'width' | 'height' | 'page_width' | 'page_height', number | null>>

/** Boxes are kept in points from the lower left corner of the page. */
function toPlace({ page, x, y, width, height, page_width: wide, page_height: high }: FieldRow): SignaturePlace[] {
  if (page === null || x === null || y === null || width === null || height === null || !wide || !high) return []
  return [{ page, left: x / wide, top: 1 - (y + height) / high, width: width / wide, height: height / high }]
}
