/** Routes that only a logged-in person may see (spec §2). */
const PROTECTED_PATHS = [
  '/documents',
  '/absence',
  '/approvals',
  '/copies',
  '/signed',
  '/send',
  '/sent',
  '/templates',
  '/contacts',
  '/bulk',
  '/keys',
  '/webhooks',
  '/profile',
  '/notifications',
  '/certificates',
  '/authcerts',
  '/changePassword',
] as const

/** Whether an address lies on or under a protected route. */
export function isProtectedPath(pathname: string): boolean {
  return PROTECTED_PATHS.some((path) => pathname === path || pathname.startsWith(`${path}/`))
}
