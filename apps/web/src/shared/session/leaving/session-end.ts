import { useEffect, useState } from 'react'
import { api } from '../../api/api.ts'
import { sessionToken } from '../session-store.ts'
import { readTokenTimes } from '../entry/token-payload.ts'

/** How long before its end somebody is warned, in milliseconds; of a short session the last third, as it is renewed. */
const WARNING_MS = 120_000
const LOOK_EVERY_MS = 1000

/** @returns milliseconds to the end of a token that is about to end, 0 when it has; null before, and without a time */
export function timeLeft(token: string | null, now: number): number | null {
  const times = token === null ? null : readTokenTimes(token)
  if (!times) return null
  const left = times.to - now
  return left > Math.min(WARNING_MS, (times.to - times.from) / 3) ? null : Math.max(0, left)
}

/**
 * Asks the server whether the session is over, which raises the notice if so: the clock of this device may be wrong.
 */
const askServer = () => void api.certificateTypes({}).catch(() => undefined)

/**
 * Milliseconds to the end of the session, once it is near and while there is something to be done about it; else null.
 */
export function useTimeLeft(): number | null {
  const [left, setLeft] = useState<number | null>(null)
  useEffect(() => {
    let warned: string | null = null
    const look = () => {
      const token = sessionToken()
      const now = timeLeft(token, Date.now())
      if (now === 0 && warned === token) askServer()
      warned = now ? token : null
      setLeft(now || null)
    }
    const clock = setInterval(look, LOOK_EVERY_MS)
    // The clock of a page that nobody sees goes slowly, and stands still while the device sleeps.
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(clock)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return left
}
