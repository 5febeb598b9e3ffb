import { ApiError } from '@rubrica/contract'
import { callAs } from '../../../shared/api/call-as.ts'
import { afterLogin, type NextStep } from '../../../shared/session/entry/after-login.ts'
import { forgetUserToken, type UserTokenEntry } from '../../../shared/session/entry/entry-address.ts'
import { requireEnvironment } from '../require-environment.ts'

/** Whether the operator allows this address; a server that cannot say so does not. */
async function isAllowed(address: string, token: string): Promise<boolean> {
  try {
    return (await callAs(token).returnAddress({ body: { Url: address } })).IsAllowed
  } catch (error) {
    if (error instanceof ApiError) return false
    throw error
  }
}

/**
 * Comes in with the token that another application has put into the address (spec §4).
 * @throws {ApiError} {NetworkError} {EnvironmentInvalid}
 * @throws {TypeError} for what is no token
 */
export async function enterWithUserToken({ token, returnUrl }: UserTokenEntry): Promise<NextStep> {
  requireEnvironment()
  forgetUserToken()
  const allowed = returnUrl !== null && (await isAllowed(returnUrl, token)) ? returnUrl : null
  return afterLogin({ token, accessMethod: 'SSO', returnUrl: allowed })
}
