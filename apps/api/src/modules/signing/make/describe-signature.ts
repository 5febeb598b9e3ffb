import { createHash } from 'node:crypto'
import type { KeyReference, ToBeSigned } from '@rubrica/providers/connector'
import type { SigningCertificate } from '../../certificates/ports.ts'
import type { MarkOf } from '../../verification-mark.ts'
import type { SignatureMakerRequest, SignatureToMake, WhatIsSigned } from '../ports.ts'

export interface DescribeSignature {
  /** Asked for visible signatures alone. */
  readonly markOf: MarkOf
  readonly now: () => Date
}

/** Everything that the new revision will say. */
export async function describeSignature(
  { markOf, now }: DescribeSignature,
  signature: SignatureToMake,
  certificate: Partial<Pick<SigningCertificate, 'certificate'>> & Pick<SigningCertificate, 'chain'>,
): Promise<SignatureMakerRequest> {
  const at = now()
  const mark = signature.visible ? await markOf(signature.documentId) : undefined
  return {
    ...(certificate.certificate && { certificate: certificate.certificate }),
    chain: certificate.chain,
    fieldName: signature.fieldName,
    repeatIn: signature.furtherFieldNames,
    claimedTime: at,
    name: signature.signerName,
    ...(signature.reason !== null && { reason: signature.reason }),
    ...(signature.visible && { stamp: { ...stampOf(signature, at), ...(mark && { mark }) } }),
  }
}

/** Name, date and reason, as the sender's box shows them; the image when the person has one. */
function stampOf(signature: SignatureToMake, at: Date) {
  const date = at.toISOString().slice(0, 16).replace('T', ' ') + ' UTC'
  return {
    lines: [signature.signerName, date, ...(signature.reason ? [signature.reason] : [])],
    ...(signature.signatureImage && { image: signature.signatureImage }),
  }
}

const HASHES = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' } as const

/** What the holder of a key gets: the signed attributes and their digest. */
export function toBeSigned({ signedAttributes, digestAlgorithm }: WhatIsSigned): ToBeSigned {
  const digest = createHash(HASHES[digestAlgorithm]).update(signedAttributes).digest()
  return { attributes: signedAttributes, digest, digestAlgorithm }
}

/** The key as its provider's connector knows it. */
export const keyReference = ({ providerRef, certificate, maxDocuments, scal }: SigningCertificate): KeyReference => ({
  ref: providerRef ?? '',
  certificate,
  maxDocuments,
  scal,
})
