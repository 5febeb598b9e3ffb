import { sql, type Kysely } from 'kysely'
import type { Slot, Slots } from '../../../../modules/sending/changes/ports.ts'
import type { NewField, Watcher } from '../../../../modules/sending/ports.ts'
import { inTransaction } from '../../connection.ts'
import type { Schema } from '../../schema.ts'
import { isSeenBy } from '../sent-by.ts'

/** Where signatures stand, with the version of the document that says so; undefined where it is not theirs to see. */
export function readSlots(database: Kysely<Schema>, watcher: Watcher, documentId: string): Promise<Slots | undefined> {
  return inTransaction(
    database,
    async (snapshot) => {
      const document = await snapshot
        .selectFrom('documents')
        .where('id', '=', documentId)
        .where(isSeenBy(watcher))
        .select(['id', 'version'])
        .select(sql<number>`(select max(ordinal) + 1 from signers where document_id = documents.id)`.as('next_ordinal'))
        .executeTakeFirst()
      if (!document) return undefined
      const rows = await snapshot
        .selectFrom('signature_fields as field')
        .innerJoin('signers', 'signers.id', 'field.signer_id')
        .where('field.document_id', '=', document.id)
        .where('signers.state', 'not in', ['replaced', 'removed'])
        .orderBy('signers.ordinal')
        .orderBy('field.ordinal')
        .select(['field.signer_id', 'signers.ordinal as slot', 'field.ordinal', 'field.name', 'field.page'])
        .select(['field.x', 'field.y', 'field.width', 'field.height'])
        .execute()
      const slots = new Map<string, Slot & { readonly fields: NewField[] }>()
      for (const row of rows) {
        const slot = slots.get(row.signer_id) ?? { signerId: row.signer_id, ordinal: row.slot, fields: [] }
        slot.fields.push(toField(row))
        slots.set(row.signer_id, slot)
      }
      return { version: document.version, slots: [...slots.values()], nextOrdinal: document.next_ordinal }
    },
    { isolation: 'repeatable read' },
  )
}

interface FieldRow extends Readonly<Record<'x' | 'y' | 'width' | 'height', number | null>> {
  readonly ordinal: number
  readonly name: string
  readonly page: number
}

/** The first field of a slot is the signature's; where it has no box, nothing is seen of it. */
function toField({ ordinal, name, page, x, y, width, height }: FieldRow): NewField {
  const box = x === null || y === null || width === null || height === null ? null : { x, y, width, height }
  return { name, kind: ordinal === 0 ? 'signature' : 'button', page, box }
}
