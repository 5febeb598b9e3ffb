import { sql, type Kysely } from 'kysely'
import type { HolderAnswers } from '../../../modules/verification/ports.ts'
import type { Schema } from '../schema.ts'

const HOUR_MS = 60 * 60_000
/** Answers to one code within an hour: of four characters of a legal id there may be ten thousand. */
const MOST_ANSWERS = 5

/** What nobody knows of a guest is null; what the sender said of one stands with the guest. */
const knownLegalId = sql<string | null>`case when users.legal_id_type = 'GUEST'
  then (select legal_id from guests where user_id = coalesce(signers.guest_id, users.id)) else users.legal_id end`

/** Answers to codes, counted by code, in PostgreSQL. */
export function openHolderAnswers(database: Kysely<Schema>): HolderAnswers {
  return {
    legalIds: async (documentId) => {
      const rows = await database
        .selectFrom('signers')
        .innerJoin('users', 'users.id', 'signers.user_id')
        .where('document_id', '=', documentId)
        .select(knownLegalId.as('legal_id'))
        .execute()
      return rows.flatMap(({ legal_id }) => legal_id ?? [])
    },
    take: async (documentId, at) => {
      const isOver = sql<boolean>`answers_since is null or answers_since <= ${new Date(at.getTime() - HOUR_MS)}`
      const row = await database
        .updateTable('verification_codes')
        .set({
          answers: sql<number>`case when ${isOver} then 1 else answers + 1 end`,
          answers_since: sql<Date>`case when ${isOver} then ${at} else answers_since end`,
        })
        .where('document_id', '=', documentId)
        .where((eb) => eb.or([isOver, eb('answers', '<', MOST_ANSWERS)]))
        .returning('document_id')
        .executeTakeFirst()
      return row !== undefined
    },
    giveBack: async (documentId) => {
      await database
        .updateTable('verification_codes')
        .set({ answers: sql<number>`greatest(answers - 1, 0)` })
        .where('document_id', '=', documentId)
        .execute()
    },
  }
}
