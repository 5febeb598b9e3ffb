import { timingSafeEqual } from 'node:crypto'
import { hashOfSecret, readKey } from './key-form.ts'
import type { KeyBearer, PersonalKeyStore } from './ports.ts'

/** How exactly the last use of a key is known. */
const NOTED_EVERY_MS = 60_000

export interface VerifyKey {
  readonly keys: Pick<PersonalKeyStore, 'findLiving' | 'noteUse'>
  readonly now: () => Date
}

/** @returns undefined for a key that is malformed, unknown, wrong or over */
export async function verifyKey({ keys, now }: VerifyKey, token: string): Promise<KeyBearer | undefined> {
  const read = readKey(token)
  if (!read) return undefined
  const at = now()
  const known = await keys.findLiving(read.id, at)
  if (!known || !timingSafeEqual(known.secretHash, hashOfSecret(read.secret))) return undefined
  const { userId, subscriptionId, scopes, lastUsedAt } = known
  const isDue = !lastUsedAt || at.getTime() - lastUsedAt.getTime() >= NOTED_EVERY_MS
  if (isDue) await keys.noteUse(read.id, at)
  return { userId, subscriptionId, scopes }
}
