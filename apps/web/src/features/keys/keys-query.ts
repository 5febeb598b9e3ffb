import { queryOptions } from '@tanstack/react-query'
import { senderApi } from '../../shared/sending/sender-api.ts'
import { queryKeys } from '../../shared/api/query-keys.ts'

/** A key with which a program acts for the person; the key itself nobody has any more. */
export type PersonalKey = Awaited<ReturnType<(typeof senderApi)['personalKeys']>>[number]

/** As it is answered once. */
export type MadeKey = Awaited<ReturnType<(typeof senderApi)['createPersonalKey']>>

export const keysQuery = queryOptions({
  queryKey: queryKeys.personalKeys,
  queryFn: ({ signal }) => senderApi.personalKeys({ signal }),
})
