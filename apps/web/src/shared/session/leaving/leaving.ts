import { REDIRECT_DELAY_MS } from '@rubrica/domain'
import { useSyncExternalStore } from 'react'

/** Where the browser is about to go, and why the person's session here is over. */
export interface Leaving {
  readonly address: string
  readonly why: 'out' | 'expired' | 'authorised' | 'refused'
}

let leaving: Leaving | null = null
const listeners = new Set<() => void>()

/** Leads the browser away after the time it takes to read why (spec §9); the button Back does not lead here again. */
export function leaveFor(next: Leaving): void {
  leaving = next
  for (const listener of listeners) listener()
  setTimeout(() => location.replace(next.address), REDIRECT_DELAY_MS)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Where the browser is about to go, or null. */
export function useLeaving(): Leaving | null {
  return useSyncExternalStore(subscribe, () => leaving)
}
