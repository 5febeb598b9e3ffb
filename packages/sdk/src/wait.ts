/** @throws the reason of the signal, as soon as it is there */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason as Error)
    const stop = () => {
      clearTimeout(timer)
      fail(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      done()
    }, ms)
    signal?.addEventListener('abort', stop, { once: true })
  })
}

/** Half as long again with each look that found nothing, up to the longest. */
export const pollPause = (quiet: number, { shortest, longest }: { shortest: number; longest: number }): number =>
  Math.min(longest, shortest * 1.5 ** quiet)
