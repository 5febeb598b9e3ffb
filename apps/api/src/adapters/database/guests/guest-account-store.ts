import { sql, type Kysely, type Transaction } from 'kysely'
import type { AccountOffer, GuestAccountStore, MadeAccount, NewAccount } from '../../../modules/guests/ports.ts'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { NotifyAccount } from '../../jobs/notify-people.ts'
import { inTransaction } from '../connection.ts'
import { appendInstallationEvent } from '../installation-log/append-installation-event.ts'
import type { Schema } from '../schema.ts'
import { findAddresses } from './guest-rows.ts'
import { moveSigners } from './move-signers.ts'

/** More people than one with an address as their user id are of different installations, or somebody plays. */
const MOST_NAMES = 20

/** Accounts of guests, in PostgreSQL. */
export function openGuestAccountStore(
  database: Kysely<Schema>,
  reach: Failpoint,
  tell: NotifyAccount,
): GuestAccountStore {
  return {
    offerTo: (guestId) => offerTo(database, guestId),
    make: async (account) => {
      const made = await inTransaction(database, async (transaction) => {
        const outcome = await make(transaction, account, reach)
        if (typeof outcome === 'string') return outcome
        await tell(transaction, outcome.userId)
        await logAccount(transaction, account, outcome)
        return outcome
      })
      await reach('account-committed')
      return made
    },
    join: (guestId, at) =>
      inTransaction(database, async (transaction) => {
        const guest = await findGuest(transaction, guestId)
        if (!guest?.accountId) return false
        const { accountId, subscriptionId, address } = guest
        return (await moveSigners(transaction, { accountId, subscriptionId, address, at })) > 0
      }),
  }
}

async function logAccount(
  transaction: Transaction<Schema>,
  { guestId, at }: NewAccount,
  { userId, loginName }: MadeAccount,
): Promise<void> {
  const rows = await transaction
    .selectFrom('guest_accounts')
    .where('user_id', '=', userId)
    .select(['subscription_id', 'email'])
    .execute()
  await appendInstallationEvent(transaction, {
    ...{ type: 'account-made', at, actor: { by: 'person', userId: guestId } },
    facts: {
      ...{ userId, guestId, subscriptionIds: rows.map((row) => row.subscription_id).join(' ') },
      ...{ certificateTypes: '', legalIdType: 'GUEST', mustResetPassword: false },
    },
    personal: { loginName, email: rows[0]!.email },
  })
}

interface Guest {
  readonly subscriptionId: string
  readonly allowsAccounts: boolean
  readonly name: string
  readonly email: string
  /** In lower case. */
  readonly address: string
  /** Null where nobody has proved it. */
  readonly phone: string | null
  readonly language: string
  /** The account of the address. */
  readonly accountId: string | null
  readonly loginName: string | null
}

/** Who is invited as a guest, be it in a session of one document of an account that they have made. */
async function findGuest(database: Kysely<Schema>, userId: string): Promise<Guest | undefined> {
  const row = await database
    .selectFrom('users')
    .leftJoin('guests', 'guests.user_id', 'users.id')
    .leftJoin('guest_accounts as own', 'own.user_id', 'users.id')
    .innerJoin('subscriptions', (join) =>
      join.on(sql<boolean>`subscriptions.id = coalesce(guests.subscription_id, own.subscription_id)`),
    )
    .leftJoin('guest_accounts as account', (join) =>
      join
        .onRef('account.subscription_id', '=', 'subscriptions.id')
        .on('account.email', '=', sql<string>`lower(users.email)`),
    )
    .leftJoin('users as holder', 'holder.id', 'account.user_id')
    .where('users.id', '=', userId)
    .where('users.active', '=', true)
    .select(['subscriptions.id', 'subscriptions.allows_accounts', 'users.name', 'users.email', 'users.language'])
    .select(['users.phone', 'guests.proves_phone', 'account.user_id as account_id', 'holder.user_id as login_name'])
    .executeTakeFirst()
  return (
    row && {
      subscriptionId: row.id,
      allowsAccounts: row.allows_accounts,
      name: row.name,
      email: row.email,
      address: row.email.toLowerCase(),
      // Their session is there: what was to be proved has been.
      phone: row.proves_phone ? row.phone : null,
      language: row.language,
      accountId: row.account_id,
      loginName: row.login_name,
    }
  )
}

