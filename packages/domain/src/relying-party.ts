/** What passkeys are bound to (WebAuthn Level 3, 5.1.2): the host of an address, and the origin of its pages. */
export interface RelyingPartyAddress {
  readonly id: string
  readonly origin: string
}

/** Where browsers have passkeys: under a name, over TLS or on the person's own machine. Null for any other address. */
export function relyingPartyAt(address: string): RelyingPartyAddress | null {
  const { hostname, protocol, origin } = new URL(address)
  const isNumber = /^[\d.]+$|^\[/.test(hostname)
  const isSafe = protocol === 'https:' || /(?:^|\.)localhost$/.test(hostname)
  return isNumber || !isSafe ? null : { id: hostname, origin }
}
