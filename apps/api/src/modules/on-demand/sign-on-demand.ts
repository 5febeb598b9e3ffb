import { PortalError, type AccessMethod } from '@rubrica/domain'
import { requireOwnMade, type MadeHolders } from '../holder.ts'
import type { Acting } from '../sessions/ports.ts'
import type {
  AskedPerson,
  CmsJudge,
  Consents,
  DocumentsOnDemand,
  DocumentWish,
  JudgedCms,
  OnDemandProviders,
} from './ports.ts'

export interface SignOnDemand extends MadeHolders {
  readonly providers: OnDemandProviders
  readonly consents: Consents
  readonly documents: DocumentsOnDemand
  readonly judge: CmsJudge
}

export interface RequestOrder extends Pick<DocumentWish, 'agreedAt'> {
  readonly userId: string
  readonly signerId: string
  readonly certType: string
  /** The document is signed though it was changed after a signature in it. */
  readonly acceptChanges: boolean
  /** Digest of the disclaimer that the person has accepted. */
  readonly acceptedDisclaimer?: string
  readonly accessMethod: AccessMethod
}

/**
 * Asks a provider to sign a document once the person has confirmed. Nothing is claimed meanwhile: others may sign.
 * @throws {PortalError} those of `DocumentsOnDemand.find` and `Consents.ask`, PROVIDER_NOT_CONFIGURED,
 *   CERTIFICATE_TYPE_NOT_ALLOWED
 */
export async function requestSignature(needs: SignOnDemand, order: RequestOrder): Promise<AskedPerson> {
  const { userId, signerId, certType, accessMethod } = order
  const document = await needs.documents.find(order)
  await needs.providers.open(userId, certType)
  requireJudge(needs)
  const { documentId, fileName, revision: baseRevision, acceptedIntegrity, acceptedDisclaimer } = document
  const matter = { userId, certType, purpose: 'sign', signerId, documentId, fileName, baseRevision } as const
  return needs.consents.ask(matter, async () => {
    const { prepared, claimedTime } = await document.prepare()
    return {
      digests: [prepared.documentDigest],
      digestAlgorithm: prepared.digestAlgorithm,
      prepared: needs.documents.bytesOf.write(prepared),
      claimedTime: claimedTime.toISOString(),
      accessMethod,
      ...(acceptedIntegrity && { acceptedIntegrity }),
      ...(acceptedDisclaimer && { acceptedDisclaimer }),
    }
  })
}

/** What could not be judged afterwards is not asked for. */
function requireJudge({ judge }: Pick<SignOnDemand, 'judge'>): void {
  if (judge.isReady) return
  throw new PortalError('PROVIDER_NOT_CONFIGURED', 'The server knows no authority to trace certificates back to')
}

export interface CompletionOrder extends Acting {
  readonly signerId: string
  readonly certType: string
  readonly requestId: string
  readonly once?: boolean
  /** Of the completion, if it says one. */
  readonly accessMethod: AccessMethod | undefined
}

/**
 * Makes the signature part of the document once the person has confirmed it. Repeated, it has the same outcome.
 * @throws {PortalError} those of `Consents.follow` and `DocumentsOnDemand.embed`, CERTIFICATE_FOREIGN, HOLDER_UNKNOWN
 */
export async function completeSignature(needs: SignOnDemand, order: CompletionOrder): Promise<void> {
  const { userId, identifiedBy, office, signerId, certType } = order
  const request = { ...order, purpose: 'sign' } as const
  await needs.consents.follow(request, async ({ matter, fixed, signatures, cameAlong, attemptKey }) => {
    const prepared = needs.documents.bytesOf.read(fixed.prepared!)
    const cms = signatures[0]!
    const signed = { digest: prepared.documentDigest, digestAlgorithm: prepared.digestAlgorithm, cameAlong }
    const judged = needs.judge.judge(cms, signed)
    requireCovered(judged, new Date(fixed.claimedTime!))
    const holder = await requireOwnMade(needs, userId, judged.made)
    await needs.documents.embed({
      ...{ userId, identifiedBy, office, signerId, certType, prepared, cms, judged, holder, cameAlong, attemptKey },
      accessMethod: order.accessMethod ?? fixed.accessMethod!,
      baseRevision: matter.baseRevision!,
      acceptedIntegrity: fixed.acceptedIntegrity,
      acceptedDisclaimer: fixed.acceptedDisclaimer,
    })
  })
}

/**
 * A confirmation so late that the certificate is younger than the time fixed in the document: validators refuse that.
 */
function requireCovered({ made }: JudgedCms, claimedTime: Date): void {
  if (made.notBefore <= claimedTime && claimedTime <= made.notAfter) return
  throw new PortalError('CONSENT_TIMED_OUT', 'Authorization not completed: it was not confirmed in time')
}
