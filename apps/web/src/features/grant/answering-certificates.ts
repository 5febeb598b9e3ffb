import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../../shared/api/certificates.ts'
import { signingSteps, type SigningSteps } from '../../shared/proof/signing-steps.ts'
import { arrangeChoices } from '../../shared/subject/arrange-choices.ts'
import { certificateState, type CertificateState } from '../../shared/subject/certificate-state.tsx'
import type { CheckedRequest } from './checked-request.ts'

/** A certificate that an application takes, with what it takes to authorise with it. */
export interface AnsweringCertificate {
  readonly certificate: Certificate
  readonly manifest: ProviderManifest
  readonly steps: SigningSteps
  /** Why it cannot sign now, or null. */
  readonly isOver: CertificateState | null
}

/** What may answer: a certificate, or a provider that makes one. */
export type Answering = AnsweringCertificate | ProviderManifest

/** Tells apart what may answer. */
export function answeringKey(answering: Answering): string {
  return 'certificate' in answering ? answering.certificate.GUID : answering.certType
}

interface Asked {
  readonly request: Pick<CheckedRequest, 'CertTypes' | 'CertGUID'>
  /** What the person may use (spec §3). */
  readonly flags: Readonly<Record<string, boolean>>
}

interface Question extends Asked {
  readonly certificates: readonly Certificate[]
  readonly manifestOf: (certType: string) => ProviderManifest | undefined
  readonly now: Date
}

/** The certificates of the person that may answer the request, those that cannot sign now as well. */
export function answeringCertificates(question: Question): readonly AnsweringCertificate[] {
  const { request, certificates, flags, manifestOf, now } = question
  const types = request.CertTypes.map((type) => type.toLowerCase())
  return certificates.flatMap((certificate): AnsweringCertificate[] => {
    if (!types.includes(certificate.CertType.toLowerCase())) return []
    if (request.CertGUID !== null && request.CertGUID !== certificate.GUID) return []
    const manifest = manifestOf(certificate.CertType)
    const steps = manifest && flags[manifest.flag] ? signingSteps({ certificate, manifest }) : undefined
    if (!manifest || !steps) return []
    return [{ certificate, manifest, steps, isOver: certificateState({ certificate, manifest }, now) }]
  })
}

/** The providers that may answer with a certificate of their own making, which no application can name before. */
export function answeringProviders(
  { request, flags }: Asked,
  manifests: readonly ProviderManifest[],
): readonly ProviderManifest[] {
  if (request.CertGUID !== null) return []
  const types = request.CertTypes.map((type) => type.toLowerCase())
  return manifests.filter(
    ({ way, certType, flag }) => way === 'on-demand' && flags[flag] && types.includes(certType.toLowerCase()),
  )
}

/** What can answer now, in the order in which it is offered; see `arrangeChoices`. */
export function arrangeAnswering(
  certificates: readonly AnsweringCertificate[],
  providers: readonly ProviderManifest[],
  lastUsed: string | null,
): readonly Answering[] {
  const able: readonly Answering[] = [...certificates.filter(({ isOver }) => isOver === null), ...providers]
  const groupOf = (answering: Answering) => ('certificate' in answering ? answering.manifest : answering).certType
  return arrangeChoices(able, { keyOf: answeringKey, groupOf }, lastUsed)
}
