import { randomBytes } from 'node:crypto'
import type { Clock } from '../keep-time.ts'

const MAX_TOKENS = 5000

export type TokenState<Value> =
  { readonly state: 'valid'; readonly value: Value } | { readonly state: 'expired' | 'unknown' }

/** Random tokens that stand for something for a while: log-ins, sessions, authorisations. */
export interface Tokens<Value> {
  issue(value: Value, lifeMilliseconds: number): string
  look(token: string): TokenState<Value>
  /** The value of a token that is valid. */
  find(token: string): Value | undefined
  drop(token: string): boolean
  /** Makes every token expire now. */
  expireAll(): void
  clear(): void
}

export function createTokens<Value>(clock: Clock): Tokens<Value> {
  const kept = new Map<string, { value: Value; expiresAt: number }>()
  const look = (token: string): TokenState<Value> => {
    const entry = kept.get(token)
    if (entry === undefined) return { state: 'unknown' }
    return entry.expiresAt > clock.now() ? { state: 'valid', value: entry.value } : { state: 'expired' }
  }
  return {
    issue(value, life) {
      const token = randomBytes(24).toString('base64url')
      kept.set(token, { value, expiresAt: clock.now() + life })
      const [oldest] = kept.keys()
      if (kept.size > MAX_TOKENS && oldest !== undefined) kept.delete(oldest)
      return token
    },
    look,
    find(token) {
      const found = look(token)
      return found.state === 'valid' ? found.value : undefined
    },
    drop: (token) => kept.delete(token),
    expireAll: () => kept.forEach((entry) => (entry.expiresAt = 0)),
    clear: () => kept.clear(),
  }
}
