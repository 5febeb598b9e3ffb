import type { CertificateType } from '@rubrica/domain'
import type { SigningInput } from '@rubrica/providers/manifests'
import { api } from '../../shared/api/api.ts'
import { accessMethod } from '../../shared/session/session-store.ts'
import type { UsableCertificate } from './usable-certificates.ts'

/** What the person entered in each kind of step; empty where nothing was asked. */
export type StepAnswers = Readonly<Record<SigningInput, string>>

export interface SignOrder {
  readonly signerGuid: string
  readonly chosen: UsableCertificate
  readonly answers: StepAnswers
}

type SignCall = (order: SignOrder, attemptKey: string) => Promise<unknown>

/** The sign call of each provider that has one. */
const SIGN_CALLS: Partial<Record<CertificateType, SignCall>> = {
  keyvault: ({ signerGuid, chosen, answers }, attemptKey) =>
    api.sign({
      params: { type: 'keyvault', signerGuid },
      headers: { 'idempotency-key': attemptKey },
      body: {
        CertGUID: chosen.certificate.GUID,
        PIN: answers.pin,
        CertType: chosen.certificate.CertType,
        AccessMethod: accessMethod(),
      },
    }),
}

/**
 * Signs with the chosen certificate.
 * @throws {TypeError} when the provider has a manifest but no call; {ApiError}; {NetworkError}
 */
export async function callSign(order: SignOrder, attemptKey: string): Promise<void> {
  const call = SIGN_CALLS[order.chosen.manifest.certType]
  if (!call) throw new TypeError(`There is no sign call for ${order.chosen.manifest.certType}`)
  await call(order, attemptKey)
}
