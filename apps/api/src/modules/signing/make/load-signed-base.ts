import { PortalError } from '@rubrica/domain'
import type { Failpoint } from '../../../ports/failpoints.ts'
import type { DocumentBytes, LoadedRevision } from '../../pending-documents/ports.ts'
import type { SignedTails } from '../ports.ts'

export interface RequireOnlySignatures {
  readonly documents: DocumentBytes
  readonly tails: SignedTails
}

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
  needs: RequireOnlySignatures & { readonly reach: Failpoint },
  { documentId, revision, movedOn }: SignedBase,
): Promise<LoadedRevision> {
  const base = await needs.documents.load(documentId)
  await needs.reach('base-loaded')
  if (base.revision === revision) return base
  await requireOnlySignatures(needs, documentId, revision)
  throw movedOn()
}

/**
 * What the person saw is still what is signed when only signatures of ours came between (architecture part 4).
 * @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE
 */
export async function requireOnlySignatures(
  needs: RequireOnlySignatures,
  documentId: string,
  from: number,
): Promise<void> {
  const now = await needs.documents.load(documentId)
  if (now.revision > from && (await needs.tails.onlySignaturesBetween(documentId, from, now.revision))) return
  throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was rejected, withdrawn or changed meanwhile')
}
