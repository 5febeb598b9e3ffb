import { ApiError } from '@rubrica/contract'
import {
  REQUEST_PARAMETERS,
  type ApplicationRequest,
  type RequestParameter,
} from '../../shared/session/entry/application-request.ts'

/** Spec §3 calls the account token `token`; the interface of signing services calls it `account_token`. */
const spelled = (name: string) => (name === 'token' ? 'account_token' : name)
const isParameter = (name: string): name is RequestParameter => REQUEST_PARAMETERS.some((known) => known === name)

/**
 * What an application asks for in the address that it has sent somebody to.
 * @param search the address from its question mark on
 * @returns null when the address names nothing that can be asked for
 * @throws {ApiError} AUTHORISATION_REQUEST_INVALID for a parameter that stands there twice (RFC 6749 §3.1): whoever
 * checks might take one of them, and whoever acts the other
 */
export function requestOfAddress(search: string): ApplicationRequest | null {
  const request = new Map<string, string>()
  for (const [written, value] of new URLSearchParams(search)) {
    const name = spelled(written)
    if (!isParameter(name)) continue
    if (request.has(name)) {
      throw new ApiError(400, { Code: 'AUTHORISATION_REQUEST_INVALID', Message: `${written} stands there twice` })
    }
    request.set(name, value)
  }
  return request.size === 0 ? null : Object.fromEntries(request)
}
