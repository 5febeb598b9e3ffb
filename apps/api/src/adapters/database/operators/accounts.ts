import { sql, type Kysely } from 'kysely'
import type { CertificateFlag, Role } from '@rubrica/domain'
import type { NewUser, OperatorStore, RegisteredUser, RoleChange } from '../../../modules/operators/ports.ts'
import { forgetRest } from '../factors/factor-acts.ts'
import { isNoGuest, lacksLegalId } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'
import { setLegalId } from './set-legal-id.ts'

const UNIQUE_VIOLATION = '23505'

/** The accounts of people, and what they may do. */
export class Accounts implements Pick<
  OperatorStore,
  | 'countUsers'
  | 'addUser'
  | 'findUser'
  | 'setPassword'
  | 'unlock'
  | 'resetFactors'
  | 'setPhone'
  | 'setLegalId'
  | 'changeRoles'
  | 'setCertificateFlags'
> {
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

  async resetFactors(id: string): Promise<number> {
    // The person's row first, as everywhere. A session may be that of who has the lost factor.
    await this.database
      .updateTable('users')
      .set({ token_generation: sql<number>`token_generation + 1`, kept_token: null })
      .where('id', '=', id)
      .execute()
    const passkeys = await this.database.deleteFrom('passkeys').where('user_id', '=', id).returning('id').execute()
    const apps = await this.database.deleteFrom('totp_factors').where('user_id', '=', id).returning('user_id').execute()
    await forgetRest(this.database, id)
    return passkeys.length + apps.length
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

  async setCertificateFlags(id: string, flags: readonly CertificateFlag[]): Promise<void> {
    await this.database
      .updateTable('users')
      .set({ certificate_flags: [...flags] })
      .where('id', '=', id)
      .execute()
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
