import { useSyncExternalStore } from 'react'

let said: readonly string[] = []
const listeners = new Set<() => void>()

/** Keeps why somebody could not come in, a line each, for the log-in to say again: three seconds are soon over. */
export function keepFailedEntry(lines: readonly string[]): void {
  said = lines
  for (const listener of listeners) listener()
}

export const forgetFailedEntry = (): void => keepFailedEntry([])

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Why the last way in failed, a line each; empty once the person tries again. */
export function useFailedEntry(): readonly string[] {
  return useSyncExternalStore(subscribe, () => said)
}
