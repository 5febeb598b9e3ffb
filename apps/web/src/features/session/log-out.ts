import { queryClient } from '../../shared/api/query-client.ts'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { clearSession } from '../../shared/session/session-store.ts'
import { forgetSessionExpiry } from '../../shared/session/session-expiry.ts'
import { applyAppearance } from '../../shared/theme/apply-theme.ts'
import { toastStore } from '../../shared/ui/toast-store.ts'

/** Forgets the person on this page: session, answers of the server, messages and colours. */
export function logOut(): void {
  clearSession()
  forgetSessionExpiry()
  queryClient.clear()
  toastStore.clear()
  applyAppearance({ ...portalConfig().theme, Logo: null })
}
