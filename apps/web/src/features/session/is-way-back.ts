/** Parameters with which a signature at Ivnosys goes on in the list of documents (spec §2). */
const OF_SIGNING = ['ivnosysInitSign', 'ivnosysPreSignAuth']

/**
 * Whether the address that somebody wanted before the log-in belongs to the way back from a provider's page.
 * @param wanted path and parameters, as the history remembers them
 */
export function isWayBack(wanted: string | undefined): boolean {
  const [path, search] = wanted?.split('?') ?? []
  const parameters = new URLSearchParams(search)
  if (path === '/account-return') return parameters.has('state')
  if (!parameters.has('transactionid')) return false
  if (path === '/ivsign-auth') return true
  return path === '/documents' && OF_SIGNING.some((name) => parameters.get(name) === 'true')
}
