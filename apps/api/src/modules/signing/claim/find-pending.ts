import { PortalError } from '@rubrica/domain'
import type { Acting } from '../../sessions/ports.ts'
import type { SignatureToMake, SigningStore } from '../ports.ts'

export interface FindPending {
  readonly signing: Pick<SigningStore, 'findForSigner' | 'releaseExpired'>
  readonly now: () => Date
}

interface SignerOfUser extends Acting {
  readonly signerId: string
}

/** @throws {PortalError} DOCUMENT_NOT_FOUND */
export async function findSignature(
  { signing }: { readonly signing: Pick<SigningStore, 'findForSigner'> },
  { signerId, ...acting }: SignerOfUser,
): Promise<SignatureToMake> {
  const signature = await signing.findForSigner(acting, signerId)
  if (signature) return { ...signature, identifiedBy: acting.identifiedBy }
  throw new PortalError('DOCUMENT_NOT_FOUND', 'There is no such document for this user')
}

/**
 * A signer of a user who may sign still, as far as nobody else does at this moment.
 * @throws {PortalError} DOCUMENT_NOT_FOUND, DOCUMENT_NO_LONGER_AVAILABLE
 */
export async function findPending(needs: FindPending, order: SignerOfUser): Promise<SignatureToMake> {
  return requirePending(needs, await findSignature(needs, order))
}

/** @throws {PortalError} DOCUMENT_NO_LONGER_AVAILABLE */
export async function requirePending(needs: FindPending, signature: SignatureToMake): Promise<SignatureToMake> {
  if (signature.state === 'pending') return signature
  // What stands in the way may have been left by a process that died.
  const isFreed = signature.state === 'signing' && (await needs.signing.releaseExpired(needs.now())) > 0
  const again = isFreed ? await findSignature(needs, signature) : signature
  if (again.state === 'pending') return again
  throw new PortalError('DOCUMENT_NO_LONGER_AVAILABLE', 'The document was signed, rejected or withdrawn meanwhile')
}

/** @throws {PortalError} READ_ALL_PENDING */
export function requireRead(signature: SignatureToMake): void {
  if (!signature.readAll || signature.pagesServed >= signature.pageCount) return
  throw new PortalError('READ_ALL_PENDING', 'Some pages of this document have not been read yet', {
    facts: { Pages: signature.pageCount, Read: signature.pagesServed },
  })
}
