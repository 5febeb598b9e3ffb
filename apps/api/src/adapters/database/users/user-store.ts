import { sql, type Kysely } from 'kysely'
import { languageOf, type CertificateFlag } from '@rubrica/domain'
import type { Membership, Memberships } from '../../../modules/sending/people/ports.ts'
import type { SubscriptionTheme, ThemeStore } from '../../../modules/theme/ports.ts'
import type { MemberDirectory, PersonDirectory } from '../../../modules/sessions/ports.ts'
import type { User, UserStore } from '../../../modules/users/ports.ts'
import { hasLegalId, lacksLegalId } from '../guests/stated-legal-id.ts'
import { preparedStatement } from '../prepared-statements.ts'
import type { Schema } from '../schema.ts'
import { THEME_COLUMNS, toTheme } from '../subscription-theme.ts'

const activeUser = preparedStatement((database, id: string) =>
  database
    .selectFrom('users')
    .where('id', '=', id)
    .where('active', '=', true)
    .select(['id', 'user_id', 'name', 'legal_id', 'email', 'email_is_known', 'phone', 'language'])
    .select([lacksLegalId.as('lacks_legal_id'), 'returned_address'])
    .select(['must_reset_password', 'certificate_flags', 'hidden_flags'])
    .select((eb) => eb('password_hash', 'is not', null).as('has_password')),
)

const membershipsOfUser = preparedStatement((database, userId: string) =>
  database
    .selectFrom('user_subscriptions')
    .innerJoin('subscriptions', 'subscriptions.id', 'user_subscriptions.subscription_id')
    .where('user_subscriptions.user_id', '=', userId)
    .orderBy('subscriptions.created_at')
    .select(['subscriptions.id as subscriptionId', 'subscriptions.name', 'user_subscriptions.roles'])
    .select('subscriptions.allows_guests as allowsGuests'),
)

/** People and the looks of their subscriptions, in PostgreSQL. */
export class DatabaseUserStore implements UserStore, ThemeStore, MemberDirectory, PersonDirectory, Memberships {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
  }

  async find(id: string): Promise<User | undefined> {
    const row = (await this.database.executeQuery(activeUser(id))).rows[0]
    return (
      row && {
        id: row.id,
        userId: row.user_id,
        name: row.name,
        legalId: row.legal_id,
        lacksLegalId: row.lacks_legal_id,
        email: row.email,
        emailIsKnown: row.email_is_known,
        emailReturns: row.returned_address === row.email,
        mustResetPassword: row.must_reset_password,
        certificateFlags: row.certificate_flags,
        hiddenFlags: row.hidden_flags,
        phone: row.phone,
        hasPassword: Boolean(row.has_password),
        language: languageOf(row.language) ?? null,
      }
    )
  }

  async hideFlags(id: string, flags: readonly CertificateFlag[]): Promise<void> {
    await this.database
      .updateTable('users')
      .set({ hidden_flags: [...flags] })
      .where('id', '=', id)
      .execute()
  }

  async ofUser(userId: string): Promise<SubscriptionTheme[]> {
    const rows = await this.database
      .selectFrom('user_subscriptions')
      .innerJoin('subscriptions', 'subscriptions.id', 'user_subscriptions.subscription_id')
      .where('user_subscriptions.user_id', '=', userId)
      .select(THEME_COLUMNS)
      .orderBy('subscriptions.created_at')
      .execute()
    return rows.map(toTheme)
  }

  async membershipsOf(userId: string): Promise<Membership[]> {
    return (await this.database.executeQuery(membershipsOfUser(userId))).rows
  }

  async idOf(loginName: string): Promise<string | undefined> {
    const row = await this.database
      .selectFrom('users')
      .where(sql`lower(user_id)`, '=', loginName.toLowerCase())
      .where('active', '=', true)
      .select('id')
      .executeTakeFirst()
    return row?.id
  }

  async findMember(loginName: string, subscriptionId: string) {
    const row = await this.database
      .selectFrom('users')
      .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
      .where(sql`lower(users.user_id)`, '=', loginName.toLowerCase())
      .where('users.active', '=', true)
      .where('user_subscriptions.subscription_id', '=', subscriptionId)
      // No program vouches for an address that a person proves.
      .where(hasLegalId)
      .select(['users.id', 'users.legal_id', 'users.token_generation'])
      .executeTakeFirst()
    return row && { userId: row.id, legalId: row.legal_id, tokenGeneration: row.token_generation }
  }
}
