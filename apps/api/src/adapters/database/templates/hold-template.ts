import { PortalError } from '@rubrica/domain'
import type { Transaction } from 'kysely'
import type { TemplateName } from '../../../modules/sending/ports.ts'
import type { Schema } from '../schema.ts'

/**
 * Keeps a template from being deleted or archived in the transaction of what is sent from it.
 * @throws {PortalError} TEMPLATE_NOT_FOUND, TEMPLATE_ARCHIVED when that has happened meanwhile
 */
export async function holdTemplate(transaction: Transaction<Schema>, { id }: TemplateName): Promise<void> {
  const row = await transaction
    .selectFrom('templates')
    .where('id', '=', id)
    .select('archived_at')
    .forShare()
    .executeTakeFirst()
  if (!row) throw new PortalError('TEMPLATE_NOT_FOUND', 'There is no such template.')
  if (row.archived_at) {
    throw new PortalError('TEMPLATE_ARCHIVED', 'The template is archived. Nothing is sent from it any more.')
  }
}
