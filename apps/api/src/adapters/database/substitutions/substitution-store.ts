import { foldText } from '@rubrica/domain'
import { sql, type Kysely, type Transaction } from 'kysely'
import type {
  Answered,
  NamedPerson,
  NewSubstitution,
  Proposed,
  Substitution,
  SubstitutionChange,
  SubstitutionStore,
} from '../../../modules/substitutions/ports.ts'
import { inTransaction } from '../connection.ts'
import type { Schema } from '../schema.ts'
import { findColleague } from '../users/find-colleague.ts'
import { mandateColumns, toMandate } from './mandate-reader.ts'

/** Asks for a mail to one of the two, inside the transaction of what the other has done. */
export type NotifyOfSubstitution = (
  transaction: Transaction<Schema>,
  news: { readonly substitutionId: string; readonly userId: string; readonly change: SubstitutionChange },
) => Promise<void>

/** Who stands in for whom, in PostgreSQL. */
export class DatabaseSubstitutionStore implements SubstitutionStore {
  private readonly database: Kysely<Schema>
  private readonly notify: NotifyOfSubstitution

  constructor(database: Kysely<Schema>, notify: NotifyOfSubstitution) {
    this.database = database
    this.notify = notify
  }

  async of(userId: string, after: Date): Promise<readonly Substitution[]> {
    const rows = await this.database
      .selectFrom('substitutions')
      .innerJoin('users as principal', 'principal.id', 'substitutions.principal_id')
      .innerJoin('users as deputy', 'deputy.id', 'substitutions.deputy_id')
      .where((eb) => eb.or([eb('principal_id', '=', userId), eb('deputy_id', '=', userId)]))
      .where('ends_at', '>', after)
      .orderBy('begins_at', 'desc')
      .orderBy('proposed_at', 'desc')
      .orderBy('substitutions.id')
      .selectAll('substitutions')
      .select(['principal.name as principal_name', 'deputy.name as deputy_name'])
      .execute()
    return rows.map((row) => ({
      ...{ id: row.id, subscriptionId: row.subscription_id, kind: row.kind, formula: row.formula },
      ...{ tags: row.tags, senders: row.senders },
      principal: { userId: row.principal_id, name: row.principal_name },
      deputy: { userId: row.deputy_id, name: row.deputy_name },
      ...{ beginsAt: row.begins_at, endsAt: row.ends_at, timeZone: row.time_zone },
      ...{ proposedAt: row.proposed_at, acceptedAt: row.accepted_at },
      ...{ endedAt: row.ended_at, endedBy: row.ended_by },
      mandate: toMandate(row),
    }))
  }

  async findColleague(
    userId: string,
    named: string,
  ): Promise<(NamedPerson & { readonly subscriptionId: string }) | undefined> {
    return findColleague(this.database, userId, { named })
  }

  propose(substitution: NewSubstitution, most: number): Promise<Proposed> {
    const { principalId, deputyId, proposedAt } = substitution
    return inTransaction(this.database, async (transaction) => {
      await lockPeople(transaction, [principalId, deputyId])
      const { open } = await transaction
        .selectFrom('substitutions')
        .where('principal_id', '=', principalId)
        .where('ended_at', 'is', null)
        .where('ends_at', '>', proposedAt)
        .select((eb) => eb.fn.countAll<string>().as('open'))
        .executeTakeFirstOrThrow()
      if (Number(open) >= most) return 'too-many'
      if (await isAway(transaction, substitution)) return 'away'
      await transaction
        .insertInto('substitutions')
        .values({
          ...{ id: substitution.id, subscription_id: substitution.subscriptionId },
          ...{ principal_id: principalId, deputy_id: deputyId, kind: substitution.kind },
          ...{ tags: substitution.tags && [...substitution.tags], formula: substitution.formula },
          ...sendersColumns(substitution.senders),
          ...mandateColumns(substitution.mandate),
          ...{ begins_at: substitution.beginsAt, ends_at: substitution.endsAt, time_zone: substitution.timeZone },
          proposed_at: proposedAt,
        })
        .execute()
      await this.notify(transaction, { substitutionId: substitution.id, userId: deputyId, change: 'asked' })
      return 'done'
    })
  }

