import { queryKeys } from '../../../shared/api/query-keys.ts'
import type { PageSource } from '../../../shared/page-viewer/images/page-source.ts'
import { senderApi } from '../../../shared/sending/sender-api.ts'

/** The pages of a file that was handed over to be sent. @param subscription the one that is sent from */
export function uploadPages(fileId: string, subscription: string | undefined): PageSource {
  const paramsOf = (page: number) => ({ fileId, page: String(page) })
  return {
    key: queryKeys.upload(fileId),
    load: ({ page, width, signal }) =>
      senderApi.uploadedFilePage({ params: paramsOf(page), query: { subscription, width: String(width) }, signal }),
    text: ({ page, signal }) =>
      senderApi.uploadedFilePageText({ params: paramsOf(page), query: { subscription }, signal }),
  }
}
