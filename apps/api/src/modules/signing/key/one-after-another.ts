/** The latest work of each key that has any. */
const latest = new Map<string, Promise<void>>()

/**
 * Runs the work of one key piece by piece, in the order in which it comes: a provider exchanges what it has
 * authorised from one signature to the next, so that two at once would spend the same.
 */
export async function oneAfterAnother<T>(key: string, work: () => Promise<T>): Promise<T> {
  const before = latest.get(key) ?? Promise.resolve()
  const result = before.then(work)
  const done = result.then(
    () => undefined,
    () => undefined,
  )
  latest.set(key, done)
  try {
    return await result
  } finally {
    if (latest.get(key) === done) latest.delete(key)
  }
}
