/**
 * Presses a button on a page of a provider's stand-in, as somebody who was sent there does.
 * @returns where the page leads them
 */
export async function decideOnPage(url: string, decision: 'approve' | 'deny'): Promise<URL> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams({ decision }), redirect: 'manual' })
  await answer.arrayBuffer()
  const address = answer.headers.get('location')
  if (address === null) throw new Error(`the page led nowhere: ${answer.status}`)
  return new URL(address)
}

/** What the address is about to which a provider leads back. */
export function transactionOf(address: URL): string {
  const id = address.searchParams.get('transactionid')
  if (id === null) throw new Error(`no transaction in ${address.href}`)
  return id
}
