import { senderApi } from '../../../shared/sending/sender-api.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'

type Changes = NonNullable<Parameters<typeof senderApi.changeDocument>[0]['body']>

/**
 * Changes a document as the page shows it: its ETag is made of its version.
 * @throws {ApiError} 412 when somebody else has changed it since
 */
export const patchDocument = ({ version }: SentDocument, { docGuid, subscription }: SentPlace, body: Changes) =>
  senderApi.changeDocument({
    params: { docGuid },
    query: { subscription },
    headers: { 'if-match': `"v${version}"` },
    body,
  })
