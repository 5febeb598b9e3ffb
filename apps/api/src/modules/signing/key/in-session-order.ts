/** The latest work of each session that has any. */
const latest = new Map<string, Promise<void>>()

/**
 * Runs the work of one session piece by piece, in the order in which it comes: a provider exchanges what it has
 * authorised from one signature to the next, so that two at once would spend the same.
 */
export async function inSessionOrder<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
  const before = latest.get(sessionId) ?? Promise.resolve()
  const result = before.then(work)
  const done = result.then(
    () => undefined,
    () => undefined,
  )
  latest.set(sessionId, done)
  try {
    return await result
  } finally {
    if (latest.get(sessionId) === done) latest.delete(sessionId)
  }
}
