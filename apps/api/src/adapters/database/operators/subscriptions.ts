import type { Kysely, Selectable } from 'kysely'
import type { OperatorStore, Subscription, SubscriptionChange } from '../../../modules/operators/ports.ts'
import { TO_PLAN } from '../reminders/to-plan.ts'
import type { Schema } from '../schema.ts'
import { toTheme } from '../subscription-theme.ts'

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
  demands_factor: look.demandsFactor as L['demandsFactor'],
  demands_mandate: look.demandsMandate as L['demandsMandate'],
  verification: look.verification as L['verification'],
  reminders: look.reminders && JSON.stringify(look.reminders),
})

const toSubscription = (row: Selectable<Schema['subscriptions']>): Subscription => ({
  id: row.id,
  name: row.name,
  ...toTheme(row),
  allowsGuests: row.allows_guests,
  allowsAccounts: row.allows_accounts,
  demandsFactor: row.demands_factor,
  demandsMandate: row.demands_mandate,
  verification: row.verification,
  reminders: row.reminders,
})

/** The institutions, and how their portals look. */
export class Subscriptions implements Pick<OperatorStore, 'subscriptions' | 'setTheme' | 'addSubscription'> {
  private readonly database: Kysely<Schema>

  constructor(database: Kysely<Schema>) {
    this.database = database
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
    if (row && change.reminders !== undefined) await planAnew(this.database, id)
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
}

/**
 * Has it found out again when people are reminded of the documents of a subscription. Leaves out whom somebody holds: what
 * was planned is looked at once more at its moment.
 */
async function planAnew(database: Kysely<Schema>, subscriptionId: string): Promise<void> {
  for (const table of ['signers', 'approvers'] as const) {
    const planned = database
      .selectFrom(table)
      .where('subscription_id', '=', subscriptionId)
      .where('state', '=', 'pending')
      .where('reminders_planned', '=', true)
      .select('id')
      .forUpdate()
      .skipLocked()
    await database.updateTable(table).set(TO_PLAN).where('id', 'in', planned).execute()
  }
}
