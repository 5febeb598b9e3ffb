import { createClient } from '@rubrica/contract'
import { localContract } from '@rubrica/contract/local-signing'
import { clientSettings } from '../../../shared/api/api.ts'
import { accessMethod } from '../../../shared/session/session-store.ts'
import type { SigningRun } from '../../../shared/signing-runs/signing-run.ts'
import { acceptedFor, type Accepted } from '../before/accepted.ts'
import type { LocalCalls, LocalValues } from './local-task.ts'

const local = createClient(localContract, clientSettings)

/** Hash of everything that the application signs (spec §9). */
const HASH_ALGORITHM = 'SHA512' as const

const toBase64 = (octets: Uint8Array): string =>
  btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join(''))
const fromBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** What comes with values. */
const around = ({ address, place }: LocalValues['whereFrom']) => ({
  HashAlgorithm: HASH_ALGORITHM,
  IpAddress: address,
  Location: place,
  From: 'WEB' as const,
  AccessMethod: accessMethod(),
})

/** Hands all values over at once. */
export const beginLocalRun = ({ values, whereFrom }: LocalValues, key: string): Promise<SigningRun> =>
  local.beginLocalRun({
    headers: { 'idempotency-key': key },
    body: {
      ...around(whereFrom),
      Items: [...values].map(([SignerGUID, value]) => ({ SignerGUID, Signature: toBase64(value) })),
    },
  })

/** The calls of the server around a signature on the PC. */
export function localCalls(accepted: Accepted): LocalCalls {
  return {
    announce: (signerGuid, certificate) =>
      local.announceLocalCertificate({
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
      const { PreSignatureContentDNIe } = await local.presignature({ query: { SignatureId: signerGuid } })
      return fromBase64(PreSignatureContentDNIe)
    },
    complete: ({ signerGuid, signature, whereFrom, attemptKey }) =>
      local.completeLocalSignature({
        params: { signerGuid },
        headers: { 'idempotency-key': attemptKey },
        body: { Signature: toBase64(signature), ...around(whereFrom) },
      }),
  }
}
