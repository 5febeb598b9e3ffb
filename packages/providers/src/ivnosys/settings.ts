import { readPaths } from '../protocols/read-path.ts'
import { readTimeout } from '../protocols/read-timeout.ts'
import type { SettingsReader } from '../registered-provider.ts'

export const IVNOSYS = 'Ivnosys'

export interface KeymanSettings {
  /** Before `/auth/login`. */
  readonly url: string
  readonly timeoutMs: number
  /** Which headers carry the token: the documented one, that of newer clients, or both. */
  readonly tokenHeader: 'both' | 'authentication' | 'bearer'
  /** Value of `module` in a log-in; installations that want none get none. */
  readonly module: string | undefined
  readonly paths: Readonly<Record<keyof typeof PATHS, string>>
}

/** By the names of the settings; which of them are reconstructed stands in the README. */
const PATHS = {
  LOGIN_PATH: '/auth/login',
  CHECK_PATH: '/auth/check',
  MFA_PATH: '/auth/mfaBegin',
  TICKET_PATH: '/auth/loginToken',
  LIST_PATH: '/cert/listAvailable',
  CERTIFICATE_PATH: '/cert/CERGet',
  CHAIN_PATH: '/cert/ChainGet',
  PIN_PATH: '/cert/PinCheck',
  SIGN_PATH: '/sign/hash',
} as const

/** @returns undefined while no address is set */
export function readSettings(settings: SettingsReader): KeymanSettings | undefined {
  const url = settings.address('URL')
  if (url === undefined) return undefined
  return {
    url,
    timeoutMs: readTimeout(settings),
    tokenHeader: settings.choice('TOKEN_HEADER', ['both', 'authentication', 'bearer'], 'both'),
    module: settings.text('MODULE'),
    paths: readPaths(settings, PATHS),
  }
}
