import { sql, type Kysely } from 'kysely'
import type { NamedPerson } from '../../../modules/substitutions/ports.ts'
import { hasLegalId } from '../guests/stated-legal-id.ts'
import type { Schema } from '../schema.ts'

export interface Colleague extends NamedPerson {
  /** That they have in common; the oldest one, where there are several. */
  readonly subscriptionId: string
}

interface Wanted {
  /** User name or known e-mail address. */
  readonly named: string
  /** The only one in which they are looked for. */
  readonly subscriptionId?: string
}

/** Another active person with an account in a subscription of a person. @returns undefined also for who may be several */
export async function findColleague(
  database: Kysely<Schema>,
  userId: string,
  { named, subscriptionId }: Wanted,
): Promise<Colleague | undefined> {
  const isName = sql<boolean>`lower(users.user_id) = ${named.toLowerCase()}`
  const found = await database
    .selectFrom('user_subscriptions as own')
    .innerJoin('user_subscriptions as theirs', 'theirs.subscription_id', 'own.subscription_id')
    .innerJoin('subscriptions', 'subscriptions.id', 'own.subscription_id')
    .innerJoin('users', 'users.id', 'theirs.user_id')
    .where('own.user_id', '=', userId)
    .$if(subscriptionId !== undefined, (query) => query.where('own.subscription_id', '=', subscriptionId!))
    .where('users.id', '<>', userId)
    .where('users.active', '=', true)
    .where(hasLegalId)
    .where((eb) =>
      eb.or([
        isName,
        eb.and([eb('users.email_is_known', '=', true), eb(sql`lower(users.email)`, '=', named.toLowerCase())]),
      ]),
    )
    .orderBy(isName, 'desc')
    .orderBy('subscriptions.created_at')
    .select(['users.id', 'users.name', 'own.subscription_id', isName.as('is_name')])
    .execute()
  const [first, ...others] = found
  // A name stands for one person. An address may be that of several: then nobody knows who is meant.
  if (!first || (!first.is_name && others.some(({ id }) => id !== first.id))) return undefined
  return { userId: first.id, name: first.name, subscriptionId: first.subscription_id }
}
