import type { Kysely } from 'kysely'
import type { Office, Offices } from '../../../modules/substitutions/ports.ts'
import { preparedQuery } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { APPROVER_OFFERED, inForce, SIGNER_OFFERED } from './offered.ts'

const FIND = `
  select substitutions.id as "substitutionId", principal_id as "principalId", users.name as "principalName",
    kind, formula, encode(mandate_digest, 'hex') as "mandateDigest"
  from substitutions join users on users.id = principal_id
  where substitutions.id = $1 and deputy_id = $2 and ${inForce('$3::timestamptz')}`

const offersSigner = (which: string) => `
  select exists (select from substitutions join signers on ${SIGNER_OFFERED}
    where substitutions.id = $1 and ${which}) as offered`
const OFFERS_DOCUMENT = offersSigner('signers.document_id = $2')
const OFFERS_SIGNER = offersSigner('signers.id = $2')
const OFFERS_APPROVER = `
  select exists (select from substitutions join approvers on true join signers on signers.id = approvers.signer_id
    where substitutions.id = $1 and approvers.id = $2 and ${APPROVER_OFFERED}) as offered`

/** In whose name a call is made, and what it may be about, in PostgreSQL. */
export function openOffices(database: Kysely<Schema>): Offices {
  const isOffered = async (statement: string, substitutionId: string, id: string | undefined) => {
    if (id === undefined) return true
    const { rows } = await database.executeQuery(preparedQuery<{ offered: boolean }>(statement, [substitutionId, id]))
    return rows[0]!.offered
  }
  return {
    find: async (deputyId, substitutionId, at) => {
      const { rows } = await database.executeQuery(preparedQuery<Office>(FIND, [substitutionId, deputyId, at]))
      return rows[0]
    },
    offers: async (substitutionId, { documentId, signerId, approverId }) =>
      (await isOffered(OFFERS_DOCUMENT, substitutionId, documentId)) &&
      (await isOffered(OFFERS_SIGNER, substitutionId, signerId)) &&
      (await isOffered(OFFERS_APPROVER, substitutionId, approverId)),
  }
}
