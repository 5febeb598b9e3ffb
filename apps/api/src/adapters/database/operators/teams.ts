import type { Kysely } from 'kysely'
import type { NewTeam, OperatorStore, RegisteredTeam, TeamMember } from '../../../modules/operators/ports.ts'
import type { Schema } from '../schema.ts'

/** Who sees what was sent by others of their team. */
export class Teams implements Pick<OperatorStore, 'addTeam' | 'teams' | 'joinTeam' | 'leaveTeam'> {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async addTeam({ id, subscriptionId, name, at }: NewTeam): Promise<boolean> {
    const row = await this.database
      .insertInto('teams')
      .values({ id, subscription_id: subscriptionId, name, created_at: at })
      .onConflict((conflict) => conflict.columns(['subscription_id', 'name']).doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async teams(): Promise<RegisteredTeam[]> {
    const teams = await this.database
      .selectFrom('teams')
      .innerJoin('subscriptions', 'subscriptions.id', 'teams.subscription_id')
      .orderBy('subscriptions.name')
      .orderBy('teams.name')
      .select(['teams.id', 'teams.name', 'subscriptions.name as subscription'])
      .execute()
    const members = await this.database
      .selectFrom('team_members')
      .innerJoin('users', 'users.id', 'team_members.user_id')
      .orderBy('users.user_id')
      .select(['team_id', 'users.user_id as userId', 'may_manage as mayManage'])
      .execute()
    return teams.map((team) => ({
      ...team,
      members: members
        .filter(({ team_id }) => team_id === team.id)
        .map(({ userId, mayManage }) => ({ userId, mayManage })),
    }))
  }

  async joinTeam(id: string, { userId, mayManage }: TeamMember): Promise<boolean> {
    const row = await this.database
      .insertInto('team_members')
      .columns(['team_id', 'user_id', 'may_manage'])
      .expression((eb) =>
        eb
          .selectFrom('teams')
          .innerJoin('user_subscriptions', 'user_subscriptions.subscription_id', 'teams.subscription_id')
          .where('teams.id', '=', id)
          .where('user_subscriptions.user_id', '=', userId)
          .select(['teams.id', 'user_subscriptions.user_id', eb.val(mayManage).as('may_manage')]),
      )
      .onConflict((conflict) => conflict.columns(['user_id', 'team_id']).doUpdateSet({ may_manage: mayManage }))
      .returning('team_id')
      .executeTakeFirst()
    return row !== undefined
  }

  async leaveTeam(id: string, userId: string): Promise<boolean> {
    const row = await this.database
      .deleteFrom('team_members')
      .where('team_id', '=', id)
      .where('user_id', '=', userId)
      .returning('team_id')
      .executeTakeFirst()
    return row !== undefined
  }
}
