import type { DocumentSignatures, FoundSignature } from '../../shared/api/document-signatures.ts'

/** Whether an authority that the portal trusts vouches for the signer; what did not pass says so only of the whole. */
export function isTrusted({ Indication }: FoundSignature, { Trust }: DocumentSignatures): boolean {
  return Indication === 'TOTAL-PASSED' || Trust === 'anchored'
}
