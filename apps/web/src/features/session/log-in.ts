import { ApiError, SCOPES } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { portalConfig } from '../../shared/api/portal-config.ts'
import { readTokenPayload } from '../../shared/session/token-payload.ts'
import { clearSession, writeSession } from '../../shared/session/session-store.ts'
import { applyAppearance } from '../../shared/theme/apply-theme.ts'
import { DEFAULT_APPEARANCE, storeAppearance, type Appearance } from '../../shared/theme/appearance.ts'

/** The person must choose another password before going on. */
export class PasswordChangeRequired extends Error {
  override readonly name = 'PasswordChangeRequired'
}

/** The look of the person's subscription; the default one when several disagree (409, spec §4). */
async function appearanceOf(userGuid: string): Promise<Appearance> {
  try {
    return await api.appearance({ params: { id: userGuid } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return DEFAULT_APPEARANCE
    throw error
  }
}

/**
 * Logs in with a password and prepares the session: token, look, then the question whether the password
 * has to be changed (spec §4). A failure leaves no session behind.
 * @throws {ApiError} 401 when user or password is wrong.
 * @throws {PasswordChangeRequired}
 */
export async function logIn(credentials: { user: string; password: string }): Promise<void> {
  const answer = await api.token({
    body: {
      grant_type: 'password',
      username: credentials.user,
      password: credentials.password,
      scope: SCOPES.portal,
    },
  })
  const payload = readTokenPayload(answer.access_token)
  if (!payload) throw new TypeError('The server gave a token without a user')
  writeSession('token', answer.access_token)
  writeSession('accessMethod', 'USER_PASS')
  writeSession('user', credentials.user)
  writeSession('environment', portalConfig().environment)
  try {
    const [appearance, reset] = await Promise.all([
      appearanceOf(payload.sub),
      api.resetPassword({ params: { id: payload.sub } }),
    ])
    if (reset.ResetPassword) throw new PasswordChangeRequired()
    storeAppearance(appearance)
    applyAppearance(appearance)
  } catch (error) {
    clearSession()
    throw error
  }
}
