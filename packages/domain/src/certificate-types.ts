/** The wire values of CertType, exact case (spec §3). */
export const CERTIFICATE_TYPES = [
  'keyvault',
  'software',
  'firmaremota',
  'redtrust',
  'uanataca',
  'validatedid',
  'swisscom',
  'Nebula',
  'Ivnosys',
] as const
/**
 * The wire value of a certificate's type. Those of the specification are above; the registry of providers says which
 * exist.
 */
export type CertificateType = string

/** Other names under which callers know a type; answers have the one above. */
const OTHER_NAMES: ReadonlyMap<string, CertificateType> = new Map([
  ['trustpro', 'firmaremota'],
  ['ivsign', 'Ivnosys'],
])

/** Whether two names, in any case, are of the same type. */
export const isSameCertificateType = (one: string, other: string): boolean =>
  plainCertificateType(one) === plainCertificateType(other)

/** The one name of a type, in small letters, for any of its names. */
export function plainCertificateType(type: string): string {
  const name = type.toLowerCase()
  return (OTHER_NAMES.get(name) ?? name).toLowerCase()
}

/** The names of the per-user flags (spec §3); Local stands for Autofirma. */
export const CERTIFICATE_FLAGS = [
  'Software',
  'FirmaRemota',
  'KeyVault',
  'RedTrust',
  'Uanataca',
  'Swisscom',
  'Local',
  'Nebula',
  'ValidatedID',
  'Ivnosys',
] as const
/** The name of a per-user flag; a provider's manifest names its own. */
export type CertificateFlag = string

export const AUTHENTICATION_TYPES = ['PIN', 'SMS', 'APP', 'OTP'] as const
export type AuthenticationType = (typeof AUTHENTICATION_TYPES)[number]
