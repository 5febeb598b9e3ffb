/**
 * Finishes a prepared signature with what came back from the holder of the key.
 *
 * The answer is untrusted input: a raw signature or a complete CMS, from this process, an HSM or a provider, minutes or
 * days later. In every case the embedded CMS is written by this package from verified parts, and the finished bytes are
 * read again, as a validator reads them, before they are returned.
 *
 * ISO 32000-2 §12.8, ETSI EN 319 142-1 §6.3, RFC 5652 §5.
 */
import { PadesError } from './pades-error.ts'
import { BaseHash } from './byte-range/base-hash.ts'
import {
  buildSignatureTimestampAttribute,
  buildSignedData,
  checkTimestampToken,
  ecdsaSignatureToDer,
  encodeDigestAlgorithm,
  encodeSignatureAlgorithm,
  findTimestampToken,
  parseCertificate,
  partsOfAnsweredCms,
  signatureAlgorithmFor,
  type SignedDataParts,
  verifySignature,
  PkiError,
} from '@rubrica/pki'
import { checkSignedTail } from './byte-range/check-signed-tail.ts'
import { embedCms } from './byte-range/embed-cms.ts'
import type { FixedSignature, PreparedSignature } from './types.ts'

/** A raw signature over the signed attributes (ECDSA: DER or r‖s), or a complete detached CMS. */
export type SignatureAnswer =
  | { readonly signature: Uint8Array }
  | {
      readonly cms: Uint8Array
      /** Another timestamp takes the place of the one that came along. */
      readonly dropsTimestamp?: boolean
    }

export interface ResumeOptions {
  /** Gives a TimeStampToken over the signature value: level B-T. Without it the level is B-B. */
  readonly timestamp?: (message: Uint8Array) => Promise<Uint8Array>
}

/** What a base is resumed with. */
export type ResumeArguments = readonly [prepared: PreparedSignature, answer: SignatureAnswer, options?: ResumeOptions]

/**
 * The tail with its CMS in place: `base` followed by it is the signed document. The base is read once; it must not
 * change while the call is under way.
 *
 * @throws CodedError BASE_CHANGED when `base` is not the one that was prepared; SIGNATURE_INVALID or
 *   CERTIFICATE_MISMATCH when the answer does not fit; TIMESTAMP_INVALID; SIGNATURE_TOO_LARGE when the CMS is larger
 *   than the room kept for it
 */
export async function resumeSignature(
  base: Uint8Array,
  ...[prepared, answer, options = {}]: ResumeArguments
): Promise<Uint8Array> {
  return finishSignature({ fixed: prepared, hash: hashUnchanged(base, prepared) }, answer, options)
}

/** As `resumeSignature`, with the hash of a base that is known to be the right one. */
export async function finishSignature(
  { fixed, hash }: { fixed: FixedSignature; hash: BaseHash },
  answer: SignatureAnswer,
  options: ResumeOptions,
): Promise<Uint8Array> {
  const parts = 'cms' in answer ? partsOfCms(fixed, answer) : partsOfSignature(fixed, answer.signature)
  const cms = buildSignedData(await withTimestamp(parts, options))
  const tail = embedCms(fixed, cms)
  checkSignedTail(hash, tail, fixed)
  return tail
}

function hashUnchanged(base: Uint8Array, { baseLength, baseDigest, digestAlgorithm }: PreparedSignature): BaseHash {
  const changed = () => new PadesError('BASE_CHANGED', { expectedLength: baseLength, length: base.length })
  if (base.length !== baseLength) throw changed()
  const hash = new BaseHash(base, 'SHA-256')
  if (hash.hex() !== baseDigest) throw changed()
  return digestAlgorithm === 'SHA-256' ? hash : new BaseHash(base, digestAlgorithm)
}

function partsOfCms(fixed: FixedSignature, answer: Extract<SignatureAnswer, { cms: Uint8Array }>): SignedDataParts {
  const parts = partsOfAnsweredCms(fixed, answer.cms)
  return answer.dropsTimestamp === true ? { ...parts, unsignedAttributes: [] } : parts
}

function partsOfSignature(fixed: FixedSignature, answer: Uint8Array): SignedDataParts {
  const { signatureScheme, digestAlgorithm, signedAttributes, certificate, chain } = fixed
  if (certificate === null) throw new PkiError('CERTIFICATE_MISMATCH', { what: 'only a complete CMS tells it' })
  const signature = signatureScheme === 'ECDSA' ? ecdsaSignatureToDer(answer) : answer
  const algorithm = signatureAlgorithmFor(signatureScheme, digestAlgorithm)
  const key = parseCertificate(certificate).publicKey
  if (!verifySignature(key, algorithm, { message: signedAttributes, signature })) {
    throw new PkiError('SIGNATURE_INVALID', { fault: 'SIGNATURE' })
  }
  return {
    digestAlgorithm: encodeDigestAlgorithm(digestAlgorithm),
    signatureAlgorithm: encodeSignatureAlgorithm(signatureScheme, digestAlgorithm),
    signedAttributes,
    signature,
    certificate,
    chain,
    unsignedAttributes: [],
  }
}

async function withTimestamp(parts: SignedDataParts, options: ResumeOptions): Promise<SignedDataParts> {
  const present = findTimestampToken(parts.unsignedAttributes)
  if (present) checkTimestampToken(present, { message: parts.signature })
  if (present || !options.timestamp) return parts
  const token = await options.timestamp(parts.signature)
  checkTimestampToken(token, { message: parts.signature })
  return { ...parts, unsignedAttributes: [...parts.unsignedAttributes, buildSignatureTimestampAttribute(token)] }
}
