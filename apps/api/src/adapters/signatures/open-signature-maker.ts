import { createPrivateKey } from 'node:crypto'
import { type PadesWorkers, type SignatureAnswer, PadesError } from '@rubrica/pades'
import {
  CodedError,
  parseCertificate,
  requestTimestamp,
  signatureAlgorithmFor,
  signWithKey,
  verifySignature,
  type TimestampOptions,
} from '@rubrica/pki'
import { PortalError } from '@rubrica/domain'
import type { SignatureLevel, SignatureMaker } from '../../modules/signing/ports.ts'

export interface TimestampAuthority extends Required<Pick<TimestampOptions, 'trustAnchors' | 'issuers'>> {
  readonly url: string
}

export interface SignatureMakerNeeds {
  readonly workers: PadesWorkers
  /** Without an authority signatures are made without timestamps; with one configured, no B-B signature is made. */
  readonly timestamps: TimestampAuthority | undefined
}

/** Signatures by the PAdES workers, timestamped by the authority if one is configured. */
export function openSignatureMaker({ workers, timestamps }: SignatureMakerNeeds): SignatureMaker {
  const request = timestamps && requestTimestamp(timestamps.url, timestamps)
  return {
    prepare: (base, { fieldName, ...request }) =>
      workers
        .prepareSignature(base, { digestAlgorithm: 'SHA-256', ...request, field: { name: fieldName } })
        .catch(refusePreparing),
    signerFor: (key) => {
      const privateKey = createPrivateKey({ key: Buffer.from(key), format: 'der', type: 'pkcs8' })
      return (prepared) => signWithKey(privateKey, prepared)
    },
    check: (certificate, { signatureScheme, digestAlgorithm, signedAttributes }, signature) => {
      const algorithm = signatureAlgorithmFor(signatureScheme, digestAlgorithm)
      const { publicKey } = parseCertificate(certificate)
      if (!verifySignature(publicKey, algorithm, { message: signedAttributes, signature })) throw keyMismatch()
    },
    resume: async (base, prepared, { onTimestamp, ...answer }) => {
      if (!request) {
        const level = levelWithoutAuthority(answer)
        return { tail: await workers.resumeSignature(base, prepared, answer).catch(refuseResuming), level }
      }
      const timestamp = async (message: Uint8Array) => {
        await onTimestamp('timestamp-asked')
        const token = await request(message)
        await onTimestamp('timestamped')
        return token
      }
      const tail = await workers.resumeSignature(base, prepared, answer, { timestamp }).catch(refuseResuming)
      return { tail, level: 'PAdES-BASELINE-T' }
    },
  }
}

/**
 * A certificate that was made for one signature is over within minutes: without a timestamp to rely on, the signature
 * would not be valid any more before anybody looked at it.
 */
function levelWithoutAuthority(answer: SignatureAnswer): SignatureLevel {
  if (!('cms' in answer)) return 'PAdES-BASELINE-B'
  if (answer.dropsTimestamp !== true) return 'PAdES-BASELINE-T'
  throw new PortalError('TIMESTAMP_UNAVAILABLE', 'The server has no timestamp authority, which this signature needs')
}

const keyMismatch = (cause?: unknown) =>
  new PortalError('CERTIFICATE_UNUSABLE', 'The key does not belong to its certificate', {
    cause,
    facts: { Reasons: ['KEY_MISMATCH'] },
  })

const isTooLarge = (error: unknown) => error instanceof PadesError && error.code === 'SIGNATURE_TOO_LARGE'

function refusePreparing(error: unknown): never {
  if (!isTooLarge(error)) refuse(error)
  throw new PortalError('CERTIFICATE_UNUSABLE', 'The certificate with its issuers is too large to sign with', {
    cause: error,
    facts: { Reasons: ['CHAIN_TOO_LARGE'] },
  })
}

/** There was room for the certificates, so what did not fit is the timestamp. */
function refuseResuming(error: unknown): never {
  if (!isTooLarge(error)) refuse(error)
  throw new PortalError('TIMESTAMP_UNAVAILABLE', 'The timestamp is too large for a signature', { cause: error })
}

/** What the person reads of a failure that is not ours; anything else stays an error of the server. */
function refuse(error: unknown): never {
  if (!(error instanceof CodedError)) throw error
  if (error.code.startsWith('TIMESTAMP_')) {
    throw new PortalError('TIMESTAMP_UNAVAILABLE', 'The timestamp authority gave no usable timestamp', { cause: error })
  }
  if (error.code === 'IMAGE_INVALID') {
    throw new PortalError('SIGNATURE_IMAGE_INVALID', 'The stored signature image cannot be drawn. Give another one.', {
      cause: error,
      facts: { Reason: 'DAMAGED' },
    })
  }
  if (error.code === 'PDF_TOO_COMPLEX') {
    throw new PortalError('PDF_TOO_COMPLEX', 'Signing this document takes too much time or memory', { cause: error })
  }
  if (error.code === 'SIGNATURE_INVALID' || error.code === 'CERTIFICATE_MISMATCH') {
    throw keyMismatch(error)
  }
  throw error
}
