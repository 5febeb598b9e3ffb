import { api } from '../../../shared/api/api.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import { acceptedFor, type Accepted } from '../before/accepted.ts'
import type { LocalCalls } from './local-signing.ts'

/** Hash of everything that the application signs (spec §9). */
const HASH_ALGORITHM = 'SHA512'

const toBase64 = (octets: Uint8Array): string =>
  btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/**
 * The calls of the server around a signature on the PC.
 */
export function localCalls(accepted: Accepted): LocalCalls {
  return {
    announce: (signerGuid, certificate) =>
      api.announceLocalCertificate({
        params: { signerGuid },
        body: {
          CertType: 'local',
          CertsData: toBase64(certificate),
          HashAlgorithm: HASH_ALGORITHM,
          AccessMethod: accessMethod(),
          ...acceptedFor(accepted, signerGuid),
        },
      }),
    prepare: async (signerGuid) => {
      const { PreSignatureContentDNIe } = await api.presignature({ query: { SignatureId: signerGuid } })
      return fromBase64(PreSignatureContentDNIe)
    },
    complete: ({ signerGuid, signature, whereFrom: { address, place }, attemptKey }) =>
      api.completeLocalSignature({
        params: { signerGuid },
        headers: { 'idempotency-key': attemptKey },
        body: {
          Signature: toBase64(signature),
          HashAlgorithm: HASH_ALGORITHM,
          IpAddress: address,
          Location: place,
          From: 'WEB',
          AccessMethod: accessMethod(),
        },
      }),
  }
}
