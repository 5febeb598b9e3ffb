import { portalConfig } from '../api/portal-config.ts'

/** Whether passkeys of this page are those of the server, and the browser has any. */
export const knowsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && portalConfig().logins.passkeys === location.origin
