import type { PortalError } from '@rubrica/domain'
import type { LoadedRevision } from '../../pending-documents/ports.ts'
import { requireOnlySignatures, type MakeSignature } from '../make/make-signature.ts'

interface SignedBase {
  readonly documentId: string
  /** The one that was signed elsewhere. */
  readonly revision: number
  /** What the person reads when it is not the newest any more. */
  readonly movedOn: () => PortalError
}

/**
 * The revision that was signed elsewhere, which has to be the newest still.
 * @throws {PortalError} `movedOn` when only signatures of ours came since, else DOCUMENT_NO_LONGER_AVAILABLE
 */
export async function loadSignedBase(
  needs: Pick<MakeSignature, 'documents' | 'tails' | 'reach'>,
  { documentId, revision, movedOn }: SignedBase,
): Promise<LoadedRevision> {
  const base = await needs.documents.load(documentId)
  await needs.reach('base-loaded')
  if (base.revision === revision) return base
  await requireOnlySignatures(needs, documentId, revision)
  throw movedOn()
}
