import { FALLBACK_LANGUAGE } from '@rubrica/domain'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { queryClient } from '../../shared/api/query-client.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'
import { chooseEnvironment, environmentOfAddress } from '../../shared/api/environment.ts'
import { keepRequest, keptRequest, type ApplicationRequest } from '../../shared/session/entry/application-request.ts'
import { forgetPerson } from '../../shared/session/leaving/log-out.ts'
import { readSession, removeFromSession, writeSession } from '../../shared/session/session-store.ts'

/** Asks the server whether an application may ask for this. */
function checkRequest(request: ApplicationRequest) {
  const { response_type = '', client_id = '', redirect_uri = '', ...more } = request
  return api.checkAuthorisation({ body: { response_type, client_id, redirect_uri, ...more } })
}

/** What an application asks for, as the server has understood and allowed it. */
export type CheckedRequest = Awaited<ReturnType<typeof checkRequest>>

/** The request that brought the person here; checked once for each time that the page is loaded. */
export const checkedRequestQuery = queryOptions({
  queryKey: queryKeys.authorisation,
  queryFn: () => checkRequest(keptRequest()),
  staleTime: Infinity,
  gcTime: Infinity,
})

/**
 * Takes up what an application asks for: once the server has allowed it, it is kept for this session, and whoever was
 * logged in on this page no longer is. What is refused changes nothing.
 * @param search the address's, where it may name an environment
 * @throws {ApiError} {NetworkError}
 */
export async function takeUpRequest(request: ApplicationRequest, search: string): Promise<void> {
  const before = readSession('environment')
  const environment = environmentOfAddress(search)
  if (environment) chooseEnvironment(environment)
  const checked = await checkRequest(request).catch((error: unknown) => {
    if (before === null) removeFromSession('environment')
    else writeSession('environment', before)
    throw error
  })
  const asked = readSession('environment')
  forgetPerson()
  if (asked !== null) writeSession('environment', asked)
  keepRequest({ ...request, lang: request.lang ?? FALLBACK_LANGUAGE })
  queryClient.setQueryData(checkedRequestQuery.queryKey, checked)
}
