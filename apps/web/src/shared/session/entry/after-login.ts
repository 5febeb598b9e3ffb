import { ApiError } from '@rubrica/contract'
import type { AccessMethod } from '@rubrica/domain'
import { api } from '../../api/api.ts'
import { environmentNow } from '../../api/environment.ts'
import { queryClient } from '../../api/query-client.ts'
import { applyPortalTheme } from '../../theme/apply-theme.ts'
import { PORTAL_THEME, storeTheme, type PortalTheme } from '../../theme/theme.ts'
import { followAccountLanguage } from './account-language.ts'
import { isForApplication } from './application-request.ts'
import { clearSession, removeFromSession, sessionIdentity, writeSession } from '../session-store.ts'
import { shareSession } from '../tabs/shared-session.ts'
import { readTokenPayload } from './token-payload.ts'

interface NewSession {
  readonly token: string
  readonly accessMethod: AccessMethod
  /** For the token of another application: where the person is led back to, or null; undefined for everybody else. */
  readonly returnUrl?: string | null
}

/** Where a log-in leads: to a new password before anything else, to the application that asks, to the documents. */
export type NextStep =
  | { readonly to: '/changePassword'; readonly userName: string }
  | { readonly to: '/authcerts' }
  | { readonly to: '/documents' }

/** The look of the person's subscription; the default one when several disagree (409, spec §4). */
async function themeOfUser(userGuid: string): Promise<PortalTheme> {
  try {
    return await api.appearance({ params: { id: userGuid } })
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return PORTAL_THEME
    throw error
  }
}

/** Takes what the tab keeps of somebody else out of the way of who comes in now. */
function forgetOther(userGuid: string): void {
  const before = sessionIdentity()
  if (before === null || before.sub === userGuid) return
  const environment = environmentNow()
  clearSession()
  queryClient.clear()
  writeSession('environment', environment)
}

function keepSession({ token, accessMethod, returnUrl }: NewSession): void {
  removeFromSession('userToken', 'urlReturn')
  writeSession('token', token)
  writeSession('accessMethod', accessMethod)
  writeSession('environment', environmentNow())
  if (returnUrl !== undefined) writeSession('userToken', 'true')
  if (typeof returnUrl === 'string') writeSession('urlReturn', returnUrl)
}

/**
 * What every log-in does with its token (spec §4): it becomes the session, then the look, the person and the question
 * whether the password has to be changed are fetched, and the page takes the person's language. A failure leaves nobody
 * logged in.
 * @throws {ApiError} {NetworkError} what the server said to those questions
 */
export async function afterLogin(session: NewSession): Promise<NextStep> {
  const id = readTokenPayload(session.token)?.sub
  if (id === undefined) throw new TypeError('The server gave a token without a user')
  forgetOther(id)
  keepSession(session)
  try {
    const [theme, reset, user] = await Promise.all([
      themeOfUser(id),
      api.resetPassword({ params: { id } }),
      api.user({}),
    ])
    writeSession('user', user.userid)
    storeTheme(theme)
    applyPortalTheme(theme)
    await followAccountLanguage(user.language)
    if (reset.ResetPassword) return { to: '/changePassword', userName: reset.UserName }
    shareSession()
    return { to: isForApplication() ? '/authcerts' : '/documents' }
  } catch (error) {
    removeFromSession('token', 'accessMethod', 'user', 'theme', 'userToken', 'urlReturn')
    throw error
  }
}
