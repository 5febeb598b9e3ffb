import type { Connector } from '../connector.ts'
import { connectCsc } from '../protocols/csc/connect-csc.ts'
import type { OAuthClient } from '../protocols/csc/csc-client.ts'
import { standardPaths, type CscPaths } from '../protocols/csc/csc-dialect.ts'
import { readPath } from '../protocols/read-path.ts'
import { readTimeout } from '../protocols/read-timeout.ts'
import type { SettingsReader } from '../registered-provider.ts'

/** The setting that names another path for a call. */
const PATH_SETTINGS = {
  service: 'SERVICE_PATH',
  login: 'LOGIN_PATH',
  revoke: 'REVOKE_PATH',
  list: 'LIST_PATH',
  info: 'INFO_PATH',
  challenge: 'CHALLENGE_PATH',
  authorize: 'AUTHORIZE_PATH',
  check: 'CHECK_PATH',
  extend: 'EXTEND_PATH',
  sign: 'SIGN_PATH',
} as const satisfies Record<keyof CscPaths, string>

/** @returns undefined while TRUSTPRO_URL is not set */
export function connect(settings: SettingsReader): Connector | undefined {
  const url = settings.address('URL')
  if (url === undefined) return undefined
  const dialect = settings.choice('DIALECT', ['csc1', 'csc2'], 'csc2')
  const timeoutMs = readTimeout(settings)
  return connectCsc({
    provider: 'TrustPRO',
    url,
    dialect,
    timeoutMs,
    paths: readCscPaths(settings, standardPaths(dialect)),
    oauth: readClient(settings, url),
  })
}

/** @returns undefined where people type their name and password here */
function readClient(settings: SettingsReader, url: string): OAuthClient | undefined {
  const clientId = settings.text('CLIENT_ID')
  if (clientId === undefined) return undefined
  const clientSecret = settings.required('CLIENT_SECRET', /^[\x20-\x7e]+$/)
  return { url: settings.address('OAUTH_URL') ?? url, clientId, clientSecret }
}

function readCscPaths(settings: SettingsReader, standard: CscPaths): CscPaths {
  const at = (call: keyof CscPaths): string => readPath(settings, PATH_SETTINGS[call], standard[call])
  return {
    service: at('service'),
    login: at('login'),
    revoke: at('revoke'),
    list: at('list'),
    info: at('info'),
    challenge: at('challenge'),
    authorize: at('authorize'),
    check: at('check'),
    extend: at('extend'),
    sign: at('sign'),
  }
}
