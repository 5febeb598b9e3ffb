import { callAs } from '../../api/call-as.ts'
import { hasNoSuchCall } from '../../api/has-no-such-call.ts'
import { sessionToken, writeSession } from '../session-store.ts'
import { shareSession } from '../tabs/shared-session.ts'
import { readTokenTimes } from '../entry/token-payload.ts'

/** How long is waited after a renewal, whether it succeeded or not. */
const PAUSE_MS = 60_000

let renewal: Promise<void> | null = null
let isOffered = true
let notBefore = 0

/**
 * Whether so much of a token's time is over that it should be renewed: two thirds. So a clock that is some minutes
 * wrong does no harm, and a person who does nothing for the last third is logged out.
 */
export function isDue(token: string, now: number): boolean {
  const times = readTokenTimes(token)
  return times !== null && now >= times.to - (times.to - times.from) / 3
}

async function ask(token: string): Promise<void> {
  const answer = await callAs(token).renewToken({})
  // Meanwhile the person may have left, or another tab was faster.
  if (sessionToken() !== token) return
  writeSession('token', answer.access_token)
  shareSession()
}

/** Renews the token, once at a time. */
function renew(token: string): Promise<void> {
  renewal ??= ask(token).finally(() => {
    renewal = null
  })
  return renewal
}

/**
 * Called when the person does something: renews the token in time. A refusal changes nothing here, the next call will
 * tell of it; a server that has no such call is not asked again.
 */
export async function renewWhenDue(now = Date.now()): Promise<void> {
  const token = sessionToken()
  if (token === null || renewal || !isOffered || now < notBefore || !isDue(token, now)) return
  notBefore = now + PAUSE_MS
  try {
    await renew(token)
  } catch (error) {
    isOffered = !hasNoSuchCall(error)
  }
}

const endOf = (token: string | null) => (token === null ? null : readTokenTimes(token))?.to ?? 0

/**
 * Renews the token because the person wants to stay.
 * @returns false where the session cannot last any longer: it has lasted as long as any may, or the server renews none
 * @throws {ApiError} {NetworkError}
 */
export async function renewNow(): Promise<boolean> {
  const token = sessionToken()
  if (token === null || !isOffered) return false
  try {
    await renew(token)
  } catch (error) {
    isOffered = !hasNoSuchCall(error)
    if (!isOffered) return false
    throw error
  }
  return endOf(sessionToken()) > endOf(token)
}
