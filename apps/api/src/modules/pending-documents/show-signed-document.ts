import type { PendingDocumentStore, SignaturePlace, SignedDocument } from './ports.ts'
import { documentNotFound } from './require-standing.ts'

/** A document that the person has signed or rejected. @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function showSignedDocument(
  store: Pick<PendingDocumentStore, 'signed'>,
  userId: string,
  documentId: string,
): Promise<SignedDocument> {
  const signed = await store.signed(userId, documentId)
  if (!signed) throw documentNotFound()
  return signed
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
