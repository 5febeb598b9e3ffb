import { sql, type Kysely, type Selectable } from 'kysely'
import type { CertificateFlag, Role } from '@rubrica/domain'
import type {
  ClientChange,
  NewClient,
  NewTeam,
  NewUser,
  OperatorStore,
  RegisteredClient,
  RegisteredTeam,
  RegisteredUser,
  RoleChange,
  Subscription,
  SubscriptionChange,
  TeamMember,
} from '../../../modules/operators/ports.ts'
import { isNoGuest, lacksLegalId } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'
import { setLegalId } from './set-legal-id.ts'

const UNIQUE_VIOLATION = '23505'

type Look = Omit<Subscription, 'id' | 'name'>

/** A member that is undefined stays as it is. */
const themeColumns = <L extends Partial<Look>>(look: L) => ({
  primary_color: look.primaryColor as L['primaryColor'],
  primary_text_color: look.primaryTextColor as L['primaryTextColor'],
  secondary_color: look.secondaryColor as L['secondaryColor'],
  secondary_text_color: look.secondaryTextColor as L['secondaryTextColor'],
  logo: look.logo as L['logo'],
  allows_guests: look.allowsGuests as L['allowsGuests'],
  allows_accounts: look.allowsAccounts as L['allowsAccounts'],
  verification: look.verification as L['verification'],
})

const toSubscription = (row: Selectable<Schema['subscriptions']>): Subscription => ({
  id: row.id,
  name: row.name,
  primaryColor: row.primary_color,
  primaryTextColor: row.primary_text_color,
  secondaryColor: row.secondary_color,
  secondaryTextColor: row.secondary_text_color,
  logo: row.logo,
  allowsGuests: row.allows_guests,
  allowsAccounts: row.allows_accounts,
  verification: row.verification,
})

/**
 * What the operator keeps in order, in PostgreSQL. What changes something is called within the transaction that logs it:
 * logged-operator-store.ts.
 */
export class DatabaseOperatorStore implements OperatorStore {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async countUsers(): Promise<number> {
    const row = await this.database
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  async subscriptions(): Promise<Subscription[]> {
    const rows = await this.database.selectFrom('subscriptions').selectAll().orderBy('name').execute()
    return rows.map(toSubscription)
  }

  async setTheme(id: string, change: SubscriptionChange): Promise<Subscription | undefined> {
    const row = await this.database
      .updateTable('subscriptions')
      .set(themeColumns(change))
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    return row && toSubscription(row)
  }

