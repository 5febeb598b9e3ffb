import { isForApplication } from '../entry/application-request.ts'
import { isSessionOver } from '../session-expiry.ts'
import { isForOneDocument, readSession, sessionToken, writeSession } from '../session-store.ts'
import { notifyTabs } from './tabs.ts'

/** What makes a session; the rest of what a tab keeps is its own. */
const SHARED = ['token', 'accessMethod', 'user', 'environment', 'theme', 'userToken', 'urlReturn'] as const

/** Gives the session of this tab to those that have none, and its token to those of the same person. */
export function shareSession(): void {
  // A log-in for an application, or for one document, is for that alone.
  if (sessionToken() === null || isSessionOver() || isForApplication() || isForOneDocument()) return
  const session = SHARED.flatMap((key) => {
    const value = readSession(key)
    return value === null ? [] : [[key, value]]
  })
  notifyTabs({ kind: 'session', session: Object.fromEntries(session) as Record<string, string> })
}

/** Makes the session of another tab this one's, too. */
export function takeSession(session: Readonly<Record<string, string>>): void {
  for (const key of SHARED) {
    const value = session[key]
    if (value !== undefined) writeSession(key, value)
  }
}
