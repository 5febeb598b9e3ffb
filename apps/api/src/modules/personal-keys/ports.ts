import type { Session } from '../sessions/ports.ts'

/** A key that a person has made, as they see it: without its secret, which nobody has. */
export interface PersonalKey {
  readonly id: string
  readonly name: string
  readonly scopes: readonly string[]
  readonly subscriptionId: string
  readonly createdAt: Date
  readonly expiresAt: Date
  /** To the minute. */
  readonly lastUsedAt: Date | null
}

export interface NewPersonalKey extends Omit<PersonalKey, 'lastUsedAt'> {
  readonly userId: string
  readonly secretHash: Buffer
  /** In which it is made: one that was ended meanwhile makes none. */
  readonly session: Pick<Session, 'id' | 'generation'>
}

/** What a key is compared with. */
export interface LivingKey {
  readonly secretHash: Buffer
  readonly userId: string
  readonly subscriptionId: string
  readonly scopes: readonly string[]
  readonly lastUsedAt: Date | null
}

export interface PersonalKeyStore {
  /** Those that an active person may have a key for. */
  subscriptionsOf(userId: string): Promise<readonly string[]>
  /** Bound to the password of this moment. `too-many`: the person has `most` living keys already. */
  insert(key: NewPersonalKey, most: number): Promise<'kept' | 'too-many' | 'session-over'>
  /** Living ones, the newest first. */
  list(userId: string, at: Date): Promise<readonly PersonalKey[]>
  /** @returns false when the person has no such living key */
  revoke(userId: string, id: string, at: Date): Promise<boolean>
  /**
   * Undefined for a key that is unknown, revoked or over, whose person is no longer active, has another password by now,
   * or has left the subscription.
   */
  findLiving(id: string, at: Date): Promise<LivingKey | undefined>
  /** Unless it was noted less than a minute before. */
  noteUse(id: string, at: Date): Promise<void>
}

/** A person for whom a program acts by a personal key. */
export interface KeyBearer {
  readonly userId: string
  readonly subscriptionId: string
  readonly scopes: readonly string[]
}
