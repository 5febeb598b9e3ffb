import type { DecidedDocument, PendingDocumentStore, SignaturePlace } from './ports.ts'
import { documentNotFound } from './require-standing.ts'

/** A document that the person has signed or rejected. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showDecidedDocument(
  store: Pick<PendingDocumentStore, 'decided'>,
  userId: string,
  documentId: string,
): Promise<DecidedDocument> {
  const decided = await store.decided(userId, documentId)
  if (!decided) throw documentNotFound()
  return decided
}

/** Where the signature of a signer stands, or will stand. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showSignaturePlaces(
  store: Pick<PendingDocumentStore, 'places'>,
  userId: string,
  signerId: string,
): Promise<readonly SignaturePlace[]> {
  const places = await store.places(userId, signerId)
  if (!places) throw documentNotFound()
  return places
}
