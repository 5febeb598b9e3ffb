import { sessionIdentity } from '../session/session-store.ts'

/** Outlives the session. Which certificate suits depends on the device, so the device remembers it. */
const KEY = 'signing.lastUsed'
/** A device that many people share forgets those who signed on it longest ago. */
const MOST_PEOPLE = 20

/** User (GUID) and what they used last; the latest at the end. */
type Used = readonly [person: string, key: string]

const isUsed = (entry: unknown): entry is Used =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')

function readUsed(): readonly Used[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isUsed) : []
  } catch {
    return []
  }
}

/** With what this person signed last on this device: the GUID of a certificate or the name of another way, or null. */
export function lastUsed(): string | null {
  const person = sessionIdentity()?.sub
  return readUsed().find(([one]) => one === person)?.[1] ?? null
}

/** @param key the GUID of a certificate that has just signed, or the name of another way */
export function rememberUsed(key: string): void {
  const person = sessionIdentity()?.sub
  if (person === undefined) return
  const others = readUsed().filter(([one]) => one !== person)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, [person, key]].slice(-MOST_PEOPLE)))
  } catch {
    // No room left: the signature that was just made is none the worse for it.
  }
}
