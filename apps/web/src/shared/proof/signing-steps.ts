import { MAX_BATCH } from '@rubrica/contract'
import { signsWithoutPin } from '@rubrica/domain'
import type { ProviderManifest, SigningInput, SigningPlan } from '@rubrica/providers/manifests'
import type { Certificate } from '../api/certificates.ts'

/** How the dialog gets from a certificate to its signatures. */
export interface SigningSteps {
  /** What is typed, in this order; nothing for a certificate that signs after a confirmation. */
  readonly inputs: readonly SigningInput[]
  /** A code is sent before the dialog asks for it. */
  readonly sendsCode: boolean
  /** The session that what was typed opens, before the first document. */
  readonly signatureSession: SigningPlan['signatureSession']
  /** The account's second factor comes before everything else. */
  readonly secondFactor: boolean
  /** The person authorises documents that the server has fixed before. */
  readonly fixesDocuments: boolean
}

interface Chosen {
  readonly certificate: Certificate
  readonly manifest: ProviderManifest
}

function inputsOf(certificate: Certificate, plan: SigningPlan): readonly SigningInput[] {
  if (certificate.Inputs) return certificate.Inputs
  return signsWithoutPin(certificate) ? [] : plan.inputs
}

/** The steps of a certificate: its provider's, with what is its own; undefined when the provider has no way for it. */
export function signingSteps({ certificate, manifest }: Chosen): SigningSteps | undefined {
  const plan: SigningPlan | undefined = manifest.signing[certificate.AuthenticationType]
  if (!plan) return undefined
  const inputs = inputsOf(certificate, plan)
  const sendsCode = plan.sendsCode === true && inputs.includes('code')
  // A session of the vault is opened with a code; without one there is nothing to open it with.
  const signatureSession =
    plan.signatureSession === 'certificate' && !inputs.includes('code') ? undefined : plan.signatureSession
  return {
    inputs,
    sendsCode,
    signatureSession,
    secondFactor: plan.secondFactor === true,
    fixesDocuments: sendsCode || signatureSession !== undefined,
  }
}

/** How many documents one confirmation with this certificate can sign. */
export function documentsTogether(chosen: Chosen): number {
  const limit = chosen.certificate.MaxDocuments ?? chosen.manifest.maxBatch
  return signingSteps(chosen)?.fixesDocuments ? Math.min(limit, MAX_BATCH) : limit
}
