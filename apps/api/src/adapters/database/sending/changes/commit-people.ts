/** The rows of people who come and go after sending, and of the fields that are made anew for it. */
import { sql, type Selectable, type Transaction } from 'kysely'
import { newId } from '@rubrica/domain'
import type { ChangeableDocument, PeopleChange, RemadeFields } from '../../../../modules/sending/changes/ports.ts'
import { insertGuests } from '../../guests/guest-rows.ts'
import type { SignerTable } from '../../documents/document-schema.ts'
import { UNTOLD } from '../../reminders/to-plan.ts'
import type { Schema } from '../../schema.ts'
import { insertApprovers } from './insert-approvers.ts'

interface CommittedPeople {
  /** Ids of approvers who are asked now. */
  readonly asked: readonly string[]
  /** Of people who had heard of the document and lose it. */
  readonly lost: readonly string[]
  /** What the event says of it. */
  readonly facts: Readonly<Record<string, string | number>>
}

/** All of it, under the lock of the document's row. */
export async function commitPeople(
  transaction: Transaction<Schema>,
  document: ChangeableDocument,
  { people, at }: { people: PeopleChange; at: Date },
): Promise<CommittedPeople> {
  const { added, removed, fields } = people
  const lost = await removeSigners(transaction, { document, removed, at })
  const asked = await addSigners(transaction, { document, added, at })
  const revision = await replaceFields(transaction, document, { fields, at })
  return {
    asked,
    lost,
    facts: {
      ...(added.length > 0 && { addedSigners: added.map(({ id }) => id).join(' ') }),
      ...(removed.length > 0 && { removedSigners: removed.join(' ') }),
      revision,
      digest: fields.digest.toString('hex'),
    },
  }
}

interface Removal {
  readonly document: ChangeableDocument
  readonly removed: readonly string[]
  readonly at: Date
}

async function removeSigners(transaction: Transaction<Schema>, { removed, at }: Removal): Promise<string[]> {
  if (removed.length === 0) return []
  const gone = await transaction
    .updateTable('signers')
    .set({ state: 'removed', operated_at: at })
    .where('id', 'in', removed)
    .where('state', 'in', ['waiting', 'pending'])
    .returning(['user_id', 'called_at', 'notified_at'])
    .execute()
  if (gone.length < removed.length) throw new Error('A signer acted under the lock of the document’s row.')
  const approvers = await transaction
    .updateTable('approvers')
    .set({ state: 'cancelled', operated_at: at })
    .where('signer_id', 'in', removed)
    .where('state', '=', 'pending')
    .returning('user_id')
    .execute()
  const told = gone.filter(({ called_at, notified_at }) => called_at !== null || notified_at !== null)
  return [...told, ...approvers].map(({ user_id }) => user_id)
}

interface Addition {
  readonly document: ChangeableDocument
  readonly added: PeopleChange['added']
  readonly at: Date
}

/** @returns the ids of their approvers, who are asked now */
async function addSigners(transaction: Transaction<Schema>, { document, added, at }: Addition): Promise<string[]> {
  if (added.length === 0) return []
  const guests = added.flatMap(({ guest }) => guest ?? [])
  await insertGuests(transaction, { guests, subscriptionId: document.subscriptionId, at })
  // The header is repeated on each signer's row; any of them has it.
  const header = await transaction
    .selectFrom('signers')
    .where('document_id', '=', document.id)
    .limit(1)
    .selectAll()
    .executeTakeFirstOrThrow()
  const shared = await transaction
    .selectFrom('attachments')
    .where('document_id', '=', document.id)
    .where('signer_id', 'is', null)
    .limit(1)
    .select('id')
    .executeTakeFirst()
  await transaction
    .insertInto('signers')
    .values(added.map((signer) => rowOf(header, signer, { hasAttachment: shared !== undefined })))
    .execute()
  const asked: string[] = []
  for (const { id: signerId, approverIds: userIds } of added) {
    asked.push(...(await insertApprovers(transaction, document, { signerId, userIds })))
  }
  return asked
}

/** They wait until they are called, with everybody else whom nothing holds back. */
function rowOf(
  header: Selectable<SignerTable>,
  signer: PeopleChange['added'][number],
  { hasAttachment }: { hasAttachment: boolean },
) {
  return {
    ...header,
    ...{ id: signer.id, user_id: signer.userId, signer_name: signer.name, ordinal: signer.ordinal },
    ...{ stage: signer.stage, state: 'waiting' as const, reason: signer.reason, read_all: signer.readAll },
    disclaimer_title: signer.disclaimer?.title ?? null,
    disclaimer_text: signer.disclaimer?.text ?? null,
    certificate_id: signer.certificate?.id ?? null,
    certificate_alias: signer.certificate?.alias ?? null,
    certificate_type: signer.certificateType,
    private_message: signer.privateMessage,
    delegable: signer.delegable,
    has_attachment: hasAttachment,
    ...{ ...UNTOLD, called_at: null, operated_at: null },
    ...{ rejection_reason: null, access_method: null },
  }
}

/** Of a signature that is not shown. */
const NOWHERE = { x: null, y: null, width: null, height: null }

/**
 * The next revision, which lies on the file as it came. The one of before stays as what approvers decided on and pages
 * were drawn of; nothing lies on it.
 * @returns its number
 */
async function replaceFields(
  transaction: Transaction<Schema>,
  { id: documentId, subscriptionId }: ChangeableDocument,
  { fields, at }: { fields: RemadeFields; at: Date },
): Promise<number> {
  const { current_revision: number } = await transaction
    .updateTable('documents')
    .set({ current_revision: sql<number>`current_revision + 1` })
    .where('id', '=', documentId)
    .returning('current_revision')
    .executeTakeFirstOrThrow()
  const keys = { document_id: documentId, subscription_id: subscriptionId }
  await transaction
    .insertInto('revisions')
    .values({
      ...{ ...keys, number, kind: 'fields', created_at: at, signer_id: null },
      ...{ object_id: fields.objectId, base_length: fields.baseLength, length: fields.length, digest: fields.digest },
    })
    .execute()
  await transaction.deleteFrom('signature_fields').where('document_id', '=', documentId).execute()
  const rows = fields.slots.flatMap((slot) =>
    slot.fields.map(({ name, page, box }, ordinal) => ({
      ...{ ...keys, id: newId(), signer_id: slot.signerId, ordinal, name, page },
      ...(box ?? NOWHERE),
      page_width: fields.sizeOf(page)?.width ?? null,
      page_height: fields.sizeOf(page)?.height ?? null,
    })),
  )
  await transaction.insertInto('signature_fields').values(rows).execute()
  return number
}
