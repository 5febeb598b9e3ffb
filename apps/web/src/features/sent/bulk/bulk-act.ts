import { queryOptions } from '@tanstack/react-query'
import type { BulkAct } from '@rubrica/contract'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'

export type ActKind = BulkAct['act']
/** An act on the selected documents that is asked for, with what it needs. */
export type BulkOrder = NonNullable<Parameters<typeof senderApi.startBulkAct>[0]['body']>

const LOOK_EVERY_MS = 700

/** How far an act on several documents is; asked again until it is over. @throws {ApiError} 404 */
export const bulkQuery = (bulkGuid: string, subscription: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.sent, 'bulk', bulkGuid, { subscription }],
    queryFn: ({ signal }) => senderApi.bulkAct({ params: { bulkGuid }, query: { subscription }, signal }),
    refetchInterval: ({ state }) => (state.data?.endedAt === null ? LOOK_EVERY_MS : false),
  })
