import { randomUUID } from 'node:crypto'
import { invalidFields, PortalError } from '@rubrica/domain'
import { requireOwnSession } from '../require-owner.ts'
import type { Person } from '../sessions/ports.ts'
import { makeKey } from './key-form.ts'
import type { PersonalKey, PersonalKeyStore } from './ports.ts'

const LONGEST_LIFE_MS = 366 * 24 * 60 * 60_000
/** Living keys that one person may have. */
const MOST_KEYS = 50

export interface ManageKeys {
  readonly keys: PersonalKeyStore
  readonly now: () => Date
}

export interface KeyWish {
  readonly name: string
  readonly scopes: readonly string[]
  readonly expiresAt: Date
  /** Undefined for who belongs to one alone. */
  readonly subscriptionId: string | undefined
}

/**
 * Makes a key with which a program acts for a person. It ends with the password of this moment, and never signs. A
 * program that opened the session cannot make one: its say in the person's name ends with the session.
 * @returns with the key itself, which is kept by nobody
 * @throws {PortalError} VALIDATION_FAILED, TOO_MANY_KEYS, SESSION_OF_PROGRAM, SESSION_EXPIRED
 */
export async function createKey(
  { keys, now }: ManageKeys,
  { userId, session }: Pick<Person, 'userId' | 'session'>,
  { name, scopes, expiresAt, subscriptionId }: KeyWish,
): Promise<PersonalKey & { readonly key: string }> {
  requireOwnSession(session)
  const createdAt = now()
  const life = expiresAt.getTime() - createdAt.getTime()
  if (life <= 0 || life > LONGEST_LIFE_MS) throw wrong('ExpiresAt', 'is not within a year from now')
  const chosen = chooseSubscription(await keys.subscriptionsOf(userId), subscriptionId)
  const id = randomUUID()
  const { key, secretHash } = makeKey(id)
  const made = { id, name, scopes: [...new Set(scopes)], subscriptionId: chosen, createdAt, expiresAt }
  const outcome = await keys.insert({ ...made, userId, secretHash, session }, MOST_KEYS)
  if (outcome === 'session-over') throw new PortalError('SESSION_EXPIRED', 'This session has ended meanwhile.')
  if (outcome === 'too-many') {
    throw new PortalError('TOO_MANY_KEYS', `You have ${MOST_KEYS} keys already. Revoke one first.`, {
      facts: { Limit: MOST_KEYS },
    })
  }
  return { ...made, lastUsedAt: null, key }
}

function chooseSubscription(own: readonly string[], wished: string | undefined): string {
  const [only, ...others] = own
  const chosen = wished === undefined ? only : own.find((id) => id === wished.toLowerCase())
  if (chosen === undefined) throw wrong('Subscription', 'is none of yours')
  if (wished === undefined && others.length > 0) throw wrong('Subscription', 'is needed: you belong to several')
  return chosen
}

const wrong = (field: string, problem: string) =>
  invalidFields([{ root: 'body', path: [field], code: 'INVALID', problem }])

/** Ends a key at once. @throws {PortalError} NOT_FOUND, also for a key of somebody else and one that is over */
export async function revokeKey({ keys, now }: ManageKeys, userId: string, id: string): Promise<void> {
  if (!(await keys.revoke(userId, id, now()))) throw new PortalError('NOT_FOUND', 'You have no such key.')
}
