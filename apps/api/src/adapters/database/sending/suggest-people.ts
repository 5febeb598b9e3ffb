import { sql, type Kysely } from 'kysely'
import type { Holdings, SuggestedPerson } from '../../../modules/sending/people/ports.ts'
import { isKnownAs } from '../guests/known-address.ts'
import type { Schema } from '../schema.ts'

/** Letters of the languages of the portal without their accents; both sides of a comparison go through it. */
const ACCENTED = 'àáâäãåçèéêëìíîïñòóôöõùúûüýÿ'
const PLAIN = 'aaaaaaceeeeiiiinooooouuuuyy'

export const plain = (text: ReturnType<typeof sql>) => sql<string>`translate(lower(${text}), ${ACCENTED}, ${PLAIN})`

/** Types of certificate that somebody signs with without having one in the portal before. */
const WITHOUT_A_CERTIFICATE = ['Local', 'Swisscom']

/** Whether somebody has something to sign with. @param users the name that the table has in the query */
export const canSign = (users: ReturnType<typeof sql>) =>
  sql<boolean>`(${users}.certificate_flags && ${WITHOUT_A_CERTIFICATE}::text[] or exists (
    select 1 from certificates where certificates.user_id = ${users}.id and deleted_at is null))`

/** A text as a pattern of LIKE that means nothing but itself, without accents. */
export const soughtWithin = (text: string) => plain(sql`${text.toLowerCase().replace(/[\\%_]/g, '\\$&')}::text`)

const hasAddress = (text: string) => isKnownAs(sql`users`, sql`${text}::text`)

/** People of a subscription by a part of what they are called; those whose name begins with it first. */
export async function suggestPeople(
  database: Kysely<Schema>,
  subscriptionId: string,
  { text, most }: { readonly text: string; readonly most: number },
): Promise<SuggestedPerson[]> {
  const sought = soughtWithin(text)
  const rows = await database
    .selectFrom('users')
    .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
    .where('user_subscriptions.subscription_id', '=', subscriptionId)
    .where('users.active', '=', true)
    .where(
      sql<boolean>`(${plain(sql`users.name`)} like '%' || ${sought} || '%' or lower(users.user_id) like '%' || ${sought} || '%'
        or (users.email_is_known and lower(users.email) like ${sought} || '%') or ${hasAddress(text)})`,
    )
    .select(['users.user_id as userId', 'users.name'])
    .select(sql<string>`split_part(users.email, '@', 2)`.as('mailDomain'))
    .select(canSign(sql`users`).as('canSign'))
    .select(hasAddress(text).as('hasAddress'))
    .orderBy('hasAddress', 'desc')
    .orderBy(sql`${plain(sql`users.name`)} like ${sought} || '%' desc`)
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(most)
    .execute()
  return rows
}

/** What somebody of a subscription has to sign with. */
export async function holdingsOf(
  database: Kysely<Schema>,
  subscriptionId: string,
  userId: string,
): Promise<Holdings | undefined> {
  const person = await database
    .selectFrom('users')
    .innerJoin('user_subscriptions', 'user_subscriptions.user_id', 'users.id')
    .where('user_subscriptions.subscription_id', '=', subscriptionId)
    .where('users.active', '=', true)
    .where(sql<boolean>`lower(users.user_id) = ${userId.toLowerCase()}::text`)
    .select(['users.id', 'users.certificate_flags'])
    .executeTakeFirst()
  if (!person) return undefined
  const certificates = await database
    .selectFrom('certificates')
    .where('user_id', '=', person.id)
    .where('deleted_at', 'is', null)
    .where('locked_at', 'is', null)
    .where('suspended', '=', false)
    .orderBy('alias')
    .orderBy('id')
    .select(['id', 'alias', 'type', 'not_after as notAfter'])
    .execute()
  return { flags: person.certificate_flags, certificates }
}
