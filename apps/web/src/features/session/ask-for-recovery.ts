import { ApiError, SCOPES } from '@rubrica/contract'
import { api } from '../../shared/api/api.ts'
import { callAs } from '../../shared/api/call-as.ts'
import { readTokenPayload } from '../../shared/session/entry/token-payload.ts'
import { requireEnvironment } from './require-environment.ts'

/**
 * Has the message sent that leads to a new password: without a password a token is given that can do this alone.
 * @param language as it is stored; its first part counts
 * @throws {ApiError} 401 or 404 when nobody has this user id
 */
export async function askForRecovery({ user, language }: { user: string; language: string }): Promise<void> {
  requireEnvironment()
  const { access_token: token } = await api.token({
    body: { grant_type: 'password', username: user, password: '', scope: SCOPES.recovery },
  })
  const id = readTokenPayload(token)?.sub
  if (id === undefined) throw new TypeError('The server gave a token without a user')
  await callAs(token).recoverPassword({ params: { id }, body: { language: language.split('-')[0] } })
}

/** Whether a recovery failed because there is no such user. */
export function isUnknownUser(error: Error): boolean {
  return error instanceof ApiError && (error.status === 401 || error.status === 404)
}
