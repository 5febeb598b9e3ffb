import { PortalError, type AccessMethod, type ErrorCode } from '@rubrica/domain'
import type { ConnectorState } from '@rubrica/providers/connector'
import { transactionOver } from '../../away-transactions.ts'
import type { AwayTransaction } from './ports.ts'
import type { Holder } from '../../holder.ts'
import { askProvider } from '../../provider-errors.ts'
import { closeAtProvider, dataOf, endsIt, type AwaySigning, type OpenedAccount } from './away-signing.ts'
import { keyReference, toBeSigned } from '../make/describe-signature.ts'
import type { DocumentSigner } from '../key/document-signer.ts'
import { makeSignature, type MakeSignature } from '../make/make-signature.ts'
import { refuseForeignValue } from '../key/remote-signer.ts'
import type { AwaySignature } from './require-away-signature.ts'
import { withinClaim } from '../claim/within-claim.ts'

export type SignAway = AwaySigning & MakeSignature

export interface AwayCompletion {
  readonly order: {
    readonly userId: string
    readonly attemptKey: string
    readonly pin?: string
    readonly accessMethod?: AccessMethod
  }
  /** The person has proved themselves. */
  readonly transaction: AwayTransaction
  readonly found: AwaySignature
  readonly holder: Holder
  readonly opened: OpenedAccount
}

/** Claims the document, takes the transaction, and signs. @throws {PortalError} DOCUMENT_MOVED_ON, what signing throws */
export async function signAway(needs: SignAway, completion: AwayCompletion): Promise<void> {
  const { order, transaction, found } = completion
  const { signature, certificate, acceptedIntegrity } = found
  const accessMethod = order.accessMethod ?? dataOf(transaction).accessMethod ?? 'USER_PASS'
  const attempt = {
    documentId: signature.documentId,
    signerId: signature.signerId,
    userId: order.userId,
    certificateId: certificate.id,
    attemptKey: order.attemptKey,
    accessMethod,
    sessionId: transaction.id,
    ...(acceptedIntegrity && { acceptedIntegrity }),
    at: needs.now(),
  }
  await withinClaim(needs, attempt, (transactionId) => takeAndSign(needs, completion, { transactionId, accessMethod }))
}

interface Claimed {
  readonly transactionId: string
  readonly accessMethod: AccessMethod
}

/** The transaction is taken by a compare-and-set; while it is, nobody else can sign with it. */
async function takeAndSign(needs: SignAway, completion: AwayCompletion, claimed: Claimed): Promise<void> {
  const { transaction, found, holder, opened } = completion
  const at = needs.now()
  // Shorter than the claim, which is what keeps others out.
  const lease = new Date(at.getTime() + Math.floor(needs.leaseMs / 2))
  const { id } = transaction
  const taken = await needs.away.advance(id, ['confirmed', 'finishing'], { state: 'finishing', leaseUntil: lease, at })
  if (!taken) throw transactionOver()
  await needs.reach('away-taken')
  const session = openSession(dataOf(taken).session)
  const signer = openAwaySigner(completion, session)
  try {
    await makeSignature(needs, { ...found, ...claimed, holder, signer, session: undefined })
  } catch (error) {
    const told = await explain(needs, completion, error)
    const isOver = session.isSpent() || endsIt(told)
    const outcomeCode = told instanceof PortalError ? told.code : 'INTERNAL'
    const { attemptKey } = completion.order
    const after = isOver ? { state: 'failed' as const, outcomeCode, attemptKey } : { state: 'confirmed' as const }
    const data = { ...dataOf(taken), session: session.state() }
    await needs.away.advance(id, ['finishing'], { ...after, data, ownLease: lease, at: needs.now() })
    if (isOver) await closeAtProvider(needs, opened, session.state())
    throw told
  }
  await needs.reach('away-signed')
  await needs.away.advance(id, ['finishing'], { state: 'done', ownLease: lease, at: needs.now() })
  await closeAtProvider(needs, opened, session.state())
}

/** What is authorised covers a document as it was: one that is another now says so. */
async function explain(
  needs: SignAway,
  { order, transaction, found }: AwayCompletion,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof PortalError) || error.code !== 'DIGEST_NOT_AUTHORISED') return error
  const now = await needs.signing.findForSigner(order.userId, found.signature.signerId)
  return now?.current.revision === transaction.baseRevision ? transactionOver() : documentMovedOn()
}

export const documentMovedOn = () =>
  new PortalError('DOCUMENT_MOVED_ON', 'The document was changed meanwhile, so what was authorised for it is void')

interface SessionInUse {
  readonly state: () => ConnectorState
  readonly keep: (next: ConnectorState) => Promise<void>
  /** What was authorised has led to a value, or may have. */
  readonly isSpent: () => boolean
  readonly spend: () => void
}

function openSession(first: ConnectorState): SessionInUse {
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
function openAwaySigner({ order, found, opened }: AwayCompletion, session: SessionInUse): DocumentSigner {
  const { connector, account } = opened
  const key = keyReference(found.certificate)
  const inputs = { ...(order.pin !== undefined && { pin: order.pin }) }
  const isForOneDigest = key.scal === '2'
  return {
    mode: isForOneDigest ? 'remote-once' : 'remote',
    sign: async (prepared) => {
      const opened = { state: session.state(), keep: session.keep }
      try {
        const request = { key, item: toBeSigned(prepared), inputs, session: opened }
        const value = await askProvider(() => connector.sign(account, request))
        if (isForOneDigest) session.spend()
        return value
      } catch (error) {
        const maySigned = error instanceof PortalError && MAY_HAVE_SIGNED.includes(error.code)
        if (isForOneDigest && maySigned) session.spend()
        throw error
      }
    },
    explain: refuseForeignValue,
    close: () => undefined,
  }
}
