import { PortalError } from '@rubrica/domain'
import type { ArchiveStanding } from '../archiving/ports.ts'
import type { AnswerPages, PageImages, RenderedPages } from '../pending-documents/ports.ts'
import type { KeptFindings, RevisionName } from './ports.ts'
import { validateRevision, type ValidateRevision } from './validate-revision.ts'

export interface ShowSignatures extends ValidateRevision {
  /**
   * The document that waits for an approver's decision, as it is now, or as it was when they decided.
   * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE
   */
  readonly revisionOfApprover: (userId: string, approverId: string) => Promise<RevisionName>
  /** The document as it is now, for somebody who has a copy. @throws {PortalError} DOCUMENT_NOT_FOUND */
  readonly revisionOfCopy: (userId: string, copyId: string) => Promise<RevisionName>
  readonly archiveOf: (documentId: string) => Promise<ArchiveStanding>
  readonly images: PageImages
  readonly answerPages: AnswerPages
}

/** Who looks: a signer, an approver of one, or somebody who has a copy. */
export type Onlooker = { readonly userId: string } & (
  { readonly signerId: string } | { readonly approverId: string } | { readonly copyId: string }
)

export interface ShownSignatures {
  readonly findings: KeptFindings
  readonly archive: ArchiveStanding
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND; DOCUMENT_NO_LONGER_AVAILABLE for an approver who cannot decide any more */
export async function showSignatures(needs: ShowSignatures, onlooker: Onlooker): Promise<ShownSignatures> {
  const revision = await requireRevision(needs, onlooker)
  const [findings, archive] = await Promise.all([
    validateRevision(needs, revision),
    needs.archiveOf(revision.documentId),
  ])
  return { findings, archive }
}

export interface RevisionPage {
  /** Of the file, from 1. */
  readonly revision: number
  readonly page: number
  readonly width?: number
  readonly known?: string
}

/**
 * A page as it was once. What was changed since can be seen beside it; it says nothing about what was read.
 * @throws {PortalError} as showSignatures; PAGE_NOT_FOUND (also for a revision that is not there), PAGE_NOT_RENDERABLE
 */
export async function showRevisionPage(
  needs: ShowSignatures,
  onlooker: Onlooker,
  wanted: RevisionPage,
): Promise<RenderedPages> {
  const current = await requireRevision(needs, onlooker)
  const { revisionEnds } = await validateRevision(needs, current, { isAnyAgeGood: true })
  const end = revisionEnds[wanted.revision - 1]
  if (end === undefined) {
    throw new PortalError('PAGE_NOT_FOUND', `The file has ${revisionEnds.length} revisions.`, {
      facts: { Revisions: revisionEnds.length },
    })
  }
  const load = async () => {
    const { bytes } = await needs.documents.load(current.documentId, { revision: current.revision })
    return bytes.subarray(0, end)
  }
  const shown = { key: `${current.digest}@${end}`, load }
  const pageCount = await needs.validator.countPages(shown)
  const draw = (page: number, width: number) => needs.images.render({ ...shown, page, width })
  return needs.answerPages({ key: shown.key, viewer: onlooker.userId, pageCount, draw }, wanted)
}

async function requireRevision(needs: ShowSignatures, onlooker: Onlooker): Promise<RevisionName> {
  if ('approverId' in onlooker) return needs.revisionOfApprover(onlooker.userId, onlooker.approverId)
  if ('copyId' in onlooker) return needs.revisionOfCopy(onlooker.userId, onlooker.copyId)
  const current = await needs.findings.currentOfSigner(onlooker.userId, onlooker.signerId)
  if (!current) throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user.')
  return current
}
