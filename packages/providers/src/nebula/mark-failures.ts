import { ProviderError } from '../connector.ts'

/** What the portal looks for in a message, so as not to take the provider's trouble for the end of its own session. */
const MARK = 'integrationUnauthorized'

/** Runs `work`; whatever goes wrong at the provider carries the mark in its message. */
export async function markFailures<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    throw new ProviderError(error.code, `${error.message} (${MARK})`, { facts: error.facts, cause: error.cause })
  }
}
