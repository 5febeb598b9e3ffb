import { onRefusal } from '../../api/refusals.ts'
import { userTokenEntry } from '../entry/entry-address.ts'
import type { Led } from '../following/answer-tabs.ts'
import { forgetOldCopy } from './old-copy.ts'
import { sessionToken } from '../session-store.ts'
import { shareSession } from './shared-session.ts'
import { hearTabs, notifyTabs } from './tabs.ts'

/** Signs that a person is at work. */
const SIGNS = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
const LOOK_EVERY_MS = 10_000

/** Renews the token of a person who does something. */
function followActivity(signal: AbortSignal): void {
  let nextLook = 0
  const look = () => {
    if (sessionToken() === null || Date.now() < nextLook) return
    nextLook = Date.now() + LOOK_EVERY_MS
    void import('../following/renew-token.ts').then(({ renewWhenDue }) => renewWhenDue())
  }
  for (const sign of SIGNS) addEventListener(sign, look, { capture: true, passive: true, signal })
}

/** What the page does when the session changes by itself. */
interface Follower extends Led {
  /** To the choice of a new password, without which the server does nothing else. */
  readonly toNewPassword: () => void
}

/**
 * Keeps the session of this page in step with the person, with their other tabs and with the server. @returns its end
 */
export function followSession({ toNewPassword, ...led }: Follower): () => void {
  const ended = new AbortController()
  followActivity(ended.signal)
  forgetOldCopy()
  const leaveTabs = hearTabs((message) => {
    void import('../following/answer-tabs.ts').then(({ answerTab }) => answerTab(message, led))
  })
  const stopHearing = onRefusal(({ code }) => {
    if (code === 'PASSWORD_CHANGE_REQUIRED') toNewPassword()
  })
  if (sessionToken() !== null) shareSession()
  // Whom another application sends has a session of their own in a moment.
  else if (userTokenEntry() === null) notifyTabs({ kind: 'asking' })
  return () => {
    ended.abort()
    leaveTabs()
    stopHearing()
  }
}
