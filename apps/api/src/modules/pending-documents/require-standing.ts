import { PortalError } from '@rubrica/domain'
import type { PendingDocumentStore, SignerStanding, StandingAtPage, StandingRequest } from './ports.ts'

/** @throws {PortalError} DOCUMENT_NOT_FOUND for a document that is not the user's, or whose turn has not come. */
export async function requireStanding(
  store: Pick<PendingDocumentStore, 'standing'>,
  userId: string,
  documentId: string,
): Promise<SignerStanding> {
  return requireTurn(await store.standing(userId, documentId))
}

/** @throws {PortalError} as requireStanding */
export async function requireStandingAtPage(
  store: Pick<PendingDocumentStore, 'standingAtPage'>,
  request: StandingRequest,
): Promise<StandingAtPage> {
  return requireTurn(await store.standingAtPage(request))
}

function requireTurn<S extends SignerStanding>(standing: S | undefined): S {
  if (!standing || standing.state === 'waiting') throw documentNotFound()
  return standing
}

export const documentNotFound = () => new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user.')

/** Whether the signer can still act on the document. Its deadline counts at once, whenever it is swept up. */
export const isOpen = ({ state, deadline }: Pick<SignerStanding, 'state' | 'deadline'>, now: Date) =>
  (state === 'pending' || state === 'signing') && (deadline === null || deadline > now)

export const noLongerAvailable = () =>
  new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was signed, rejected or withdrawn meanwhile.')
