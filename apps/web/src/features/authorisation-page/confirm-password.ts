import { SCOPES } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { keepPassword } from '../../shared/session/entry/kept-password.ts'
import { readSession, writeSession } from '../../shared/session/session-store.ts'

/**
 * Asks the server whether the password of the person who is logged in is this one, and keeps it in memory for the
 * answer to the application. The log-in begins anew with it.
 * @throws {ApiError} 401 when it is another
 */
export async function confirmPassword(password: string): Promise<void> {
  const { access_token: token } = await api.token({
    body: { grant_type: 'password', username: readSession('user') ?? '', password, scope: SCOPES.portal },
  })
  writeSession('token', token)
  keepPassword(password)
}
