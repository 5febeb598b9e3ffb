import { PkiError } from '../pki-error.ts'

/**
 * Gives a request so many milliseconds. A query to a name server cannot be cancelled: it is left behind.
 * @throws PkiError REQUEST_FAILED (TIMEOUT)
 */
export async function withinTime<T>(
  { url, timeoutMs }: { readonly url: URL; readonly timeoutMs: number },
  work: (deadline: AbortSignal) => Promise<T>,
): Promise<T> {
  const deadline = AbortSignal.timeout(timeoutMs)
  let forget = (): void => undefined
  const late = new Promise<never>((_, reject) => {
    const onAbort = (): void => reject(new PkiError('REQUEST_FAILED', { reason: 'TIMEOUT', host: url.host }))
    deadline.addEventListener('abort', onAbort, { once: true })
    forget = () => deadline.removeEventListener('abort', onAbort)
  })
  try {
    return await Promise.race([work(deadline), late])
  } finally {
    forget()
  }
}
