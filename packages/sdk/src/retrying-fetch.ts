/**
 * Sends a request again that the server put off or did not answer. A POST is the same act each time, because every try
 * bears the same Idempotency-Key; the other methods are idempotent by themselves (RFC 9110 §9.2.2).
 */

type Fetch = (address: string, init: RequestInit) => Promise<Response>

export interface RetrySettings {
  readonly fetch: Fetch
  /** Tries of one call, the first included. */
  readonly tries: number
  /** Milliseconds that one try may take until its answer begins. */
  readonly timeoutMs: number
  /** @throws what made `signal` abort */
  readonly wait: (ms: number, signal: AbortSignal | undefined) => Promise<void>
}

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 60_000

/** Put off (429, 503), lost on the way (502, 504), or the same request is being answered still. */
async function shouldRepeat(answer: Response): Promise<boolean> {
  if ([429, 502, 503, 504].includes(answer.status)) return true
  if (answer.status !== 409) return false
  const body = (await answer
    .clone()
    .json()
    .catch(() => ({}))) as { Code?: unknown }
  return body.Code === 'IDEMPOTENCY_KEY_IN_USE'
}

/** Seconds or a date (RFC 9110 §10.2.3), as milliseconds from now; undefined where it is neither. */
export function readRetryAfter(value: string | null, now: number): number | undefined {
  if (value === null) return undefined
  if (/^\d{1,9}$/.test(value.trim())) return Number(value) * 1000
  const date = Date.parse(value)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

/** Twice as long each time, and never quite the same, so that many programs do not come back at once. */
const pauseAfter = (failures: number) => FIRST_PAUSE_MS * 2 ** (failures - 1) * (0.5 + Math.random() / 2)

export function retryingFetch({ fetch, tries, timeoutMs, wait }: RetrySettings): Fetch {
  const once = (address: string, init: RequestInit) => {
    const signals = [AbortSignal.timeout(timeoutMs), ...(init.signal ? [init.signal] : [])]
    return fetch(address, { ...init, signal: AbortSignal.any(signals) })
  }
  return async (address, init) => {
    const headers = {
      ...(init.method === 'POST' && { 'idempotency-key': crypto.randomUUID() }),
      ...(init.headers as Record<string, string>),
    }
    const aborted = init.signal ?? undefined
    for (let failures = 1; ; failures += 1) {
      const outcome = await once(address, { ...init, headers }).catch((error: unknown) => ({ error }))
      aborted?.throwIfAborted()
      const isLast = failures >= tries
      if ('error' in outcome) {
        if (isLast) throw outcome.error
        await wait(pauseAfter(failures), aborted)
        continue
      }
      if (isLast || !(await shouldRepeat(outcome))) return outcome
      const asked = readRetryAfter(outcome.headers.get('retry-after'), Date.now()) ?? pauseAfter(failures)
      if (asked > LONGEST_PAUSE_MS) return outcome
      await outcome.body?.cancel()
      await wait(asked, aborted)
    }
  }
}
