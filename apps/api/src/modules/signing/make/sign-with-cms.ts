import { PortalError } from '@rubrica/domain'
import type { LoadedRevision } from '../../pending-documents/ports.ts'
import type { CameAlong, CmsToEmbed, DocumentsOnDemand, DocumentToSign, DocumentWish } from '../../on-demand/ports.ts'
import { requireAccepted, whenAgreed, type RequireAccepted } from '../../accepted-disclaimer.ts'
import type { UnchangedDocuments } from '../../validation/ports.ts'
import { answerEarlierAttempt, findUnlessAnswered } from '../claim/answer-earlier-attempt.ts'
import { requireDemanded } from '../key/choose-certificate.ts'
import { describeSignature, type DescribeSignature } from './describe-signature.ts'
import { findPending, requireRead } from '../claim/find-pending.ts'
import { loadSignedBase } from './load-signed-base.ts'
import { commitTail, confirmedOf, type MakeSignature } from './make-signature.ts'
import type { SignatureToMake } from '../ports.ts'
import { withinClaim } from '../claim/within-claim.ts'

export interface SignWithCms extends MakeSignature, RequireAccepted {
  readonly unchanged: UnchangedDocuments
  readonly bytesOf: DocumentsOnDemand['bytesOf']
  /** Keeps what proves a signature that is about to be added to this revision. */
  readonly keepProofs: (base: LoadedRevision, cameAlong: CameAlong) => Promise<void>
}

/** Documents that are signed by a complete CMS, made elsewhere over their digest. */
export const signWithCms = (needs: SignWithCms): DocumentsOnDemand => ({
  find: (wish) => findDocument(needs, wish),
  embed: (order) => embedCms(needs, order),
  bytesOf: needs.bytesOf,
})

async function findDocument(needs: SignWithCms, wish: DocumentWish): Promise<DocumentToSign> {
  const signature = await findPending(needs, wish)
  requireRead(signature)
  requireDemanded(signature, { type: wish.certType })
  const acceptedIntegrity = await needs.unchanged.require(signature.current, { accepted: wish.acceptChanges })
  const { acceptedDisclaimer } = requireAccepted(whenAgreed(needs, wish.agreedAt), signature, wish.acceptedDisclaimer)
  const { documentId, fileName, current } = signature
  return {
    documentId,
    fileName,
    revision: current.revision,
    acceptedIntegrity,
    acceptedDisclaimer,
    prepare: async () => {
      const base = await needs.documents.load(documentId, { revision: current.revision })
      await needs.reach('base-loaded')
      const described = await describeAhead(needs, signature)
      const prepared = await needs.maker.prepare(base.bytes, described)
      await needs.reach('prepared')
      return { prepared, claimedTime: described.claimedTime }
    },
  }
}

/**
 * How far ahead the claimed time lies. The certificate is made when the person confirms, and the time that is fixed
 * before that has to be within its ten minutes: validators refuse it otherwise. Swisscom's own client adds three.
 */
const CLAIMED_AHEAD_MS = 5 * 60_000

async function describeAhead(needs: DescribeSignature, signature: SignatureToMake) {
  const described = await describeSignature(needs, signature, { chain: [] })
  return { ...described, claimedTime: new Date(described.claimedTime.getTime() + CLAIMED_AHEAD_MS) }
}

async function embedCms(needs: SignWithCms, order: CmsToEmbed): Promise<void> {
  const { userId, office, signerId, attemptKey, accessMethod, acceptedIntegrity } = order
  if (await answerEarlierAttempt(needs, signerId, attemptKey)) return
  const found = await findUnlessAnswered(needs, order, async () => {
    const signature = { ...(await findPending(needs, order)), acceptedDisclaimer: order.acceptedDisclaimer }
    await needs.reach('signer-found')
    const base = await loadSignedBase(needs, { ...signature, revision: order.baseRevision, movedOn })
    return { signature, base }
  })
  if (!found) return
  const attempt = {
    ...{ signerId, userId, office, attemptKey, accessMethod, at: needs.now() },
    ...{ documentId: found.signature.documentId, certificateId: null },
    ...(acceptedIntegrity !== undefined && { acceptedIntegrity }),
  }
  await withinClaim(needs, attempt, (attemptId) => embed(needs, order, { ...found, attemptId }))
}

interface Claimed {
  readonly signature: SignatureToMake
  readonly base: LoadedRevision
  readonly attemptId: string
}

async function embed(needs: SignWithCms, order: CmsToEmbed, claimed: Claimed): Promise<void> {
  const { prepared, cms, certType, judged, holder, cameAlong, accessMethod } = order
  const { base } = claimed
  const embedded = await needs.maker.resume(base.bytes, prepared, {
    cms,
    dropsTimestamp: !judged.isStamped,
    onTimestamp: async (step) => needs.reach(step),
  })
  await needs.reach('resumed')
  await needs.keepProofs(base, cameAlong)
  const { made } = judged
  const kept = { base, prepared, ...embedded, certificateSerial: made.serialNumber, isRecorded: false }
  const madeCertificate = { ...made, type: certType }
  const committed = { ...claimed, ...confirmedOf(holder), accessMethod, madeCertificate }
  if (!(await commitTail(needs, committed, kept))) throw movedOn()
}

const movedOn = () =>
  new PortalError('DOCUMENT_MOVED_ON', 'Somebody else has signed the document meanwhile: what was confirmed is void')
