import { useSyncExternalStore } from 'react'

/** Outlives the session: what somebody was told they are not told again after the next log-in. */
const KEY = 'signing.seenRuns'
/** Runs are told of for a day. */
const MOST_KEPT = 100

const listeners = new Set<() => void>()

const read = () => localStorage.getItem(KEY) ?? '[]'

function listOf(stored: string): readonly string[] {
  try {
    const list: unknown = JSON.parse(stored)
    return Array.isArray(list) ? list.filter((one): one is string => typeof one === 'string') : []
  } catch {
    return []
  }
}

/** The person knows how this run (GUID) ended: the list need not tell them. */
export function rememberSeenRun(runGuid: string): void {
  const others = listOf(read()).filter((one) => one !== runGuid)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, runGuid].slice(-MOST_KEPT)))
  } catch {
    // No room left: it is told once more.
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The runs (GUID) whose end was told on this device. */
export const useSeenRuns = (): ReadonlySet<string> => new Set(listOf(useSyncExternalStore(subscribe, read)))
