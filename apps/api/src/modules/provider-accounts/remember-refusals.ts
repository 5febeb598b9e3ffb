import { createHash } from 'node:crypto'
import type { ConnectorState } from '@rubrica/providers/connector'
import type { AccountKey } from './ports.ts'

const REMEMBERED_MS = 10 * 60_000
const MAX_REFUSALS = 10_000

/**
 * Accounts that their provider does not take any more. Asked again and again with a password that was changed there, it
 * would lock the person out; so it is asked seldom, until the account is linked again.
 */
export class Refusals {
  readonly #until = new Map<string, number>()

  note(key: AccountKey, state: ConnectorState, now: Date): void {
    if (this.#until.size >= MAX_REFUSALS) this.#until.clear()
    this.#until.set(nameOf(key, state), now.getTime() + REMEMBERED_MS)
  }

  has(key: AccountKey, state: ConnectorState, now: Date): boolean {
    return (this.#until.get(nameOf(key, state)) ?? 0) > now.getTime()
  }
}

/** An account that is linked again has another state, and with it another name. */
function nameOf({ userId, provider }: AccountKey, state: ConnectorState): string {
  return `${userId}:${provider}:${createHash('sha256').update(JSON.stringify(state)).digest('base64')}`
}
