import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import type { Clock } from '../keep-time.ts'
import { writeAtomically } from '../store/write-atomically.ts'

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

interface Entry<Value> {
  readonly value: Value
  expiresAt: number
}

/** @param file where tokens are kept that must outlive a restart; their values are plain data */
export function createTokens<Value>(clock: Clock, file?: string): Tokens<Value> {
  const kept = new Map<string, Entry<Value>>(file === undefined ? [] : readEntries<Value>(file))
  const save = (): void => {
    if (file !== undefined) writeAtomically(file, JSON.stringify([...kept]))
  }
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
      save()
      return token
    },
    look,
    find(token) {
      const found = look(token)
      return found.state === 'valid' ? found.value : undefined
    },
    drop(token) {
      const wasThere = kept.delete(token)
      if (wasThere) save()
      return wasThere
    },
    expireAll() {
      kept.forEach((entry) => (entry.expiresAt = 0))
      save()
    },
    clear() {
      kept.clear()
      save()
    },
  }
}

/** Tokens that cannot be read any more are worth a log-in, not a sandbox that does not start. */
function readEntries<Value>(file: string): [string, Entry<Value>][] {
  if (!existsSync(file)) return []
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as [string, Entry<Value>][]
  } catch {
    return []
  }
}
