import { useSyncExternalStore } from 'react'

let expiredAt: number | null = null
let remark: string | null = null
const listeners = new Set<() => void>()

function change(next: number | null): void {
  expiredAt = next
  for (const listener of listeners) listener()
}

/** Raises the session-expired notice. Minutes are counted from the first refusal, so later ones change nothing. */
export function announceSessionExpired(): void {
  if (expiredAt === null) change(Date.now())
}

/** Adds to the notice what the session had done before it ended, in the person's language. */
export function remarkOnSessionExpiry(text: string): void {
  remark = text
  change(expiredAt)
}

/** Puts the notice away once the person has accepted it. */
export function forgetSessionExpiry(): void {
  remark = null
  change(null)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** When the server first refused the session (milliseconds since 1970), or null. */
export function useSessionExpiredAt(): number | null {
  return useSyncExternalStore(subscribe, () => expiredAt)
}

/** What was said about the end of the session, or null. */
export function useSessionExpiryRemark(): string | null {
  return useSyncExternalStore(subscribe, () => remark)
}
