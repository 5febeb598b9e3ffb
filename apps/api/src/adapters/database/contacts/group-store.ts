import { sql, type Kysely, type RawBuilder, type Transaction } from 'kysely'
import { PortalError } from '@rubrica/domain'
import type {
  Group,
  GroupChange,
  GroupMember,
  GroupQuery,
  GroupStanding,
  GroupStore,
  NewGroup,
} from '../../../modules/contacts/ports.ts'
import { callerColumns, ownerOf } from '../../../modules/owner.ts'
import type { Watcher } from '../../../modules/sending/ports.ts'
import { inTransaction } from '../connection.ts'
import { finishRequest } from '../idempotency/request-store.ts'
import type { Schema } from '../schema.ts'
import { plain, soughtWithin } from '../sending/suggest-people.ts'
import { isOf, takeTurns } from '../uploads/upload-store.ts'
import { peopleOfContacts, recipientColumns } from './recipient-columns.ts'
import { editsGroup, isOwnGroup, isSeenGroup } from './seen-groups.ts'
import { settleMembers } from './settle-members.ts'

/** Groups in PostgreSQL; every statement says who looks. */
export class DatabaseGroupStore implements GroupStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  list(user: Watcher, { after, text, most }: GroupQuery): Promise<GroupStanding[]> {
    const isAfter = after
      ? sql<boolean>`(lower(contact_groups.name), contact_groups.id) > (${after.key}, ${after.id}::uuid)`
      : sql<boolean>`true`
    const isNamed =
      text === ''
        ? sql<boolean>`true`
        : sql<boolean>`${plain(sql`contact_groups.name`)} like '%' || ${soughtWithin(text)} || '%'`
    return readGroups(this.database, user, { condition: sql`${isAfter} and ${isNamed}`, most })
  }

  async find(user: Watcher, id: string): Promise<Group | undefined> {
    const standing = await findStanding(this.database, user, id)
    if (!standing) return undefined
    const { rows } = await sql<GroupMember>`
      select case when people.id is null then kept.id end as contact, ${recipientColumns(user.subscriptionId)}
      from contact_group_members
        left join contacts as kept on kept.id = contact_group_members.contact_id
        ${peopleOfContacts(user.subscriptionId, sql`coalesce(contact_group_members.person_id, kept.person_id)`)}
      where contact_group_members.group_id = ${standing.id}
      order by contact_group_members.ordinal`.execute(this.database)
    return { ...standing, members: eachOnce(rows) }
  }

  insert(user: Watcher, { id, name, teamId, members, most, at, end, mostContacts }: NewGroup): Promise<void> {
    const owner = ownerOf(user)
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'contacts', owner)
      const others = await transaction
        .selectFrom('contact_groups')
        .where(isOf(owner))
        .select('id')
        .limit(most)
        .execute()
      if (others.length >= most) {
        throw new PortalError('TOO_MANY_GROUPS', `You have ${most} groups already. Delete one.`, {
          facts: { Limit: most },
        })
      }
      await transaction
        .insertInto('contact_groups')
        .values({
          ...{ id, name, team_id: teamId, subscription_id: owner.subscriptionId },
          ...{ ...callerColumns(owner), created_at: at, updated_at: at },
        })
        .execute()
      await settleMembers(transaction, owner, { groupId: id, members, at, mostContacts })
      if (end) await finishRequest(transaction, end)
    })
  }

  change(
    user: Watcher,
    id: string,
    { name, teamId, members, at, mostContacts, mayWrite }: GroupChange,
  ): Promise<boolean> {
    const owner = ownerOf(user)
    return inTransaction(this.database, async (transaction) => {
      await takeTurns(transaction, 'contacts', owner)
      const before = await lock(transaction, user, { id, mayWrite })
      if (!before) return false
      await transaction
        .updateTable('contact_groups')
        .set({
          ...{ changes: before.changes + 1, updated_at: at },
          ...(name !== undefined && { name }),
          ...(teamId !== undefined && { team_id: teamId }),
        })
        .where('id', '=', before.id)
        .execute()
      if (members) await settleMembers(transaction, owner, { groupId: before.id, members, at, mostContacts })
      return true
    })
  }

  delete(user: Watcher, id: string, mayWrite: GroupChange['mayWrite']): Promise<boolean> {
    return inTransaction(this.database, async (transaction) => {
      const before = await lock(transaction, user, { id, mayWrite })
      if (before) await transaction.deleteFrom('contact_groups').where('id', '=', before.id).execute()
      return before !== undefined
    })
  }
}

interface Wanted {
  readonly condition: RawBuilder<unknown>
  readonly most: number
}

async function readGroups(
  database: Kysely<Schema>,
  user: Watcher,
  { condition, most }: Wanted,
): Promise<GroupStanding[]> {
  const { rows } = await sql<Omit<GroupStanding, 'team'> & { teamId: string | null; teamName: string | null }>`
    select contact_groups.id, contact_groups.name, contact_groups.changes, lower(contact_groups.name) as key,
      contact_groups.created_at as "createdAt", contact_groups.updated_at as "updatedAt",
      coalesce(users.name, contact_groups.client_id) as "ownerName", teams.id as "teamId", teams.name as "teamName",
      ${isOwnGroup(user)} as "isOwn", ${editsGroup(user)} as "mayEdit",
      (select count(*)::int from contact_group_members where group_id = contact_groups.id) as people
    from contact_groups left join users on users.id = contact_groups.user_id
      left join teams on teams.id = contact_groups.team_id
    where ${isSeenGroup(user)} and ${condition}
    order by lower(contact_groups.name), contact_groups.id
    limit ${most}`.execute(database)
  return rows.map(({ teamId, teamName, ...row }) => ({
    ...row,
    team: teamId === null || teamName === null ? null : { id: teamId, name: teamName },
  }))
}

async function findStanding(database: Kysely<Schema>, user: Watcher, id: string): Promise<GroupStanding | undefined> {
  const [found] = await readGroups(database, user, { condition: sql`contact_groups.id = ${id}::uuid`, most: 1 })
  return found
}

/** A group that the user sees, locked for a change that is allowed. */
async function lock(
  transaction: Transaction<Schema>,
  user: Watcher,
  { id, mayWrite }: { readonly id: string } & Pick<GroupChange, 'mayWrite'>,
): Promise<GroupStanding | undefined> {
  const row = await transaction
    .selectFrom('contact_groups')
    .where('id', '=', id)
    .where(isSeenGroup(user))
    .select('id')
    .forUpdate()
    .executeTakeFirst()
  const standing = row && (await findStanding(transaction, user, row.id))
  if (standing) mayWrite(standing)
  return standing
}

/** Somebody who is there as a person and as a contact of their address, too. */
const eachOnce = (members: readonly GroupMember[]): GroupMember[] =>
  members.filter(
    ({ userId }, index) => userId === null || members.findIndex((other) => other.userId === userId) === index,
  )
