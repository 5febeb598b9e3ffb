import { createPublicKey, verify, type KeyObject } from 'node:crypto'
import { OID } from '../der/object-identifiers.ts'
import {
  DerError,
  expectTag,
  readBitString,
  readDer,
  readObjectIdentifier,
  readSequence,
  TAG,
  type DerNode,
} from '../der/read-der.ts'
import { sequence } from '../der/write-der.ts'
import { sandboxUnit } from './encode-name.ts'
import { certify, SIGNER_LIFE, type Pki } from './open-pki.ts'
import { signerExtensions } from './issue-to-person.ts'
import type { CertificateFacts } from './read-certificate.ts'

/** The certification request is unreadable, badly signed, or for a key that is too weak or of an unknown kind. */
export class EnrolmentError extends Error {
  readonly code = 'ENROLMENT_REFUSED'
}

const SIGNATURE_DIGESTS: Readonly<Record<string, { keyType: string; digest: string }>> = {
  [OID.sha256WithRsa]: { keyType: 'rsa', digest: 'sha256' },
  [OID.sha384WithRsa]: { keyType: 'rsa', digest: 'sha384' },
  [OID.sha512WithRsa]: { keyType: 'rsa', digest: 'sha512' },
  [OID.ecdsaWithSha256]: { keyType: 'ec', digest: 'sha256' },
  [OID.ecdsaWithSha384]: { keyType: 'ec', digest: 'sha384' },
  [OID.ecdsaWithSha512]: { keyType: 'ec', digest: 'sha512' },
}
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1'])
const MIN_RSA_BITS = 2048
const MAX_RSA_BITS = 8192

/**
 * Issues a signer's certificate for a PKCS#10 request (RFC 2986, DER). The name asked for is kept and marked as the
 * sandbox's; the request must prove possession of its key. Throws EnrolmentError.
 */
export function answerEnrolment(pki: Pki, request: Uint8Array): CertificateFacts {
  const { subjectName, publicKey } = readRequest(request)
  return certify(pki, 'ca', {
    subjectName,
    publicKey,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + SIGNER_LIFE),
    extensions: signerExtensions(),
  })
}

function readRequest(bytes: Uint8Array): { subjectName: Uint8Array; publicKey: Uint8Array } {
  try {
    const [info, algorithm, signature] = readSequence(readDer(bytes))
    const [version, subject, publicKeyInfo] = readSequence(info)
    expectTag(version, TAG.integer)
    const key = readKey(expectTag(publicKeyInfo, TAG.sequence))
    const method = SIGNATURE_DIGESTS[readObjectIdentifier(readSequence(algorithm)[0])]
    if (method === undefined || method.keyType !== key.asymmetricKeyType)
      throw new EnrolmentError('The signature algorithm does not fit.')
    if (!verify(method.digest, expectTag(info, TAG.sequence).raw, key, readBitString(signature))) {
      throw new EnrolmentError('The request is not signed with the key that it names.')
    }
    const names = readSequence(subject).map((part) => part.raw)
    return { subjectName: sequence(...names, sandboxUnit()), publicKey: expectTag(publicKeyInfo, TAG.sequence).raw }
  } catch (error) {
    if (error instanceof DerError) throw new EnrolmentError(`This is no certification request: ${error.message}`)
    throw error
  }
}

function readKey(publicKeyInfo: DerNode): KeyObject {
  let key: KeyObject
  try {
    key = createPublicKey({ key: Buffer.from(publicKeyInfo.raw), format: 'der', type: 'spki' })
  } catch {
    throw new EnrolmentError('The public key cannot be read.')
  }
  const { modulusLength = 0, namedCurve = '' } = key.asymmetricKeyDetails ?? {}
  const strongRsa = modulusLength >= MIN_RSA_BITS && modulusLength <= MAX_RSA_BITS
  if (key.asymmetricKeyType === 'rsa' ? !strongRsa : !CURVES.has(namedCurve)) {
    throw new EnrolmentError('The key is RSA of 2048 to 8192 bits, or EC on P-256, P-384 or P-521.')
  }
  return key
}
