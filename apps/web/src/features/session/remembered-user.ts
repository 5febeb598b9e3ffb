/** Outlives the session, and holds nothing but what the person types to say who they are. */
const KEY = 'login.user'

/** The user id that this device remembers, or null. */
export function rememberedUser(): string | null {
  return localStorage.getItem(KEY)
}

/** @param user null to remember nobody */
export function rememberUser(user: string | null): void {
  if (user === null) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, user)
}
