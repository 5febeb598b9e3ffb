/**
 * The address of a page of the portal for somebody who may have no session yet, as a mail or an application leads them
 * there.
 * @param path with a slash at its beginning
 */
export type PortalEntry = (path: string, query?: Readonly<Record<string, string>>) => string