/** Whether somebody who is invited may make an account, or has one. */
type Standing =
  | { readonly state: 'none' }
  | { readonly state: 'open'; readonly guest: Guest }
  | { readonly state: 'made'; readonly loginName: string; readonly email: string }

async function findStanding(database: Kysely<Schema>, guestId: string): Promise<Standing> {
  const guest = await findGuest(database, guestId)
  if (!guest) return { state: 'none' }
  if (guest.loginName !== null) return { state: 'made', loginName: guest.loginName, email: guest.email }
  if (!guest.allowsAccounts) return { state: 'none' }
  if (!(await isOfSomebody(database, guest))) return { state: 'open', guest }
  // That somebody may be the account, made between the two looks.
  const { loginName = null } = (await findGuest(database, guestId)) ?? {}
  return loginName === null ? { state: 'none' } : { state: 'made', loginName, email: guest.email }
}

async function offerTo(database: Kysely<Schema>, guestId: string): Promise<AccountOffer> {
  const standing = await findStanding(database, guestId)
  if (standing.state !== 'open') return standing
  const { address, email } = standing.guest
  return { state: 'offered', loginName: await freeName(database, address), email }
}

/** Whoever has the address in the subscription is not made a second time. */
async function isOfSomebody(database: Kysely<Schema>, { subscriptionId, address }: Guest): Promise<boolean> {
  return (await findAddresses(database, subscriptionId, [address]))[0] !== undefined
}

const nameAt = (address: string, place: number) => (place === 1 ? address : `${address}-${place}`)

/** The address itself, or the first like it that nobody logs in with. */
async function freeName(database: Kysely<Schema>, address: string): Promise<string> {
  const names = Array.from({ length: MOST_NAMES }, (_, index) => nameAt(address, index + 1))
  const rows = await database
    .selectFrom('users')
    .where(sql<boolean>`lower(user_id) = any(${names})`)
    .select(sql<string>`lower(user_id)`.as('name'))
    .execute()
  const taken = new Set(rows.map(({ name }) => name))
  return names.find((name) => !taken.has(name)) ?? nameAt(address, MOST_NAMES + 1)
}

async function make(
  transaction: Transaction<Schema>,
  account: NewAccount,
  reach: Failpoint,
): Promise<MadeAccount | 'made' | 'none'> {
  const standing = await findStanding(transaction, account.guestId)
  if (standing.state !== 'open') return standing.state
  const { guest } = standing
  const { subscriptionId, address } = guest
  const { id, legalId, at } = account
  // Whoever is second waits here for the first.
  const kept = await transaction
    .insertInto('guest_accounts')
    .values({ user_id: id, subscription_id: subscriptionId, email: address, created_at: at })
    .onConflict((conflict) => conflict.columns(['subscription_id', 'email']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  if (!kept) return 'made'
  const loginName = await insertUser(transaction, guest, account)
  if (loginName === undefined) throw new TypeError('All user ids like the address are taken')
  await transaction.insertInto('user_subscriptions').values({ user_id: id, subscription_id: subscriptionId }).execute()
  await reach('account-kept')
  await moveSigners(transaction, { accountId: id, subscriptionId, address, at })
  await reach('account-signers-moved')
  return { userId: id, legalId, tokenGeneration: 0, loginName }
}

/** @returns the name to log in with; undefined when others took them all */
async function insertUser(
  transaction: Transaction<Schema>,
  { name, email, address, phone, language }: Guest,
  { id, legalId, passwordHash, at }: NewAccount,
): Promise<string | undefined> {
  for (let tries = 0; tries < MOST_NAMES; tries++) {
    const row = await transaction
      .insertInto('users')
      .values({
        ...{ id, user_id: await freeName(transaction, address), name, email, phone, language, created_at: at },
        ...{ legal_id: legalId, legal_id_type: 'GUEST', password_hash: passwordHash },
        ...{ certificate_flags: [], signature_image: null, kept_token: null },
      })
      .onConflict((conflict) => conflict.expression(sql`lower(user_id)`).doNothing())
      .returning('user_id')
      .executeTakeFirst()
    if (row) return row.user_id
  }
  return undefined
}
