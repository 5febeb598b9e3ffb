import { isSameCertificateType } from '@rubrica/domain'
import type { ProviderManifest } from '@rubrica/providers/manifests'
import type { Certificate } from '../../../shared/api/certificates.ts'
import { instantOf } from '../../../shared/i18n/formats.ts'
import { signingSteps } from '../../../shared/proof/signing-steps.ts'

/** A certificate that can sign, with the facts of its provider. */
export interface UsableCertificate {
  readonly certificate: Certificate
  readonly manifest: ProviderManifest
}

/**
 * Why there is no certificate to sign with: none at all, none that may or can, only locked ones, only those of others,
 * not the one or none of the type that is asked for.
 */
export type NoCertificate = 'none' | 'expired' | 'not-allowed' | 'locked' | 'foreign' | 'demanded' | 'demandedType'

export interface CertificateQuestion {
  readonly certificates: readonly Certificate[]
  /** What the person may use (spec §3). */
  readonly flags: Readonly<Record<string, boolean>>
  readonly manifestOf: (certType: string) => ProviderManifest | undefined
  /** The certificates (GUID) that senders of the documents ask for. */
  readonly demanded: readonly string[]
  /** The types that senders of the documents ask for. */
  readonly demandedTypes?: readonly string[]
  readonly now: Date
}

function isExpired(certificate: Certificate, now: Date): boolean {
  const end = instantOf(certificate.ExpirationDate)
  return end !== null && end.getTime() <= now.getTime()
}

/** Whether the portal knows how; certificates that were made for one signature have made it. */
function canSign(usable: UsableCertificate): boolean {
  const { way } = usable.manifest
  return way !== 'on-demand' && (way === 'errand' || signingSteps(usable) !== undefined)
}

/** It is not locked, and not somebody else's. */
export const isFree = ({ certificate: { Locked, Holder } }: UsableCertificate): boolean => !Locked && Holder.MaySign

/**
 * The certificates with which this person can sign these documents, all of them, or why there is none. Locked ones and
 * those of others are among them, to be shown as such, while another one can sign.
 */
export function usableCertificates(question: CertificateQuestion): readonly UsableCertificate[] | NoCertificate {
  const { certificates, flags, manifestOf, now, demanded } = question
  const isOfTypes = (type: string) =>
    (question.demandedTypes ?? []).every((wanted) => isSameCertificateType(wanted, type))
  const asked = certificates.filter(
    ({ GUID, CertType }) => demanded.every((wanted) => GUID === wanted) && isOfTypes(CertType),
  )
  const current = asked.filter((certificate) => !isExpired(certificate, now))
  const usable = current.flatMap((certificate): UsableCertificate[] => {
    const manifest = manifestOf(certificate.CertType)
    return manifest && flags[manifest.flag] && canSign({ certificate, manifest }) ? [{ certificate, manifest }] : []
  })
  if (usable.some(isFree)) return usable
  if (usable.length > 0) return usable.every(({ certificate }) => !certificate.Holder.MaySign) ? 'foreign' : 'locked'
  if (demanded.length > 0) return 'demanded'
  if (question.demandedTypes?.length) return 'demandedType'
  if (certificates.length === 0) return 'none'
  return current.length === 0 ? 'expired' : 'not-allowed'
}
