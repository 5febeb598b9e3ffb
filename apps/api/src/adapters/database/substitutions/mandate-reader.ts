import type { Kysely } from 'kysely'
import type { Mandate, Mandates, PossibleMandate } from '../../../modules/substitutions/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'

/** Signed to its end, by the person among others; not what a deputy has signed in their name. */
const SIGNED_BY_PERSON = `from signers join documents on documents.id = signers.document_id
  where signers.user_id = $1 and signers.acting_user_id is null and signers.state = 'signed'
    and documents.state = 'completed'`

const OF = `
  select documents.id as "documentId", signers.file_name as "fileName", operated_at as "signedAt"
  ${SIGNED_BY_PERSON}
  order by operated_at desc, signers.id desc limit $2`

const DEMANDED = `
  select coalesce(bool_and(demands_mandate), false) as demanded
  from user_subscriptions join subscriptions on subscriptions.id = subscription_id where user_id = $1`

/** What comes behind the last signature proves it for longer, and leaves what was signed as it is. */
const LAST_SIGNATURE = `
  (select digest from revisions where revisions.document_id = documents.id and kind = 'signature'
    order by number desc limit 1)`

const FIND = `
  select documents.id as "documentId", signers.file_name as "fileName", encode(${LAST_SIGNATURE}, 'hex') as digest
  ${SIGNED_BY_PERSON} and documents.subscription_id = $2 and documents.id = $3 limit 1`

/** Not to who was asked and did not accept. */
const SHOWN = `
  select revisions.document_id as "documentId", revisions.number as revision, mandate_name as "fileName"
  from substitutions join revisions on revisions.document_id = mandate_id and revisions.digest = mandate_digest
  where substitutions.id = $1 and (principal_id = $2::uuid or deputy_id = $2::uuid
    and (accepted_at is not null or ended_at is null and ends_at > now()))`

/** Documents that authorise deputies, in PostgreSQL. */
export function openMandates(database: Kysely<Schema>): Mandates {
  const rowsOf = async <Row>(statement: string, values: readonly unknown[]) =>
    (await database.executeQuery(preparedQuery<Row>(statement, values))).rows
  return {
    areDemanded: async (subscriptionId) => {
      const row = await database
        .selectFrom('subscriptions')
        .where('id', '=', subscriptionId)
        .select('demands_mandate')
        .executeTakeFirst()
      return row?.demands_mandate ?? false
    },
    of: async (userId, most) => {
      const [demand] = await rowsOf<{ demanded: boolean }>(DEMANDED, [userId])
      return { areDemanded: demand!.demanded, documents: await rowsOf<PossibleMandate>(OF, [userId, most]) }
    },
    find: async (userId, { subscriptionId, documentId }) => {
      const [found] = await rowsOf<Mandate>(FIND, [userId, subscriptionId, documentId])
      return found
    },
    shown: async (userId, substitutionId) => {
      const [found] = await rowsOf<{ documentId: string; revision: number; fileName: string }>(SHOWN, [
        substitutionId,
        userId,
      ])
      return found
    },
  }
}

interface MandateColumns {
  readonly mandate_id: string | null
  readonly mandate_name: string | null
  readonly mandate_digest: Buffer | null
}

export const mandateColumns = (mandate: Mandate | null): MandateColumns => ({
  mandate_id: mandate?.documentId ?? null,
  mandate_name: mandate?.fileName ?? null,
  mandate_digest: mandate && Buffer.from(mandate.digest, 'hex'),
})

export const toMandate = (row: MandateColumns): Mandate | null =>
  row.mandate_id === null
    ? null
    : {
        ...{ documentId: row.mandate_id, fileName: row.mandate_name! },
        digest: row.mandate_digest!.toString('hex'),
      }
