import { queryClient } from '../../api/query-client.ts'
import { askedLanguage } from '../../i18n/initial-language.ts'
import { currentLanguage, showLanguage } from '../../i18n/language.ts'
import { applyPortalTheme } from '../../theme/apply-theme.ts'
import { storedTheme } from '../../theme/theme.ts'
import { isForApplication } from '../entry/application-request.ts'
import { forgetPerson, lastToLeave, revoke } from '../leaving/log-out.ts'
import { forgetSessionExpiry, isSessionOver } from '../session-expiry.ts'
import { isForOneDocument, sessionIdentity, sessionToken, writeSession } from '../session-store.ts'
import { shareSession, takeSession } from '../tabs/shared-session.ts'
import type { TabMessage } from '../tabs/tabs.ts'
import { readTokenPayload, readTokenTimes } from '../entry/token-payload.ts'

/** Where somebody can be waiting to be let in. */
const LOGIN_PATHS = ['/', '/new-login', '/login-ad']

/** What a message makes the page do. */
export interface Led {
  /** To where the person was going, now that they are in. */
  readonly in: () => void
  readonly out: () => void
}

/** When a token was given; one that does not say counts as the oldest. */
const givenAt = (token: string) => readTokenTimes(token)?.from ?? 0

/** Whether somebody who waits here at a log-in may go in with such a token. */
function mayEnter(token: string, person: string): boolean {
  const isOver = (readTokenTimes(token)?.to ?? Infinity) <= Date.now()
  // Who has just logged out must not find somebody else in their place.
  return !isOver && LOGIN_PATHS.includes(location.pathname) && (lastToLeave() ?? person) === person
}

function hearSession(session: Readonly<Record<string, string>>, led: Led): void {
  const { token: theirs = '' } = session
  const own = sessionToken()
  const payload = readTokenPayload(theirs)
  if (!payload) return
  if (own === null) {
    if (!mayEnter(theirs, payload.sub)) return
    takeSession(session)
    applyPortalTheme(storedTheme())
    // That of the account, as the other tab has stored it on this device.
    void showLanguage(askedLanguage() ?? currentLanguage()).catch(() => false)
    led.in()
    return
  }
  // A tab of somebody else keeps its session: two people may use one browser, each with their name in the header.
  if (payload.sub !== sessionIdentity()?.sub) return
  if (givenAt(theirs) <= givenAt(own) && !isSessionOver()) return
  writeSession('token', theirs)
  forgetSessionExpiry()
  void queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
}

function hearLogOut(token: string, led: Led): void {
  const own = sessionToken()
  if (own === null || readTokenPayload(token)?.sub !== sessionIdentity()?.sub) return
  if (own !== token) revoke(own)
  forgetPerson()
  led.out()
}

/**
 * Follows what another tab says: a log-in lets this one in, too, a renewed token is this one's, too, and a log-out ends
 * all tabs of the person. A log-in for an application, or for one document, stays apart from all that: it is for that
 * alone.
 */
export function answerTab(message: TabMessage, led: Led): void {
  if (isForApplication() || isForOneDocument()) return
  if (message.kind === 'asking') shareSession()
  if (message.kind === 'session') hearSession(message.session, led)
  if (message.kind === 'log-out') hearLogOut(message.token, led)
}
