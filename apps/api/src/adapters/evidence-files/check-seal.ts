/** Whether a seal is what it says it is. */
import {
  ecdsaSignatureToDer,
  parseCertificate,
  signatureAlgorithmFor,
  verifySignature,
  type DataToBeSigned,
} from '@rubrica/pki'
import type { Seal } from './seal.ts'

/** Text, and no SET of attributes: a signature over it is none of a document. */
const TRIAL = Buffer.from('Rúbrica tries out its seal.')

/** What a key is asked to sign to see whose certificate it is. */
export function trialFor(certificate: Uint8Array): DataToBeSigned {
  const type = parseCertificate(certificate).publicKey.asymmetricKeyType
  const signatureScheme = type === 'ec' ? 'ECDSA' : type === 'rsa-pss' ? 'RSASSA-PSS' : 'RSASSA-PKCS1-v1_5'
  return {
    ...{ signedAttributes: TRIAL, documentDigest: new Uint8Array(), digestAlgorithm: 'SHA-256', signatureScheme },
    ...{ certificate, chain: [], contentsSize: 0 },
  }
}

export function isSignedBy(
  certificate: Uint8Array,
  { signatureScheme, digestAlgorithm, signedAttributes }: DataToBeSigned,
  signature: Uint8Array,
): boolean {
  const { publicKey } = parseCertificate(certificate)
  const algorithm = signatureAlgorithmFor(signatureScheme, digestAlgorithm)
  try {
    const value = signatureScheme === 'ECDSA' ? ecdsaSignatureToDer(signature) : signature
    return verifySignature(publicKey, algorithm, { message: signedAttributes, signature: value })
  } catch {
    return false
  }
}

/** Why the certificate does not hold at this moment, in one sentence; undefined where it does. */
export function findTimeFault({ certificate }: Pick<Seal, 'certificate'>, now: Date): string | undefined {
  const { validFrom, validTo } = parseCertificate(certificate)
  const [from, to] = [new Date(validFrom), new Date(validTo)]
  if (now > to) return `The certificate of the seal expired at ${to.toISOString()}.`
  return now < from ? `The certificate of the seal is not valid before ${from.toISOString()}.` : undefined
}
