import { api } from '../../../shared/api/api.ts'
import type { SentDocument, SentPlace } from '../sent-queries.ts'

type Changes = NonNullable<Parameters<typeof api.changeDocument>[0]['body']>

/**
 * Changes a document as the page shows it: its ETag is made of its version.
 * @throws {ApiError} 412 when somebody else has changed it since
 */
export const patchDocument = ({ version }: SentDocument, { docGuid, subscription }: SentPlace, body: Changes) =>
  api.changeDocument({
    params: { docGuid },
    query: { subscription },
    headers: { 'if-match': `"v${version}"` },
    body,
  })
