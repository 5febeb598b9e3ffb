import { readSession } from '../session-store.ts'

/**
 * Where somebody who came with the token of another application is led back to, or null (spec §4). It was decoded and
 * allowed when they came; here it only has to be a page.
 */
export function returnAddress(): string | null {
  const address = readSession('userToken') === 'true' ? readSession('urlReturn') : null
  if (address === null || !URL.canParse(address)) return null
  return /^https?:$/.test(new URL(address).protocol) ? address : null
}
