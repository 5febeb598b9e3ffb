import { readPath } from '../protocols/read-path.ts'
import { readTimeout } from '../protocols/read-timeout.ts'
import type { SettingsReader } from '../registered-provider.ts'

export interface RedTrustSettings {
  readonly loginUrl: string
  readonly refreshUrl: string
  readonly listUrl: string
  readonly signUrl: string
  /** Limit of each request. */
  readonly timeoutMs: number
}

/** @returns undefined while no address is set */
export function readSettings(settings: SettingsReader): RedTrustSettings | undefined {
  const url = settings.address('URL')
  if (url === undefined) return undefined
  // The two interfaces may be served at different ports.
  const signatureUrl = settings.address('DSS_URL') ?? url
  return {
    loginUrl: url + readPath(settings, 'LOGIN_PATH', '/raapi/v1/auth/login'),
    refreshUrl: url + readPath(settings, 'REFRESH_PATH', '/raapi/v1/auth/refresh-token'),
    listUrl: signatureUrl + readPath(settings, 'LIST_PATH', '/dssapi/v1/getAccessibleCertificates'),
    signUrl: signatureUrl + readPath(settings, 'SIGN_PATH', '/dssapi/v1/signHash'),
    timeoutMs: readTimeout(settings),
  }
}
