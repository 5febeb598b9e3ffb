import { COPIED_SESSION_KEY } from '../session-keys.ts'

/** How long a copied session is good for: as long as what the person was sent away for. */
const COPY_MS = 10 * 60_000

/** Whether a copy, which begins with its time, is too old; so is what is no copy. */
export const isOldCopy = (copy: string, now: number): boolean => !(Number.parseInt(copy, 10) + COPY_MS > now)

/** Removes a copy that nobody came back for in time: it is not left lying about. */
export function forgetOldCopy(now = Date.now()): void {
  const copy = localStorage.getItem(COPIED_SESSION_KEY)
  if (copy !== null && isOldCopy(copy, now)) localStorage.removeItem(COPIED_SESSION_KEY)
}
