import { sql } from 'kysely'
import type { Integrity } from '@rubrica/domain'

/** Goes up with every release whose validator judges otherwise: what was found by other rules is found anew. */
export const VALIDATION_RULES = 1

/** What is known of the signatures in the current revision of the document (the row of `documents` at hand). */
export const INTEGRITY = `(select found.integrity
  from revisions as current join document_validations as found
    on found.document_id = current.document_id and found.digest = current.digest and found.rules = ${VALIDATION_RULES}
  where current.document_id = documents.id and current.number = documents.current_revision)`

/** The same, for statements that are put together. */
export const integrity = sql.raw<Integrity | null>(INTEGRITY).as('integrity')
