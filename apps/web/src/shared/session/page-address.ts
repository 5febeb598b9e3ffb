/** The server named an address that is no page. */
export class AddressInvalid extends Error {
  override readonly name = 'AddressInvalid'
}

/** @throws {AddressInvalid} for what is no address of a page, such as a script */
export function pageAt(address: string): URL {
  const page = URL.canParse(address) ? new URL(address) : null
  if (page === null || !/^https?:$/.test(page.protocol)) throw new AddressInvalid('The address is no page')
  return page
}
