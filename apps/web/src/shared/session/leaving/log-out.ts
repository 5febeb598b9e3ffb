import { callAs } from '../../api/call-as.ts'
import type { Environment } from '../../api/environment.ts'
import { portalConfig } from '../../api/portal-config.ts'
import { queryClient } from '../../api/query-client.ts'
import { applyPortalTheme } from '../../theme/apply-theme.ts'
import { toastStore } from '../../ui/overlays/toast-store.ts'
import { isForApplication } from '../entry/application-request.ts'
import { forgetPassword } from '../entry/kept-password.ts'
import { forgetSessionExpiry } from '../session-expiry.ts'
import { clearSession, sessionIdentity, sessionToken } from '../session-store.ts'
import { notifyTabs } from '../tabs/tabs.ts'

let left: string | undefined

/** Who was the last to leave this page, by their GUID; undefined when nobody has since it was opened. */
export function lastToLeave(): string | undefined {
  return left
}

/** Forgets the person on this page: session, answers of the server, messages and colours. */
export function forgetPerson(): void {
  left = sessionIdentity()?.sub ?? left
  clearSession()
  forgetPassword()
  forgetSessionExpiry()
  queryClient.clear()
  toastStore.clear()
  applyPortalTheme({ ...portalConfig().theme, Logo: null })
}

/**
 * Has the server refuse a token from now on. If the server cannot be reached, the token ends by itself half an hour
 * later.
 * @param environment that the token is of; null for the one of the session
 */
export function revoke(token: string, environment: Environment | null = null): void {
  void callAs(token, environment)
    .revokeToken({})
    .catch(() => undefined)
}

/** Ends the session on this page, in the person's other tabs and at the server. */
export function logOut(): void {
  const token = sessionToken()
  if (token !== null) {
    // While the session still says which environment the token is of.
    revoke(token)
    if (!isForApplication()) notifyTabs({ kind: 'log-out', token })
  }
  forgetPerson()
}
