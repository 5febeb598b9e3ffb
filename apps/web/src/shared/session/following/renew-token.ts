import { callAs } from '../../api/call-as.ts'
import { hasNoSuchCall } from '../../api/has-no-such-call.ts'
import { sessionToken, writeSession } from '../session-store.ts'
import { shareSession } from '../shared-session.ts'
import { readTokenTimes } from '../token-payload.ts'

/** How long is waited after a renewal, whether it succeeded or not. */
const PAUSE_MS = 60_000

let isAsking = false
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

async function renew(token: string): Promise<void> {
  const answer = await callAs(token).renewToken({})
  // Meanwhile the person may have left, or another tab was faster.
  if (sessionToken() !== token) return
  writeSession('token', answer.access_token)
  shareSession()
}

/**
 * Called when the person does something: renews the token in time. A refusal changes nothing here, the next call will
 * tell of it; a server that has no such call is not asked again.
 */
export async function renewWhenDue(now = Date.now()): Promise<void> {
  const token = sessionToken()
  if (token === null || isAsking || !isOffered || now < notBefore || !isDue(token, now)) return
  isAsking = true
  notBefore = now + PAUSE_MS
  try {
    await renew(token)
  } catch (error) {
    isOffered = !hasNoSuchCall(error)
  } finally {
    isAsking = false
  }
}
