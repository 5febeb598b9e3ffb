import { queryOptions } from '@tanstack/react-query'
import { queryKeys } from '../../../shared/api/query-keys.ts'
import type { PageSource } from '../../../shared/page-viewer/images/page-source.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'

export type SentPlaces = Awaited<ReturnType<(typeof senderApi)['sentDocumentPlaces']>>

/** Where the signatures of a document stand, as of the version that the page shows. */
export const sentPlacesQuery = ({ docGuid, subscription }: SentPlace, { version }: SentDocument) =>
  queryOptions({
    queryKey: [...queryKeys.sent, docGuid, 'places', version, { subscription }],
    queryFn: ({ signal }) => senderApi.sentDocumentPlaces({ params: { docGuid }, query: { subscription }, signal }),
  })

/** The pages of a document as it came, for who sent it. */
export const sentPages = ({ docGuid, subscription }: SentPlace): PageSource => ({
  key: ['sent-pages', docGuid, { subscription }],
  load: ({ page, width, signal }) =>
    senderApi.sentDocumentPage({
      params: { docGuid, page: String(page) },
      query: { subscription, width: String(width) },
      signal,
    }),
})
