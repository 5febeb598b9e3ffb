import type { PendingDocument } from '../../../shared/api/pending-documents.ts'
import { keepBatchUnderWay } from '../../../shared/selection/batch-under-way.ts'
import type { BatchProgress } from './run-batch.ts'

/**
 * Keeps how far a batch is for a page that is loaded in the middle of it.
 * @param guid the signer whose document is at work; null when none is
 */
export function keepProgress(
  documents: readonly PendingDocument[],
  { signed }: Pick<BatchProgress, 'signed'>,
  guid: string | null,
): void {
  const nameOf = (signerGuid: string) =>
    documents.find(({ SignerDTO }) => SignerDTO.SignerGUID === signerGuid)?.FileName ?? ''
  keepBatchUnderWay({
    total: documents.length,
    signed: signed.map(nameOf),
    atWork: guid === null ? null : nameOf(guid),
  })
}
