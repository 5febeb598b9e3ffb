import { readPaths } from '../protocols/read-path.ts'
import { readTimeout } from '../protocols/read-timeout.ts'
import type { SettingsReader } from '../registered-provider.ts'

export const NEBULA = 'Nebula'

export interface NebulaSettings {
  readonly url: string
  readonly timeoutMs: number
  /** Which calls list and sign: nebula's own, or those of the CSC interface that it serves beside them. */
  readonly dialect: 'native' | 'csc1'
  /** PKCS#11 names: the server makes the DigestInfo, or the key hashes the attributes itself. */
  readonly mechanism: 'RSA_PKCS' | 'SHA_RSA_PKCS'
  readonly paths: Readonly<Record<keyof typeof PATHS, string>>
}

/** By the names of the settings; which of them are reconstructed stands in the README. */
const PATHS = {
  LOGIN_PATH: '/signin/auth/login/first',
  AUTHENTICATORS_PATH: '/signin/auth/authenticators',
  CHALLENGE_PATH: '/signin/auth/challenge',
  SECOND_PATH: '/signin/auth/login/second',
  CERTIFICATES_PATH: '/api/v2/certificate/mycertificates',
  POLICIES_PATH: '/api/v2/certificate/mypolicies',
  SIGN_INIT_PATH: '/api/v3/certificate/signinit',
  SIGN_HASH_PATH: '/api/v3/certificate/signhash',
  SIGN_CLOSE_PATH: '/api/v2/certificate/signclose',
  CSC_PATH: '/csc',
} as const

/** @returns undefined while no address is set */
export function readSettings(settings: SettingsReader): NebulaSettings | undefined {
  const url = settings.address('URL')
  if (url === undefined) return undefined
  return {
    url,
    timeoutMs: readTimeout(settings),
    dialect: settings.choice('DIALECT', ['native', 'csc1'], 'native'),
    mechanism: settings.choice('SIGN_MECHANISM', ['RSA_PKCS', 'SHA_RSA_PKCS'], 'RSA_PKCS'),
    paths: readPaths(settings, PATHS),
  }
}
