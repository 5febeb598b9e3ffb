import type { Kysely } from 'kysely'
import type { EventQuery, SentEvent } from '../../../modules/sending/ports.ts'
import type { Schema } from '../schema.ts'

interface LoggedEvent {
  readonly facts: Readonly<Record<string, unknown>>
  /** Commitments (hexadecimal) by the name of the value. */
  readonly personal: Readonly<Record<string, string>>
}

/** What happened to a document, from its audit log, the oldest first. */
export async function readSentEvents(
  database: Kysely<Schema>,
  documentId: string,
  { after, most }: EventQuery,
): Promise<SentEvent[]> {
  const rows = await database
    .selectFrom('audit_events')
    .where('document_id', '=', documentId)
    .where('sequence', '>', String(after))
    .orderBy('sequence')
    .limit(most)
    .select(['sequence', 'type', 'at', 'canonical'])
    .execute()
  const events = rows.map(({ canonical, ...row }) => ({ ...(JSON.parse(canonical) as LoggedEvent), ...row }))
  const [people, reasons] = await Promise.all([
    peopleOf(database, documentId),
    valuesOf(
      database,
      events.flatMap(({ personal }) => personal['reason'] ?? []),
    ),
  ])
  return events.map(({ sequence, type, at, facts, personal }) => ({
    sequence: Number(sequence),
    type,
    at,
    person: people.get(String(facts['approverId'] ?? facts['signerId'])) ?? null,
    reason: reasons.get(personal['reason'] ?? '') ?? null,
  }))
}

/** By the id of the signer or the approver that they are. */
async function peopleOf(database: Kysely<Schema>, documentId: string) {
  const found = await Promise.all(
    (['signers', 'approvers'] as const).map((table) =>
      database
        .selectFrom(table)
        .innerJoin('users', 'users.id', `${table}.user_id`)
        .where(`${table}.document_id`, '=', documentId)
        .select([`${table}.id`, 'users.user_id', 'users.name'])
        .execute(),
    ),
  )
  return new Map(found.flat().map(({ id, user_id, name }) => [id, { userId: user_id, name }]))
}

/** Personal values that were not erased, by their commitment. */
async function valuesOf(database: Kysely<Schema>, commitments: readonly string[]) {
  if (commitments.length === 0) return new Map<string, string>()
  const rows = await database
    .selectFrom('audit_personal_data')
    .where(
      'commitment',
      'in',
      commitments.map((commitment) => Buffer.from(commitment, 'hex')),
    )
    .select(['commitment', 'value'])
    .execute()
  return new Map(rows.map(({ commitment, value }) => [commitment.toString('hex'), value]))
}
