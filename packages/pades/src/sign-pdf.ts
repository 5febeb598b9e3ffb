/**
 * The whole of signing in one call: prepares, has it signed, and finishes.
 *
 * The base is read once. It stays with this call, so its hash still holds when the finished bytes are checked; a
 * signature that is resumed in another call hashes it again.
 *
 * ISO 32000-2 §12.8, ETSI EN 319 142-1 §6.3.
 */
import { KeyObject } from 'node:crypto'
import { fixSignature } from './prepare-signature.ts'
import { finishSignature, type ResumeOptions, type SignatureAnswer } from './resume-signature.ts'
import { type DataToBeSigned, signWithKey } from '@rubrica/pki'
import type { FixedSignature, SignatureRequest } from './types.ts'

/** A private key of this process, or a function that returns the signature of a key elsewhere. */
export type Signer = KeyObject | ((data: DataToBeSigned) => SignatureAnswer | Promise<SignatureAnswer>)

/** What a base is signed with. */
export type SignArguments = readonly [request: SignatureRequest, signer: Signer, options?: ResumeOptions]

/**
 * The tail: `base` followed by it is the signed document. Level B-B, or B-T with a timestamp among the options. The
 * base must not change while the call is under way.
 *
 * @throws PadesError of `prepareSignature` and `resumeSignature`, BASE_CHANGED excepted; whatever the signer throws
 */
export async function signPdf(
  base: Uint8Array,
  ...[request, signer, options = {}]: SignArguments
): Promise<Uint8Array> {
  const started = fixSignature(base, request)
  return finishSignature(started, await askSigner(signer, dataOf(started.fixed)), options)
}

/** Only what the signer needs: neither the tail nor where it goes. */
function dataOf(fixed: FixedSignature): DataToBeSigned {
  const { signedAttributes, documentDigest, digestAlgorithm, signatureScheme, certificate, chain, contentsSize } = fixed
  return { signedAttributes, documentDigest, digestAlgorithm, signatureScheme, certificate, chain, contentsSize }
}

/** The answer of a signer. */
export function askSigner(signer: Signer, data: DataToBeSigned): SignatureAnswer | Promise<SignatureAnswer> {
  return signer instanceof KeyObject ? { signature: signWithKey(signer, data) } : signer(data)
}