  async addSubscription(subscription: Subscription, at: Date): Promise<boolean> {
    const row = await this.database
      .insertInto('subscriptions')
      .values({
        id: subscription.id,
        name: subscription.name,
        ...themeColumns(subscription),
        created_at: at,
      })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async addUser(user: NewUser) {
    try {
      await this.database.insertInto('users').values(userRow(user)).execute()
      const memberships = user.subscriptionIds.map((id) => ({ user_id: user.id, subscription_id: id }))
      if (memberships.length > 0) await this.database.insertInto('user_subscriptions').values(memberships).execute()
      return 'added' as const
    } catch (error) {
      const { code, constraint } = error as { code?: string; constraint?: string }
      if (code !== UNIQUE_VIOLATION) throw error
      return constraint === 'users_by_user_id' ? ('user-id-taken' as const) : ('legal-id-taken' as const)
    }
  }

  async findUser(userId: string): Promise<RegisteredUser | undefined> {
    const row = await this.database
      .selectFrom('users')
      .where(sql`lower(user_id)`, '=', userId.toLowerCase())
      // Nobody logs in as a guest, whatever an operator types.
      .where(isNoGuest)
      .select(['id', 'user_id', 'name', 'certificate_flags', lacksLegalId.as('lacks_legal_id')])
      .executeTakeFirst()
    if (!row) return undefined
    const certificateFlags = row.certificate_flags
    return { id: row.id, userId: row.user_id, name: row.name, lacksLegalId: row.lacks_legal_id, certificateFlags }
  }

  async setPassword(id: string, passwordHash: string, mustReset: boolean): Promise<void> {
    await this.database
      .updateTable('users')
      .set({
        password_hash: passwordHash,
        must_reset_password: mustReset,
        failed_logins: 0,
        locked_until: null,
        // Sessions of the old password end.
        token_generation: sql<number>`token_generation + 1`,
        kept_token: null,
      })
      .where('id', '=', id)
      .execute()
  }

  async unlock(id: string): Promise<number> {
    await this.database
      .updateTable('users')
      .set({ failed_logins: 0, locked_until: null })
      .where('id', '=', id)
      .execute()
    const keys = await this.database
      .updateTable('certificates')
      .set({ pin_failures: 0, pin_reservations: {}, locked_at: null })
      .where('user_id', '=', id)
      .where('deleted_at', 'is', null)
      .where((eb) => eb.or([eb('locked_at', 'is not', null), eb('pin_failures', '>', 0)]))
      .returning('id')
      .execute()
    return keys.length
  }

  async setPhone(id: string, phone: string | null): Promise<void> {
    await this.database.updateTable('users').set({ phone }).where('id', '=', id).execute()
  }

  setLegalId(id: string, legalId: string, type: string) {
    return setLegalId(this.database, { id, legalId, type })
  }

  async changeRoles(id: string, subscriptionId: string, { give, take }: RoleChange) {
    const row = await this.database
      .updateTable('user_subscriptions')
      .set({
        roles: sql<Role[]>`array(select role from unnest(roles || ${[...give]}::text[]) as role
          where role <> all(${[...take]}::text[]) group by role order by role)`,
      })
      .where('user_id', '=', id)
      .where('subscription_id', '=', subscriptionId)
      .returning('roles')
      .executeTakeFirst()
    return row?.roles
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

  async setCertificateFlags(id: string, flags: readonly CertificateFlag[]): Promise<void> {
    await this.database
      .updateTable('users')
      .set({ certificate_flags: [...flags] })
      .where('id', '=', id)
      .execute()
  }

  async addClient(client: NewClient): Promise<boolean> {
    const row = await this.database
      .insertInto('clients')
      .values({
        id: client.id,
        subscription_id: client.subscriptionId,
        name: client.name,
        secret_hash: client.secretHash,
        redirect_uris: [...client.redirectUris],
        return_urls: [...client.returnUrls],
        frame_origins: [...client.frameOrigins],
        scopes: [...client.scopes],
        created_at: client.at,
      })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async changeClient(id: string, { returnUrls, frameOrigins }: ClientChange): Promise<boolean> {
    const row = await this.database
      .updateTable('clients')
      .set({
        ...(returnUrls && { return_urls: [...returnUrls] }),
        ...(frameOrigins && { frame_origins: [...frameOrigins] }),
      })
      .where('id', '=', id)
      .returning('id')
      .executeTakeFirst()
    return row !== undefined
  }

  async countSent(clientId: string): Promise<number> {
    const row = await this.database
      .selectFrom('documents')
      .where('client_id', '=', clientId)
      .select((eb) => eb.fn.countAll<string>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(row.count)
  }

  async clients(): Promise<RegisteredClient[]> {
    const rows = await this.database
      .selectFrom('clients')
      .innerJoin('subscriptions', 'subscriptions.id', 'clients.subscription_id')
      .selectAll('clients')
      .select('subscriptions.name as subscription')
      .orderBy('clients.id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      subscriptionId: row.subscription_id,
      subscription: row.subscription,
      name: row.name,
      redirectUris: row.redirect_uris,
      returnUrls: row.return_urls,
      frameOrigins: row.frame_origins,
      scopes: row.scopes,
      isActive: row.active,
    }))
  }
}

const userRow = (user: NewUser) => ({
  id: user.id,
  user_id: user.userId,
  name: user.name,
  legal_id: user.legalId,
  legal_id_type: user.legalIdType,
  email: user.email,
  phone: user.phone,
  language: user.language ?? '',
  password_hash: user.passwordHash,
  must_reset_password: user.mustResetPassword,
  certificate_flags: [...user.certificateFlags],
  signature_image: null,
  created_at: user.at,
})
