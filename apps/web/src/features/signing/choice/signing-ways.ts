import { isSameCertificateType } from '@rubrica/domain'
import type { ProviderManifest } from '@rubrica/providers/manifests'
import { MAX_BATCH, MAX_RUN } from '@rubrica/contract'
import { documentsTogether } from '../../../shared/proof/signing-steps.ts'
import { LOCAL_APPLICATION } from '../../../shared/subject/name-of-type.ts'
import {
  usableCertificates,
  type CertificateQuestion,
  type NoCertificate,
  type UsableCertificate,
} from './usable-certificates.ts'

/** One thing to choose in the dialog that signs. */
export type SigningWay =
  /** A certificate of the list, with what is typed in the dialog. */
  | (UsableCertificate & { readonly kind: 'certificate' })
  /** A certificate of the list whose provider may send the person to pages of its own. */
  | (UsableCertificate & { readonly kind: 'errand' })
  /** A provider that makes a certificate for each signature. */
  | { readonly kind: 'on-demand'; readonly manifest: ProviderManifest }
  /** An application on the person's PC, with a certificate that the portal learns of only there. */
  | { readonly kind: 'local' }

/** A way in which something happens outside of the portal, so that the dialog follows steps of the way's own. */
export type ElsewhereWay = Exclude<SigningWay, { readonly kind: 'certificate' }>

export interface WayQuestion extends CertificateQuestion {
  /** Of every provider there is. */
  readonly manifests: readonly ProviderManifest[]
  /** How many are signed together. */
  readonly documents: number
}

const LOCAL: SigningWay = { kind: 'local' }

/** Ways that ask for no certificate; a sender who asks for a certificate leaves none. */
function waysWithoutCertificate(question: WayQuestion): readonly SigningWay[] {
  const { demanded, demandedTypes = [], flags, manifests } = question
  if (demanded.length > 0) return []
  const fits = (type: string) => demandedTypes.every((wanted) => isSameCertificateType(wanted, type))
  const onDemand = manifests
    .filter(({ way, flag, certType }) => way === 'on-demand' && flags[flag] && fits(certType))
    .map((manifest): SigningWay => ({ kind: 'on-demand', manifest }))
  return flags.Local && fits('Local') ? [...onDemand, LOCAL] : onDemand
}

/** The ways in which this person can sign these documents, all of them, or why there is none. */
export function signingWays(question: WayQuestion): readonly SigningWay[] | NoCertificate {
  const certificates = usableCertificates(question)
  const others = waysWithoutCertificate(question)
  if (typeof certificates === 'string') return others.length > 0 ? others : certificates
  const ofCertificates = certificates.map((usable): SigningWay => ({
    ...usable,
    kind: usable.manifest.way === 'errand' && !isTypedOnce(usable, question) ? 'errand' : 'certificate',
  }))
  return [...ofCertificates, ...others]
}

/** A PIN that is asked for here signs several documents as with any other provider. */
const isTypedOnce = ({ certificate }: UsableCertificate, { documents }: WayQuestion): boolean =>
  documents > 1 && certificate.AuthenticationType === 'PIN'

/** The certificate of a way that has one. */
export function certificateOf(way: SigningWay): UsableCertificate | null {
  return way.kind === 'certificate' || way.kind === 'errand' ? way : null
}

/** Tells the ways of one person apart, and finds the one that was used last. */
export function wayKey(way: SigningWay): string {
  return certificateOf(way)?.certificate.GUID ?? (way.kind === 'local' ? way.kind : way.manifest.certType)
}

/** What a way is called: the alias of a certificate, or the name of the provider. */
export function wayName(way: SigningWay): string {
  if (way.kind === 'local') return LOCAL_APPLICATION
  return certificateOf(way)?.certificate.certalias ?? way.manifest.label
}

/** Whether the person of a way confirms each of several documents at the provider, one after another. */
export function isConfirmedEach(way: SigningWay): boolean {
  if (way.kind === 'on-demand') return true
  return way.kind === 'errand' && way.certificate.AuthenticationType !== 'PIN' && !way.certificate.PinRequired
}

/** How many documents can be signed together in this way. */
export function wayTogether(way: SigningWay): number {
  if (isConfirmedEach(way)) return MAX_RUN
  return way.kind === 'certificate' || way.kind === 'errand' ? documentsTogether(way) : MAX_BATCH
}
