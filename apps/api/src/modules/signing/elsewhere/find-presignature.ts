import type { Acting } from '../../sessions/ports.ts'
import { requireOnlySignatures, type RequireOnlySignatures } from '../make/load-signed-base.ts'
import { findPendingForPc, prepareAnnounced, type AnnounceCertificate } from './announce-certificate.ts'
import { findAnnounced } from './announced.ts'

export type FindPresignature = AnnounceCertificate & RequireOnlySignatures

/**
 * What the application signs: the DER of the signed attributes, the same each time it is asked for. When another signer
 * has signed meanwhile, everything is fixed anew with the certificate that was chosen, on what is there now.
 * @throws {PortalError} those of findPendingForPc; LOCAL_SIGNATURE_EXPIRED, DOCUMENT_SUSPICIOUS
 */
export async function findPresignature(
  needs: FindPresignature,
  order: Acting & { readonly signerId: string },
): Promise<Uint8Array> {
  const signature = await findPendingForPc(needs, order)
  const { errand, announced } = await findAnnounced(needs, signature)
  const from = errand.baseRevision ?? 0
  if (signature.current.revision === from) return announced.prepared.signedAttributes
  await requireOnlySignatures(needs, signature.documentId, from)
  const accepted = announced.acceptedIntegrity !== undefined
  const acceptedIntegrity = await needs.unchanged.require(signature.current, { accepted })
  const { certificate, chain } = announced.prepared
  const anew = { ...announced, certificate: certificate!, chain, acceptedIntegrity }
  return (await prepareAnnounced(needs, signature, anew)).prepared.signedAttributes
}
