import { queryOptions } from '@tanstack/react-query'
import { api } from '../api/api.ts'
import { queryKeys } from '../api/query-keys.ts'

/** The name and the phone that a certificate of Swisscom is made for. */
export const consentIdentityQuery = queryOptions({
  queryKey: queryKeys.consentIdentity,
  queryFn: ({ signal }) => api.swisscomIdentity({ signal }),
})
