import { PortalError, type AccessMethod, type ErrorCode } from '@rubrica/domain'
import type { ConnectorState } from '@rubrica/providers/connector'
import { errandOver, type Errand } from '../../errands.ts'
import type { Holder } from '../../holder.ts'
import { askProvider } from '../../provider-errors.ts'
import { closeAtProvider, dataOf, endsIt, type ErrandSigning } from './errand-signing.ts'
import type { OpenedAccount } from '../key/ports.ts'
import { keyReference, toBeSigned } from '../make/describe-signature.ts'
import type { DocumentSigner } from '../key/document-signer.ts'
import { makeSignature, type MakeSignature } from '../make/make-signature.ts'
import { refuseForeignValue } from '../key/remote-signer.ts'
import type { ErrandSignature } from './require-errand-signature.ts'
import { withinClaim } from '../claim/within-claim.ts'

export type SignAfterErrand = ErrandSigning & MakeSignature

export interface ErrandCompletion {
  readonly order: {
    readonly userId: string
    readonly attemptKey: string
    readonly pin?: string
    readonly accessMethod?: AccessMethod
  }
  /** The person has proved themselves. */
  readonly errand: Errand
  readonly found: ErrandSignature
  readonly holder: Holder
  readonly opened: OpenedAccount
}

/** Claims the document, takes the errand, and signs. @throws {PortalError} DOCUMENT_MOVED_ON, what signing throws */
export async function signAfterErrand(needs: SignAfterErrand, completion: ErrandCompletion): Promise<void> {
  const { order, errand, found } = completion
  const { signature, certificate, acceptedIntegrity } = found
  const accessMethod = order.accessMethod ?? dataOf(errand).accessMethod ?? 'USER_PASS'
  const attempt = {
    documentId: signature.documentId,
    signerId: signature.signerId,
    userId: order.userId,
    office: signature.office,
    certificateId: certificate.id,
    attemptKey: order.attemptKey,
    accessMethod,
    signatureSessionId: errand.id,
    ...(acceptedIntegrity && { acceptedIntegrity }),
    at: needs.now(),
  }
  await withinClaim(needs, attempt, (attemptId) => takeAndSign(needs, completion, { attemptId, accessMethod }))
}

interface Claimed {
  readonly attemptId: string
  readonly accessMethod: AccessMethod
}

/** The errand is taken by a compare-and-set; while it is, nobody else can sign with it. */
async function takeAndSign(needs: SignAfterErrand, completion: ErrandCompletion, claimed: Claimed): Promise<void> {
  const { errand, found, holder, opened } = completion
  const at = needs.now()
  // Shorter than the claim, which is what keeps others out.
  const lease = new Date(at.getTime() + Math.floor(needs.leaseMs / 2))
  const { id } = errand
  const taken = await needs.errands.advance(id, ['confirmed', 'finishing'], {
    state: 'finishing',
    leaseUntil: lease,
    at,
  })
  if (!taken) throw errandOver()
  await needs.reach('errand-taken')
  const inUse = holdConnectorState(dataOf(taken).session)
  const signer = openErrandSigner(completion, inUse)
  try {
    await makeSignature(needs, { ...found, ...claimed, holder, signer, signatureSession: undefined })
  } catch (error) {
    const explained = await explain(needs, completion, error)
    const isOver = inUse.isSpent() || endsIt(explained)
    const outcomeCode = explained instanceof PortalError ? explained.code : 'INTERNAL'
    const { attemptKey } = completion.order
    const after = isOver ? { state: 'failed' as const, outcomeCode, attemptKey } : { state: 'confirmed' as const }
    const data = { ...dataOf(taken), session: inUse.state() }
    await needs.errands.advance(id, ['finishing'], { ...after, data, ownLease: lease, at: needs.now() })
    if (isOver) await closeAtProvider(needs, opened, inUse.state())
    throw explained
  }
  await needs.reach('errand-signed')
  await needs.errands.advance(id, ['finishing'], { state: 'done', ownLease: lease, at: needs.now() })
  await closeAtProvider(needs, opened, inUse.state())
}

/** What is authorised covers a document as it was: one that is another now says so. */
async function explain(needs: SignAfterErrand, { errand, found }: ErrandCompletion, error: unknown): Promise<unknown> {
  if (!(error instanceof PortalError) || error.code !== 'DIGEST_NOT_AUTHORISED') return error
  const now = await needs.signing.findForSigner(found.signature, found.signature.signerId)
  return now?.current.revision === errand.baseRevision ? errandOver() : documentMovedOn()
}

export const documentMovedOn = () =>
  new PortalError('DOCUMENT_MOVED_ON', 'The document was changed meanwhile, so what was authorised for it is void')

interface ConnectorStateInUse {
  readonly state: () => ConnectorState
  readonly keep: (next: ConnectorState) => Promise<void>
  /** What was authorised has led to a value, or may have. */
  readonly isSpent: () => boolean
  readonly spend: () => void
}

function holdConnectorState(first: ConnectorState): ConnectorStateInUse {
  let [current, isSpent] = [first, false]
  return {
    state: () => current,
    keep: (next) => Promise.resolve(void (current = next)),
    isSpent: () => isSpent,
    spend: () => void (isSpent = true),
  }
}

/** After these a value may exist, though it is not here. */
const MAY_HAVE_SIGNED: readonly ErrorCode[] = ['PROVIDER_ANSWER_LOST', 'PROVIDER_SIGNATURE_REFUSED']

/** Signs in what was opened at the provider when the person began. */
function openErrandSigner({ order, found, opened }: ErrandCompletion, inUse: ConnectorStateInUse): DocumentSigner {
  const { connector, account } = opened
  const key = keyReference(found.certificate)
  const inputs = { ...(order.pin !== undefined && { pin: order.pin }) }
  const isForOneDigest = key.scal === '2'
  return {
    mode: isForOneDigest ? 'remote-once' : 'remote',
    sign: async (prepared) => {
      const opened = { state: inUse.state(), keep: inUse.keep }
      try {
        const request = { key, item: toBeSigned(prepared), inputs, signatureSession: opened }
        const value = await askProvider(() => connector.sign(account, request))
        if (isForOneDigest) inUse.spend()
        return value
      } catch (error) {
        const maySigned = error instanceof PortalError && MAY_HAVE_SIGNED.includes(error.code)
        if (isForOneDigest && maySigned) inUse.spend()
        throw error
      }
    },
    explain: refuseForeignValue,
    close: () => undefined,
  }
}
