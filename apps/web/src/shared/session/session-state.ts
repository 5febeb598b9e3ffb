import { useSyncExternalStore } from 'react'
import type { SessionKey } from './session-keys.ts'
import { readSession, writeSession } from './session-store.ts'

interface SessionFormat<T> {
  /** Reads what was stored, or null; it never throws, whatever somebody wrote there. */
  readonly parse: (stored: string | null) => T
  readonly serialise: (value: T) => string
}

/** A value that lives in the session under one key, and that screens can follow. It ends with the session. */
export function createSessionState<T>(key: SessionKey, { parse, serialise }: SessionFormat<T>) {
  const listeners = new Set<() => void>()
  let snapshot: { readonly stored: string | null; readonly value: T } | undefined

  const read = (): T => {
    const stored = readSession(key)
    if (snapshot?.stored !== stored) snapshot = undefined
    snapshot ??= { stored, value: parse(stored) }
    return snapshot.value
  }
  const write = (value: T): void => {
    const next = serialise(value)
    if (next === readSession(key)) return
    writeSession(key, next)
    for (const listener of listeners) listener()
  }
  const subscribe = (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return { read, write, use: (): T => useSyncExternalStore(subscribe, read) }
}

/** Yes or no. */
export const FLAG: SessionFormat<boolean> = { parse: (stored) => stored === 'true', serialise: String }
