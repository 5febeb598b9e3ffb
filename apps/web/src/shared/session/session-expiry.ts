import { useSyncExternalStore } from 'react'

interface Expiry {
  /** When the server first refused the session (milliseconds since 1970). */
  readonly at: number
  /** It refused a list: somebody who came from another application is led back there (spec §4). */
  readonly onList: boolean
}

let expiry: Expiry | null = null
let remark: string | null = null
const listeners = new Set<() => void>()

function change(next: Expiry | null): void {
  expiry = next
  for (const listener of listeners) listener()
}

/** Raises the session-expired notice. Minutes are counted from the first refusal. */
export function announceSessionExpired({ onList = false } = {}): void {
  if (expiry === null || (onList && !expiry.onList)) change({ at: expiry?.at ?? Date.now(), onList })
}

/** Adds to the notice what the session had done before it ended, in the person's language. */
export function remarkOnSessionExpiry(text: string): void {
  remark = text
  change(expiry && { ...expiry })
}

/** Puts the notice away once the person has accepted it. */
export function forgetSessionExpiry(): void {
  remark = null
  change(null)
}

/** Whether the server refused the session. */
export const isSessionOver = (): boolean => expiry !== null

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The end of the session as the server reported it, or null. */
export function useSessionExpiry(): Expiry | null {
  return useSyncExternalStore(subscribe, () => expiry)
}

/** What was said about the end of the session, or null. */
export function useSessionExpiryRemark(): string | null {
  return useSyncExternalStore(subscribe, () => remark)
}