  accept(deputyId: string, id: string, at: Date): Promise<Answered> {
    return inTransaction(this.database, async (transaction) => {
      const row = await transaction
        .selectFrom('substitutions')
        .where('id', '=', id)
        .where('deputy_id', '=', deputyId)
        .selectAll()
        .executeTakeFirst()
      if (!row) return 'unknown'
      await lockPeople(transaction, [row.principal_id, deputyId])
      if (await isAway(transaction, { deputyId, beginsAt: row.begins_at, endsAt: row.ends_at, kind: row.kind })) {
        return 'away'
      }
      const { numUpdatedRows } = await transaction
        .updateTable('substitutions')
        .set({ accepted_at: at })
        .where('id', '=', id)
        .where('accepted_at', 'is', null)
        .where('ended_at', 'is', null)
        .where('ends_at', '>', at)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) return 'over'
      await this.notify(transaction, { substitutionId: id, userId: row.principal_id, change: 'accepted' })
      return 'done'
    })
  }

  end(userId: string, id: string, at: Date): Promise<Exclude<Answered, 'away'>> {
    const ofPerson = sql<boolean>`${userId}::uuid in (principal_id, deputy_id)`
    return inTransaction(this.database, async (transaction) => {
      const ended = await transaction
        .updateTable('substitutions')
        .set({
          ended_at: at,
          ended_by: sql<'principal' | 'deputy'>`case when principal_id = ${userId} then 'principal' else 'deputy' end`,
        })
        .where('id', '=', id)
        .where(ofPerson)
        .where('ended_at', 'is', null)
        .where('ends_at', '>', at)
        .returning(['principal_id', 'deputy_id', 'accepted_at'])
        .executeTakeFirst()
      if (ended) {
        const { principal_id: principalId, deputy_id: deputyId, accepted_at: acceptedAt } = ended
        const isDeputy = userId === deputyId
        const change = isDeputy && !acceptedAt ? 'declined' : 'ended'
        await this.notify(transaction, { substitutionId: id, userId: isDeputy ? principalId : deputyId, change })
        return 'done'
      }
      const row = await transaction
        .selectFrom('substitutions')
        .where('id', '=', id)
        .where(ofPerson)
        .select('id')
        .executeTakeFirst()
      return row ? 'over' : 'unknown'
    })
  }
}

/** Names that are too long for the index of words are looked for as they are written: see `wordsOf`. */
const sendersColumns = (senders: readonly string[] | null) => ({
  senders: senders && [...senders],
  folded_senders: senders?.flatMap((name) => [foldText(name), name]) ?? null,
})

/** Of two who name one another at the same moment, one sees what the other has done. */
async function lockPeople(transaction: Transaction<Schema>, userIds: readonly string[]): Promise<void> {
  await transaction.selectFrom('users').where('id', 'in', userIds).orderBy('id').select('id').forUpdate().execute()
}

/**
 * Whether a deputy is away themselves: then neither of two would act, or a chain of deputies would be needed. Assistants
 * decide nothing, and stand in neither way.
 */
async function isAway(
  transaction: Transaction<Schema>,
  { deputyId, kind, beginsAt, endsAt }: Pick<NewSubstitution, 'deputyId' | 'kind' | 'beginsAt' | 'endsAt'>,
): Promise<boolean> {
  if (kind === 'assistant') return false
  const row = await transaction
    .selectFrom('substitutions')
    .where('principal_id', '=', deputyId)
    .where('kind', '<>', 'assistant')
    .where('accepted_at', 'is not', null)
    .where('ended_at', 'is', null)
    .where('begins_at', '<', endsAt)
    .where('ends_at', '>', beginsAt)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
