/** Addresses of the portal: which there are, and how one is put together and taken apart. */

/** Every address of the portal; `$` begins the part that is different for each document. */
export const PATHS = [
  '/',
  '/absence',
  '/account-return',
  '/approvals',
  '/approvals/$approverGuid',
  '/auth',
  '/authcerts',
  '/bulk',
  '/bulk/$bulkSendId',
  '/certificates',
  '/changePassword',
  '/confirmed',
  '/contacts',
  '/copies/$copyGuid',
  '/documents',
  '/documents/$docGuid',
  '/invitation',
  '/ivsign-auth',
  '/ivsign-login-sign',
  '/ivsign-sign',
  '/keys',
  '/login-ad',
  '/new-login',
  '/notifications',
  '/profile',
  '/recovery',
  '/saml',
  '/send',
  '/sent',
  '/sent/$docGuid',
  '/sign/$link',
  '/signed',
  '/signhash/cms',
  '/ssi',
  '/templates',
  '/v/$code',
  '/verify',
  '/webhooks',
  '/webhooks/$webhookId',
] as const
export type Path = (typeof PATHS)[number]

/** The names after `$` in a path, with a text for each. */
export type Params<P extends string> = P extends `${string}$${infer Name}` ? Readonly<Record<Name, string>> : undefined

/** What an entry of the browser's history remembers beside its address; the screens add what they need. */
export interface HistoryState {
  /** On a list: it was shown before, so a single row does not open by itself again. */
  visited?: boolean
}

/** The parameters of an address as they stand there; of one that stands there twice, the last. */
export type RawSearch = Readonly<Record<string, string | undefined>>
export type SearchValues = Readonly<Record<string, string | number | boolean | undefined>>

/** A screen to go to, by its path; parameters that are undefined are not written. */
export type Target = {
  [P in Path]: { readonly to: P; readonly search?: object } & (Params<P> extends undefined
    ? { readonly params?: undefined }
    : { readonly params: Params<P> })
}[Path]

/** An entry of the browser's history. */
export interface Place {
  readonly pathname: string
  /** With its `?`, or empty. */
  readonly search: string
  readonly state: HistoryState
  /** Its own among all entries. */
  readonly key: string
  /** How many entries lie before it. */
  readonly index: number
}

export function readSearch(search: string): RawSearch {
  return Object.fromEntries(new URLSearchParams(search))
}

/** The address of a target; a parameter that has its default does not stand in it. */
export function hrefOf({ to, params, search = {} }: Target, defaults: object = {}): string {
  const path = to.replace(/\$(\w+)/, (_, name: string) =>
    encodeURIComponent((params as Record<string, string> | undefined)?.[name] ?? ''),
  )
  const usual = defaults as SearchValues
  const written = Object.entries(search as SearchValues).filter(
    ([name, value]) => value !== undefined && value !== usual[name],
  )
  const text = new URLSearchParams(written.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? path : `${path}?${text}`
}

const withoutEnd = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '')

/** The params of an address under a path; null when it is not the path's. */
export function matchPath(path: Path, pathname: string): Readonly<Record<string, string>> | null {
  const [before = '', name] = path.split('$')
  const plain = withoutEnd(pathname)
  if (name === undefined) return plain === path ? {} : null
  const value = plain.slice(before.length)
  if (!plain.startsWith(before) || value === '' || value.includes('/')) return null
  try {
    return { [name]: decodeURIComponent(value) }
  } catch {
    return null
  }
}
