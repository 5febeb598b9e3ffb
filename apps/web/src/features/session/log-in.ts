import { SCOPES } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { afterLogin, type NextStep } from '../../shared/session/entry/after-login.ts'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { keepPassword } from '../../shared/session/entry/kept-password.ts'
import { requireEnvironment } from './require-environment.ts'

/** What a password gave where a second factor is missing: a token that is good for showing it. */
export interface HalfWay {
  readonly halfWay: string
}

/**
 * Logs in with a password.
 * @throws {ApiError} 401 when user or password is wrong.
 * @throws {EnvironmentInvalid}
 */
export async function logIn({ user, password }: { user: string; password: string }): Promise<NextStep | HalfWay> {
  requireEnvironment()
  const { access_token: token, scope } = await api.token({
    body: { grant_type: 'password', username: user, password, scope: SCOPES.portal },
  })
  return scope === SCOPES.factor ? { halfWay: token } : enter(token, password)
}

/** Begins the session of a token that a password, with or without a second factor, has given. */
export async function enter(token: string, password: string): Promise<NextStep> {
  const step = await afterLogin({ token, accessMethod: 'USER_PASS' })
  if (isForApplication()) keepPassword(password)
  return step
}
