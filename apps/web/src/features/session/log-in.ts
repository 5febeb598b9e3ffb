import { SCOPES } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { afterLogin, type NextStep } from '../../shared/session/entry/after-login.ts'
import { isForApplication } from '../../shared/session/entry/application-request.ts'
import { keepPassword } from '../../shared/session/entry/kept-password.ts'
import { requireEnvironment } from './require-environment.ts'

/**
 * Logs in with a password.
 * @throws {ApiError} 401 when user or password is wrong.
 * @throws {EnvironmentInvalid}
 */
export async function logIn({ user, password }: { user: string; password: string }): Promise<NextStep> {
  requireEnvironment()
  const { access_token: token } = await api.token({
    body: { grant_type: 'password', username: user, password, scope: SCOPES.portal },
  })
  const step = await afterLogin({ token, accessMethod: 'USER_PASS' })
  if (isForApplication()) keepPassword(password)
  return step
}
